// What `convert` writes for other programs is what learners get, read back from its bytes, and by SciPy where it is there.

import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import {
  type Document,
  fromBytes,
  InputError,
  openSource,
  toBytes,
  train,
  Vectors,
  writeVectors,
} from '../../packages/abound/src/node/internal.js'
import { corpusOf } from '../conformance/check.js'
import { topicDocuments } from '../conformance/documents.js'
import { readZip } from './zip-entries.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-vectors-'))
afterAll(() => rmSync(folder, { recursive: true }))
const at = (name: string): string => join(folder, name)
const lines = (name: string): string[] => readFileSync(at(name), 'utf8').split('\n').slice(0, -1)

const DOCUMENTS: Document[] = [
  { id: 'one', text: 'wheat wheat corn', labels: ['grain'] },
  { id: 'a\tb', text: 'gold and corn', labels: ['metal', 'grain'] },
  { text: 'nothing said' },
  { text: '', labels: [] },
  { text: 'gold', labels: ['metal'], partial: true },
]

async function* batchesOf(documents: readonly Document[]): AsyncGenerator<readonly Document[]> {
  yield documents.slice(0, 3)
  yield documents.slice(3)
}

/** The numbers of an array in a .npz, and what its header says. */
function arrayOf(bytes: Uint8Array): { header: string; numbers: number[] } {
  const view = Buffer.from(bytes)
  expect(view.subarray(0, 8)).toEqual(Buffer.from('\x93NUMPY\x01\x00', 'latin1'))
  const length = view.readUInt16LE(8)
  expect((10 + length) % 64).toBe(0)
  const header = view.toString('latin1', 10, 10 + length)
  const body = new Uint8Array(view.subarray(10 + length)).buffer
  const kinds = {
    '<i4': Int32Array,
    '<f4': Float32Array,
    '|u1': Uint8Array,
    '|S3': Uint8Array,
    '<i8': BigInt64Array,
  }
  const [, kind] = /'descr': '(.*?)'/.exec(header) ?? []
  return { header, numbers: Array.from(new kinds[kind as keyof typeof kinds](body), Number) }
}

function matrixOf(name: string): { shape: number[]; rows: [number, number][][] } {
  const entries = readZip(readFileSync(at(name)))
  expect([...entries.keys()]).toEqual(['indices.npy', 'indptr.npy', 'format.npy', 'shape.npy', 'data.npy'])
  const numbers = (entry: string): number[] => arrayOf(entries.get(`${entry}.npy`)!).numbers
  expect(String.fromCharCode(...numbers('format'))).toBe('csr')
  const [starts, indices, data] = [numbers('indptr'), numbers('indices'), numbers('data')]
  const rows = starts
    .slice(1)
    .map((end, row): [number, number][] =>
      indices.slice(starts[row], end).map((column, i) => [column, data[starts[row] + i]]),
    )
  return { shape: numbers('shape'), rows }
}

describe('vectors of a corpus', () => {
  it('are the rows that training makes, in a matrix and in lines', async () => {
    const documents = topicDocuments({ count: 60, labels: 3, length: 9 })
    const options = { weighting: 'tfidf', minDf: 2, select: 'chi2', selectTop: 20 } as const
    const model = await train(documents, { learner: 'frequency', ...options })
    const vectors = await Vectors.ofCorpus(corpusOf(documents), options)
    expect(vectors.words).toBe(20)
    await writeVectors(at('x.npz'), vectors, batchesOf(documents))
    await writeVectors(at('y.svm.gz'), Vectors.ofModel(await fromBytes(toBytes(model))), batchesOf(documents))
    const { shape, rows } = matrixOf('x.npz')
    expect(shape).toEqual([60, 20])
    const { vectoriser } = model.toParts()
    for (const [row, document] of documents.entries()) {
      vectoriser.vectorise(document)
      const values = Array.from(vectoriser.values.subarray(0, vectoriser.size), Math.fround)
      const made = Array.from(vectoriser.columns.subarray(0, vectoriser.size), (c, i) => [c, values[i]])
      expect(rows[row]).toEqual(made.sort(([a], [b]) => a - b))
    }
    const text = gunzipSync(readFileSync(at('y.svm.gz')))
      .toString()
      .split('\n')
      .slice(0, -1)
    const read = text.map((line) =>
      line
        .split(' ')
        .slice(1)
        .map((entry) => entry.split(':').map(Number))
        .map(([f, v]) => [f - 1, Math.fround(v)]),
    )
    expect(read).toEqual(rows)
    expect(lines('y.vocabulary.txt')).toEqual(lines('x.vocabulary.txt'))
    expect(lines('x.vocabulary.txt')).toEqual(
      Array.from({ length: 20 }, (_, f) => vectoriser.terms.string(f)),
    )
  })

  it('say of each document who it is and what is known of its labels', async () => {
    const vectors = await Vectors.ofCorpus(corpusOf(DOCUMENTS), { weighting: 'tf', norm: 'none' })
    expect(await writeVectors(at('z.svm'), vectors, batchesOf(DOCUMENTS))).toEqual({ documents: 5 })
    expect(lines('z.svm')).toEqual(['1 1:2 2:1', '1,2 2:1 3:1 4:1', '0 5:1 6:1', '0', '2 3:1'])
    expect(lines('z.vocabulary.txt')).toEqual(['wheat', 'corn', 'gold', 'and', 'nothing', 'said'])
    expect(lines('z.labels.txt')).toEqual(['grain', 'metal'])
    expect(lines('z.documents.tsv')).toEqual([
      'one\tlabelled',
      'a\\tb\tlabelled',
      '\tunlabelled',
      '\tnone',
      '\tpartly',
    ])
    await writeVectors(at('z.npz'), vectors, batchesOf(DOCUMENTS))
    expect(matrixOf('z.labels.npz')).toEqual({
      shape: [5, 2],
      rows: [
        [[0, 1]],
        [
          [0, 1],
          [1, 1],
        ],
        [],
        [],
        [[1, 1]],
      ],
    })
    expect(readdirSync(folder).filter((name) => name.endsWith('.tmp'))).toEqual([])
  })

  it('are read back as vectors', async () => {
    const vectors = await Vectors.ofCorpus(corpusOf(DOCUMENTS), { weighting: 'tfidf' })
    await writeVectors(at('v.svm'), vectors, batchesOf(DOCUMENTS))
    const read: Document[] = []
    for await (const batch of openSource(at('v.svm')).documents()) read.push(...batch)
    expect(read.map(({ vector }) => vector?.features.length)).toEqual([2, 3, 2, 0, 1])
  })

  it('need a weighting, and documents', async () => {
    await expect(Vectors.ofCorpus(corpusOf(DOCUMENTS), {})).rejects.toThrow(InputError)
    await expect(Vectors.ofCorpus(corpusOf(DOCUMENTS), {})).rejects.toThrow(/expected `weighting: 'tfidf'`/)
    await expect(Vectors.ofCorpus(corpusOf([]), { weighting: 'tf' })).rejects.toThrow(/no documents/)
  })

  it('leave nothing behind where reading fails', async () => {
    const vectors = await Vectors.ofCorpus(corpusOf(DOCUMENTS), { weighting: 'tfidf' })
    async function* failing(): AsyncGenerator<readonly Document[]> {
      yield DOCUMENTS
      throw new InputError('no more')
    }
    await expect(writeVectors(at('failed.npz'), vectors, failing())).rejects.toThrow(/no more/)
    expect(readdirSync(folder).filter((name) => /failed|tmp/.test(name))).toEqual([])
  })
})

describe('vectors of a model', () => {
  it('have its words and labels; labels that it does not know are left out', async () => {
    const model = await train(DOCUMENTS, { learner: 'ff', weighting: 'binary', norm: 'none' })
    const vectors = Vectors.ofModel(model)
    const fresh = { text: 'corn unheard gold', labels: ['metal', 'wood'] }
    expect(vectors.vectorOf(fresh)).toEqual({
      columns: Uint32Array.of(1, 2),
      values: Float32Array.of(1, 1),
      labels: [1],
      judged: 1,
    })
    expect(vectors.unknownLabels).toBe(1)
  })
})

describe('SciPy', () => {
  const python = [process.env.PYTHON, 'python3', '/usr/bin/python3'].find(
    (name) => name !== undefined && spawnSync(name, ['-c', 'import scipy.sparse']).status === 0,
  )
  if (python === undefined) console.warn('vectors are not read by SciPy: no python3 here has it')

  it.skipIf(python === undefined)('reads them', async () => {
    const vectors = await Vectors.ofCorpus(corpusOf(DOCUMENTS), { weighting: 'tf', norm: 'none' })
    await writeVectors(at('p.npz'), vectors, batchesOf(DOCUMENTS))
    const program = `
import json, scipy.sparse, sys
matrices = [scipy.sparse.load_npz(path) for path in sys.argv[1:]]
for matrix in matrices: matrix.check_format(full_check=True)
print(json.dumps([[str(m.dtype), m.toarray().tolist()] for m in matrices]))`
    const said = execFileSync(python as string, ['-c', program, at('p.npz'), at('p.labels.npz')], {
      encoding: 'utf8',
    })
    expect(JSON.parse(said)).toEqual([
      [
        'float32',
        [
          [2, 1, 0, 0, 0, 0],
          [0, 1, 1, 1, 0, 0],
          [0, 0, 0, 0, 1, 1],
          [0, 0, 0, 0, 0, 0],
          [0, 0, 1, 0, 0, 0],
        ],
      ],
      [
        'uint8',
        [
          [1, 0],
          [1, 1],
          [0, 0],
          [0, 0],
          [0, 1],
        ],
      ],
    ])
  })
})
