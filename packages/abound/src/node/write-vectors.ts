// Vectors for other programs: svmlight or SciPy's .npz, with what its numbers stand for in text files beside it.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'
import type { DocumentVector, Vectors } from '../pipeline/vectors.js'
import { CsrFile } from './npz.js'
import { compress } from './write-documents.js'
import { writeFileSafely } from './write-file.js'

/** The names of the files that belong to x.svm, x.svm.gz or x.npz. */
interface VectorFiles {
  readonly kind: 'svm' | 'npz'
  readonly vocabulary: string
  readonly labels: string
  readonly documents: string
  /** Of .npz: the matrix of labels. */
  readonly labelMatrix: string
}

/**
 * The files that vectors are written to; undefined where this is no name of vectors.
 *
 * @example
 * vectorFiles('x.npz')?.vocabulary // 'x.vocabulary.txt'
 */
export function vectorFiles(path: string): VectorFiles | undefined {
  const [, base, ending] = /^(.+)\.(?:(npz)|(?:svm|svmlight|libsvm)(?:\.gz)?)$/i.exec(path) ?? []
  if (base === undefined) return undefined
  return {
    kind: ending === undefined ? 'svm' : 'npz',
    vocabulary: `${base}.vocabulary.txt`,
    labels: `${base}.labels.txt`,
    documents: `${base}.documents.tsv`,
    labelMatrix: `${base}.labels.npz`,
  }
}

/**
 * Writes the vectors of documents, in their order, and the words, labels and documents that they are of.
 *
 * @example
 * const vectors = Vectors.ofModel(model)
 * await writeVectors('x.svm', vectors, openSource('news.jsonl.gz').documents()) // { documents: 4 }
 */
export async function writeVectors(
  path: string,
  vectors: Vectors,
  batches: AsyncIterable<readonly Document[]>,
): Promise<{ documents: number }> {
  const files = vectorFiles(path)
  if (files === undefined) throw new InputError(`${path}: expected .svm, .svm.gz or .npz`)
  let documents = 0
  let vector: DocumentVector | undefined
  // The list of documents is written while they are read: both go by the same loop.
  async function* list(write: (vector: DocumentVector) => Promise<void>): AsyncGenerator<string> {
    for await (const batch of batches) {
      let lines = ''
      for (const document of batch) {
        vector = vectors.vectorOf(document)
        await write(vector)
        lines += `${inCell(document.id ?? '')}\t${stateOf(vector)}\n`
      }
      documents += batch.length
      yield lines
    }
  }
  if (files.kind === 'npz') await writeMatrices(path, files, vectors, list)
  else await writeSvmlight(path, files, list)
  await writeFileSafely(
    files.vocabulary,
    lines(vectors.words, (column) => vectors.word(column)),
  )
  await writeFileSafely(
    files.labels,
    lines(vectors.labels.count, (label) => vectors.labels.string(label)),
  )
  return { documents }
}

type List = (write: (vector: DocumentVector) => Promise<void>) => AsyncGenerator<string>

async function writeMatrices(path: string, files: VectorFiles, vectors: Vectors, list: List): Promise<void> {
  const matrix = new CsrFile(path, vectors.words, '<f4')
  const labels = new CsrFile(files.labelMatrix, vectors.labels.count, '|u1')
  try {
    const documents = list(async (vector) => {
      await matrix.add(vector.columns, vector.values)
      await labels.add(Uint32Array.from(vector.labels), new Uint8Array(vector.labels.length).fill(1))
    })
    await writeFileSafely(files.documents, documents)
    await labels.end()
    await matrix.end()
  } finally {
    matrix.remove()
    labels.remove()
  }
}

/** Lines as they come, the list of documents kept as bytes until the end: two texts cannot be written in one loop. */
async function writeSvmlight(path: string, files: VectorFiles, list: List): Promise<void> {
  const states: Uint8Array[] = []
  const encoder = new TextEncoder()
  async function* rows(): AsyncGenerator<string> {
    let text = ''
    const documents = list(async (vector) => {
      text += svmLine(vector)
    })
    for await (const part of documents) {
      states.push(encoder.encode(part))
      yield text
      text = ''
    }
  }
  await writeFileSafely(path, path.endsWith('.gz') ? compress(rows()) : rows())
  await writeFileSafely(files.documents, states)
}

/** Ids begin at 1, as svmlight asks; a document without labels has 0, which no label has. */
function svmLine({ columns, values, labels }: DocumentVector): string {
  let line = labels.length === 0 ? '0' : labels.map((label) => label + 1).join(',')
  for (let i = 0; i < columns.length; i++) line += ` ${columns[i] + 1}:${shortest(values[i])}`
  return `${line}\n`
}

/** The fewest digits that are this number of 32 bits. */
function shortest(value: number): string {
  for (const digits of [6, 7, 8]) {
    const text = String(Number(value.toPrecision(digits)))
    if (Math.fround(Number(text)) === value) return text
  }
  return String(Number(value.toPrecision(9)))
}

function stateOf({ judged, labels }: DocumentVector): string {
  if (judged === 0) return 'unlabelled'
  if (judged === 2) return 'partly'
  return labels.length === 0 ? 'none' : 'labelled'
}

function* lines(count: number, name: (id: number) => string): Generator<string> {
  for (let id = 0; id < count; id++) yield `${inCell(name(id))}\n`
}

const ESCAPES: Readonly<Record<string, string>> = { '\t': '\\t', '\n': '\\n', '\r': '\\r' }

/** A name in a cell of a TSV, or on a line of its own. */
export function inCell(name: string): string {
  return name.replace(/[\t\n\r]/g, (c) => ESCAPES[c])
}
