// The second multi-label experiment of Schapire & Singer (2000): of Reuters-21578 the ten most frequent topics other
// than earn and acq, the documents with one of them, three folds.
//
//   ABOUND_DATA=… node bench/ss00-folds.mjs [--shuffles 3] boost rocchio '{"learner":"boost","ngrams":2}'
//
// A line for each learner, a name or its options as JSON: means over the folds, and over as many shuffles of the
// documents into folds, with the standard deviation between shuffles of the one-error.

import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { built } from './build.mjs'
import { readDocuments } from './contenders/documents.mjs'

const { trainOnCorpus, evaluate } = /** @type {typeof import('../src/index.js')} */ (await built('index.js'))
const { permutation, Rng } = /** @type {typeof import('../src/kernels/rng.js')} */ (
  await built('kernels/rng.js')
)

const TOPICS = 10
const FOLDS = 3

const data = process.env.ABOUND_DATA
const { values, positionals } = parseArgs({
  options: { shuffles: { type: 'string', default: '1' } },
  allowPositionals: true,
})
if (data === undefined || positionals.length === 0) {
  console.error('expected ABOUND_DATA to name the folder of corpora, and learners to try')
  process.exit(2)
}
const documents = subset(
  readDocuments(...['train', 'test'].map((part) => join(data, 'reuters21578', `modapte-${part}.jsonl.gz`))),
)
console.log(`${documents.length} documents`)

for (const text of positionals) {
  const options = text.startsWith('{') ? JSON.parse(text) : { learner: text }
  /** @type {Figures[]} */
  const shuffles = []
  for (let seed = 1; seed <= Number(values.shuffles); seed++) shuffles.push(await overFolds(options, seed))
  const errors = shuffles.map(({ oneError }) => 100 * oneError)
  const spread = Math.sqrt(mean(errors.map((error) => (error - mean(errors)) ** 2)))
  console.log(
    `${text}: one-error ${mean(errors).toFixed(2)} ± ${spread.toFixed(2)} %, ` +
      `coverage ${mean(shuffles.map(({ coverage }) => coverage)).toFixed(3)}, ` +
      `average precision ${mean(shuffles.map(({ averagePrecision }) => averagePrecision)).toFixed(4)}`,
  )
}

/**
 * @typedef {{ oneError: number, coverage: number, averagePrecision: number }} Figures
 * @param {object} options
 * @param {number} seed
 * @returns {Promise<Figures>}
 */
async function overFolds(options, seed) {
  const order = [...permutation(documents.length, new Rng(seed))]
  /** @type {Figures[]} */
  const found = []
  for (let fold = 0; fold < FOLDS; fold++) {
    const part = (/** @type {boolean} */ held) =>
      order.filter((_, i) => (i % FOLDS === fold) === held).map((i) => documents[i])
    const model = await trainOnCorpus(inMemory(part(false)), { thresholds: 'fixed:0', ...options })
    found.push(/** @type {Figures} */ (await evaluate(model, part(true))))
  }
  return {
    oneError: mean(found.map(({ oneError }) => oneError)),
    coverage: mean(found.map(({ coverage }) => coverage)),
    averagePrecision: mean(found.map(({ averagePrecision }) => averagePrecision)),
  }
}

/** @param {number[]} numbers */
function mean(numbers) {
  return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
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
