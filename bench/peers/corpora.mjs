// A corpus as every contender wants it: the same documents, in the same shuffled order, with labels that are whole
// numbers, written once in each plain format.
//
//   .jsonl   {"text","labels"}                  Abound
//   .tab     labels by commas, a tab, the text  Python and npm: their own tokenisers see the text as it is
//   .ft      __label__3 … words                 fastText: lower case, letters and digits only, as its tutorial does
//   .vw      3 | words                          Vowpal Wabbit, the same words; 3,5 | words for several labels

import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * @typedef {{ text: string, labels: string[] }} Document
 * @typedef {object} Prepared
 * @property {string} name
 * @property {string} folder
 * @property {number} labels
 * @property {boolean} single whether every training document has one label
 * @property {number} train how many documents
 * @property {number} test
 * @property {number} many documents of the test part repeated, for timing
 * @property {number} plenty the same for fast contenders
 * @property {(part: string, count?: number) => string} partOf a part, or the first documents of it
 * @property {string[]} truth the labels of each test document, by commas
 */

/** Documents that a prediction is timed on, at least: the test part is repeated until there are as many. */
const ENOUGH = 20_000
/** The same for contenders that rank tens of thousands a second: of 20,000 they would be timed warming up. */
const PLENTY = 200_000
const FORMATS = ['jsonl', 'tab', 'ft', 'vw']
const NAMES = new Map([
  ['20newsgroups', '20 Newsgroups by date'],
  ['reuters21578', 'Reuters-21578 ModApte, 90 topics'],
  ['sample', 'the bundled sample'],
])

/**
 * Reads the corpus that a word names: a folder of ABOUND_DATA, `sample`, or two files by a comma.
 * @param {string} word
 * @param {string | undefined} data
 */
export function readCorpus(word, data) {
  const [train, test] = filesOf(word, data)
  const [learned, judged] = [readDocuments(train), readDocuments(test)]
  const name = NAMES.get(word) ?? (word.includes(',') ? basename(train) : word)
  // The papers' 90 topics: those with a document in both parts.
  const kept = word === 'reuters21578' ? common(learned, judged) : labelsOf(learned)
  return { name, train: labelled(learned, kept), test: labelled(judged, kept), labels: [...kept].toSorted() }
}

/**
 * Writes a corpus into a folder in every format.
 * @param {ReturnType<typeof readCorpus>} corpus
 * @param {string} folder
 * @returns {Prepared}
 */
export function prepare({ name, train, test, labels }, folder) {
  const numbers = new Map(labels.map((label, i) => [label, String(i + 1)]))
  const numbered = (/** @type {Document[]} */ documents) =>
    documents.map(({ text, labels }) => ({
      // A line ends a document in most formats, and a text must not look like a label.
      text: text.replace(/\s+/gu, ' ').trim(),
      labels: labels.map((label) => /** @type {string} */ (numbers.get(label))),
    }))
  const learned = shuffled(numbered(train))
  const judged = shuffled(numbered(test))
  const [repeats, more] = [ENOUGH, PLENTY].map((count) => Math.max(1, Math.ceil(count / judged.length)))
  write(join(folder, 'train'), linesOf(learned), 1)
  const tested = linesOf(judged)
  write(join(folder, 'test'), tested, 1)
  write(join(folder, 'many'), tested, repeats)
  write(join(folder, 'plenty'), tested, more)
  write(join(folder, 'one'), linesOf(judged.slice(0, 1)), 1)
  return {
    name,
    folder,
    labels: labels.length,
    single: learned.every(({ labels }) => labels.length === 1),
    train: learned.length,
    test: judged.length,
    many: judged.length * repeats,
    plenty: judged.length * more,
    partOf(part, count) {
      const all = part === 'train' ? learned.length : judged.length
      return count === undefined || count >= all ? part : head(folder, part, count)
    },
    truth: judged.map(({ labels }) => labels.join(',')),
  }
}

/**
 * The first documents of a part in a part of their own, for contenders that cannot take more in reasonable time.
 * @param {string} folder
 * @param {string} part
 * @param {number} count
 */
function head(folder, part, count) {
  const name = `${part}-${count}`
  if (existsSync(join(folder, `${name}.tab`))) return name
  for (const format of FORMATS) {
    const lines = readFileSync(join(folder, `${part}.${format}`), 'utf8').split('\n')
    writeFileSync(join(folder, `${name}.${format}`), `${lines.slice(0, count).join('\n')}\n`)
  }
  return name
}

/**
 * @param {string} word
 * @param {string | undefined} data
 * @returns {[train: string, test: string]}
 */
function filesOf(word, data) {
  if (word.includes(',')) {
    const [train, test, ...more] = word.split(',')
    if (more.length > 0 || !existsSync(train) || !existsSync(test))
      throw new Error(`--corpus ${word}: expected two files of JSON lines, TRAIN,TEST`)
    return [train, test]
  }
  if (word === 'sample') {
    const sample = (/** @type {string} */ part) => new URL(`../../sample/${part}.jsonl.gz`, import.meta.url)
    return [sample('train').pathname, sample('test').pathname]
  }
  if (data === undefined) throw new Error(`--corpus ${word}: ABOUND_DATA names no folder of corpora`)
  const split = word === 'reuters21578' ? 'modapte-' : ''
  const file = (/** @type {string} */ part) => join(data, word, `${split}${part}.jsonl.gz`)
  if (!existsSync(file('train')) || !existsSync(file('test')))
    throw new Error(
      `--corpus ${word}: the folder that ABOUND_DATA names has no ${word}/${split}train.jsonl.gz`,
    )
  return [file('train'), file('test')]
}

/**
 * @param {string} path
 * @returns {Document[]}
 */
function readDocuments(path) {
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { text, labels = [] } = JSON.parse(line)
      return { text, labels }
    })
}

/** @param {Document[]} documents */
function labelsOf(documents) {
  return new Set(documents.flatMap(({ labels }) => labels))
}

/**
 * @param {Document[]} train
 * @param {Document[]} test
 */
function common(train, test) {
  const judged = labelsOf(test)
  return new Set([...labelsOf(train)].filter((label) => judged.has(label)))
}

/**
 * The documents with a label that is kept, without their other labels.
 * @param {Document[]} documents
 * @param {Set<string>} kept
 */
function labelled(documents, kept) {
  return documents
    .map(({ text, labels }) => ({ text, labels: labels.filter((label) => kept.has(label)) }))
    .filter(({ labels }) => labels.length > 0)
}

/**
 * In an order of chance that is the same every time: fastText and Vowpal Wabbit learn in the order of the file, and
 * fail on one that is sorted by label.
 * @template T
 * @param {T[]} items
 */
function shuffled(items) {
  let state = 1
  const random = () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), state | 1)
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61)
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
  const all = [...items]
  for (let i = all.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1))
    ;[all[i], all[j]] = [all[j], all[i]]
  }
  return all
}

/**
 * Documents in every format, by `FORMATS`.
 * @param {Document[]} documents
 */
function linesOf(documents) {
  const lines = FORMATS.map(() => /** @type {string[]} */ ([]))
  for (const { text, labels } of documents) {
    const words = text
      .toLowerCase()
      .replace(/[^\p{L}\p{N}]+/gu, ' ')
      .trim()
    lines[0].push(`${JSON.stringify({ text, labels })}\n`)
    lines[1].push(`${labels.join(',')}\t${text}\n`)
    lines[2].push(`${labels.map((label) => `__label__${label}`).join(' ')} ${words}\n`)
    lines[3].push(`${labels.join(',')} | ${words}\n`)
  }
  return lines.map((all) => all.join(''))
}

/**
 * @param {string} path without its ending
 * @param {string[]} formats the documents in each
 * @param {number} repeats
 */
function write(path, formats, repeats) {
  for (const [i, format] of FORMATS.entries()) {
    writeFileSync(`${path}.${format}`, '')
    for (let r = 0; r < repeats; r++) appendFileSync(`${path}.${format}`, formats[i])
  }
}
