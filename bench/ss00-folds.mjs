// The second multi-label experiment of Schapire & Singer (2000): of Reuters-21578 the ten most frequent topics other
// than earn and acq, the documents with one of them, three folds.
//
//   ABOUND_DATA=… node bench/ss00-folds.mjs boost rocchio naive-bayes '{"learner":"boost","ngrams":2}'
//
// A line for each learner, a name or its options as JSON: one-error, coverage and average precision, over the folds.

import { join } from 'node:path'
import { built } from './build.mjs'
import { readDocuments } from './contenders/documents.mjs'

const { trainOnCorpus, evaluate } = /** @type {typeof import('../src/index.js')} */ (await built('index.js'))
const { permutation, Rng } = /** @type {typeof import('../src/kernels/rng.js')} */ (
  await built('kernels/rng.js')
)

const TOPICS = 10
const FOLDS = 3

const data = process.env.ABOUND_DATA
if (data === undefined || process.argv.length < 3) {
  console.error('expected ABOUND_DATA to name the folder of corpora, and learners to try')
  process.exit(2)
}
const documents = subset(
  readDocuments(...['train', 'test'].map((part) => join(data, 'reuters21578', `modapte-${part}.jsonl.gz`))),
)
const order = [...permutation(documents.length, new Rng(1))]
console.log(`${documents.length} documents`)

for (const text of process.argv.slice(2)) {
  const options = text.startsWith('{') ? JSON.parse(text) : { learner: text }
  const found = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const part = (/** @type {boolean} */ held) =>
      order.filter((_, i) => (i % FOLDS === fold) === held).map((i) => documents[i])
    const model = await trainOnCorpus(inMemory(part(false)), { thresholds: 'fixed:0', ...options })
    found.push(await evaluate(model, part(true)))
  }
  const mean = (/** @type {'oneError' | 'coverage' | 'averagePrecision'} */ key) =>
    found.reduce((sum, one) => sum + (one[key] ?? Number.NaN), 0) / FOLDS
  console.log(
    `${text}: one-error ${(100 * mean('oneError')).toFixed(2)} %, coverage ${mean('coverage').toFixed(3)}, ` +
      `average precision ${mean('averagePrecision').toFixed(4)}`,
  )
}

/** @param {{ id: string, text: string, labels: string[] }[]} all */
function subset(all) {
  /** @type {Map<string, number>} */
  const counts = new Map()
  for (const { labels } of all) for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  const others = [...counts].filter(([label]) => label !== 'earn' && label !== 'acq')
  const chosen = new Set(
    others
      .sort((a, b) => b[1] - a[1])
      .slice(0, TOPICS)
      .map(([label]) => label),
  )
  return all
    .map((one) => ({ ...one, labels: one.labels.filter((label) => chosen.has(label)) }))
    .filter(({ labels }) => labels.length > 0)
}

/** @param {{ id: string, text: string, labels: string[] }[]} documents */
function inMemory(documents) {
  return {
    rereadable: true,
    async *batches() {
      yield documents
    },
  }
}
