// Bibtex and Delicious as Mulan has them: sparse ARFF files and a list of the labels in XML, in a .rar archive, which
// has to be unpacked by hand.

import { DataError } from 'abound'
import { type DatasetEntry, type OpenOriginal, type OutputPiece, partFiles } from '../entry.js'
import { onlyMember, readLines, readText } from '../members.js'

interface MulanFacts extends Pick<DatasetEntry, 'name' | 'title' | 'what' | 'cite' | 'labels' | 'note'> {
  readonly train: number
  readonly test: number
}

export const bibtex = mulan({
  name: 'bibtex',
  title: 'Bibtex',
  what: 'entries of BibSonomy as vectors of words, by tag',
  cite: 'Katakis, Tsoumakas & Vlahavas, Multilabel Text Classification for Automated Tag Suggestion, 2008',
  labels: 159,
  train: 4880,
  test: 2515,
})

export const delicious = mulan({
  name: 'delicious',
  title: 'Delicious',
  what: 'bookmarked pages as vectors of words, by tag',
  cite: 'Tsoumakas, Katakis & Vlahavas, Effective and Efficient Multilabel Classification, 2008',
  labels: 983,
  train: 12_920,
  test: 3185,
  note: 'another common split of the same 16,105 pages has 10,791 and 5,314.',
})

function mulan({ train, test, ...facts }: MulanFacts): DatasetEntry {
  const { name } = facts
  const originals = [`${name}-train.arff`, `${name}-test.arff`, `${name}.xml`]
  return {
    ...facts,
    home: 'https://mulan.sourceforge.net/datasets-mlc.html',
    terms: 'none stated; cite the paper',
    files: [
      ...partFiles({ train, test }, 'svm'),
      { name: 'features.txt', what: 'words, the first is feature 1' },
      { name: 'labels.txt', what: 'tags, the first is label 0' },
    ],
    originals: originals.map((original) => ({
      name: original,
      where: `${name}.rar on the home page: ${original} in it`,
    })),
    async *convert(open) {
      const xml = await readText(await onlyMember(open, `${name}.xml`))
      const tags = new Set(Array.from(xml.matchAll(/<label name="([^"]*)"/g), ([, tag]) => tag))
      yield* arffPieces(open, originals[0], 'train.svm.gz', tags, true)
      yield* arffPieces(open, originals[1], 'test.svm.gz', tags, false)
    },
  }
}

/** A sparse ARFF file as svmlight; with `names`, also what its columns are called. */
async function* arffPieces(
  open: OpenOriginal,
  original: string,
  file: string,
  tags: ReadonlySet<string>,
  names: boolean,
): AsyncGenerator<OutputPiece> {
  const member = await onlyMember(open, original)
  const features: string[] = []
  const labels: string[] = []
  /** What each column is: a label's number, or −1 − a feature's number. */
  const columns: number[] = []
  let inData = false
  for await (const lines of readLines(member)) {
    let content = ''
    let documents = 0
    for (const line of lines) {
      const attribute = inData ? null : /^@attribute\s+('[^']*'|"[^"]*"|\S+)/i.exec(line)
      if (attribute !== null) {
        const name = attribute[1].replace(/^(['"])(.*)\1$/, '$2')
        columns.push(tags.has(name) ? labels.push(name) - 1 : -features.push(name) - 1)
      } else if (/^@data\b/i.test(line)) inData = true
      else if (inData && line.startsWith('{')) {
        content += toSvmLine(line, columns, original)
        documents++
      }
    }
    if (documents > 0) yield { file, content, documents }
  }
  if (labels.length === 0)
    throw new DataError(original, 0, 'expected attributes that the .xml lists as labels, found none')
  if (!names) return
  yield { file: 'features.txt', content: `${features.join('\n')}\n`, documents: 0 }
  yield { file: 'labels.txt', content: `${labels.join('\n')}\n`, documents: 0 }
}

function toSvmLine(line: string, columns: readonly number[], file: string): string {
  const labels: number[] = []
  const values: string[] = []
  for (const [, column, value] of line.matchAll(/(\d+)\s+([^,}\s]+)/g)) {
    const what = columns[Number(column)]
    if (what === undefined)
      throw new DataError(file, 0, `expected columns up to ${columns.length - 1}, found ${column}`)
    if (value === '0') continue
    if (what >= 0) labels.push(what)
    else values.push(`${-what - 1}:${value}`)
  }
  return `${labels.join(',')} ${values.join(' ')}\n`
}
