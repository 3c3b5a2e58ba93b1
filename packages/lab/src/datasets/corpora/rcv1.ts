// RCV1-v2 as Lewis, Yang, Rose & Li give it with their paper: stemmed and stopped tokens, the same as vectors, and
// topics in a file of their own. Split LYRL2004: the first 23,149 stories train.

import { DataError } from 'abound'
import {
  type DatasetEntry,
  type OpenOriginal,
  type OriginalFile,
  type OutputPiece,
  partFiles,
} from '../entry.js'
import { jsonPiece, onlyMember, readLines } from '../members.js'

const APPENDIX = 'http://www.ai.mit.edu/projects/jmlr/papers/volume5/lewis04a'
/** A file of scikit-learn's, under a number in place of its name. */
const figshareFile = (name: string, number: number, hex: string): OriginalFile => ({
  name,
  url: `https://ndownloader.figshare.com/files/${number}`,
  hash: { hex, source: 'scikit-learn' },
})
const TOPICS = figshareFile(
  'rcv1v2.topics.qrels.gz',
  5_976_048,
  '2a98e5e5d8b770bded93afc8930d88299474317fe14181aee1466cc754d0d1c1',
)
const PARTS = ['train', 'test_pt0', 'test_pt1', 'test_pt2', 'test_pt3']
const fileOf = (part: string, extension: string) => `${part.replace(/_.*/, '')}.${extension}.gz`
const ABOUT = {
  home: 'http://www.jmlr.org/papers/volume5/lewis04a/lyrl2004_rcv1v2_README.htm',
  terms: 'research use; cite the paper. The full texts are to be had from NIST under an agreement',
  cite: 'Lewis, Yang, Rose & Li, RCV1: A New Benchmark Collection for Text Categorization Research, JMLR 2004',
  labels: 103,
} as const

export const rcv1: DatasetEntry = {
  name: 'rcv1-v2',
  title: 'RCV1-v2, tokens',
  what: 'newswire of 1996–97 as stemmed tokens, by topic',
  ...ABOUT,
  files: partFiles({ train: 23_149, test: 781_265 }),
  originals: [
    ...PARTS.map((part) => ({
      name: `lyrl2004_tokens_${part}.dat.gz`,
      url: `${APPENDIX}/a12-token-files/lyrl2004_tokens_${part}.dat.gz`,
    })),
    TOPICS,
  ],
  note: 'stemmed and without stop words already: use --tokens words, no --stem.',
  async *convert(open) {
    const topics = await readTopics(open)
    for (const part of PARTS) yield* tokenPieces(open, `lyrl2004_tokens_${part}.dat.gz`, part, topics)
  },
}

const vectorName = (part: string) => `lyrl2004_vectors_${part}.dat.gz`
const VECTORS = [
  ['train', 5_976_057, '5468f656d0ba7a83afc7ad44841cf9a53048a5c083eedc005dcdb5cc768924ae'],
  ['test_pt0', 5_976_069, 'ed40f7e418d10484091b059703eeb95ae3199fe042891dcec4be6696b9968374'],
  ['test_pt1', 5_976_066, '87700668ae45d45d5ca1ef6ae9bd81ab0f5ec88cc95dcef9ae7838f727a13aa6'],
  ['test_pt2', 5_976_063, '48143ac703cbe33299f7ae9f4995db49a258690f60e5debbff8995c34841c7f5'],
  ['test_pt3', 5_976_060, 'dfcb0d658311481523c6e6ca0c3f5a3e1d3d12cde5d7a8ce629a9006ec7dbb39'],
] as const

export const rcv1Vectors: DatasetEntry = {
  name: 'rcv1-vectors',
  title: 'RCV1-v2, vectors',
  what: 'the same as vectors, log tf·idf of length 1',
  ...ABOUT,
  files: partFiles({ train: 23_149, test: 781_265 }, 'svm'),
  originals: [...VECTORS.map(([part, number, hex]) => figshareFile(vectorName(part), number, hex)), TOPICS],
  async *convert(open) {
    const topics = await readTopics(open)
    for (const part of PARTS) {
      const member = await onlyMember(open, vectorName(part))
      for await (const lines of readLines(member)) {
        let content = ''
        let documents = 0
        for (const line of lines) {
          const blank = line.indexOf(' ')
          if (blank < 0) continue
          const labels = topicsOf(line.slice(0, blank), topics, member.path)
          content += `${labels.join(',')} ${line.slice(blank).trim()}\n`
          documents++
        }
        yield { file: fileOf(part, 'svm'), content, documents }
      }
    }
  },
}

/** Lines `topic document 1`, for all documents. */
async function readTopics(open: OpenOriginal): Promise<Map<string, string[]>> {
  const topics = new Map<string, string[]>()
  // One string for a topic, not one for each line.
  const names = new Map<string, string>()
  for await (const lines of readLines(await onlyMember(open, TOPICS.name))) {
    for (const line of lines) {
      const [topic, id] = line.split(' ')
      if (id === undefined) continue
      if (!names.has(topic)) names.set(topic, topic)
      const name = names.get(topic)!
      const known = topics.get(id)
      if (known === undefined) topics.set(id, [name])
      else known.push(name)
    }
  }
  return topics
}

function topicsOf(id: string, topics: ReadonlyMap<string, string[]>, path: string): readonly string[] {
  const found = topics.get(id)
  if (found !== undefined) return found
  throw new DataError(path, 0, `expected topics for each document in ${TOPICS.name}, found none for ${id}`)
}

/** Records `.I number`, `.W`, lines of tokens, and a blank line. */
async function* tokenPieces(
  open: OpenOriginal,
  name: string,
  part: string,
  topics: ReadonlyMap<string, string[]>,
): AsyncGenerator<OutputPiece> {
  const member = await onlyMember(open, name)
  let id = ''
  let text: string[] = []
  const piece = (): OutputPiece =>
    jsonPiece(fileOf(part, 'jsonl'), { id, text: text.join('\n'), labels: topicsOf(id, topics, member.path) })
  for await (const lines of readLines(member)) {
    for (const line of lines) {
      if (line.startsWith('.I ')) {
        if (id !== '') yield piece()
        id = line.slice(3).trim()
        text = []
      } else if (line !== '' && line !== '.W') text.push(line.trimEnd())
    }
  }
  if (id === '')
    throw new DataError(member.path, 0, 'expected records that begin with .I and a number, found none')
  yield piece()
}
