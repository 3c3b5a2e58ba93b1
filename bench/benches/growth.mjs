// How the time and memory of ff grow with the data: one quantity doubled five times, the others as they are.

import { abound, atMost, runOnce, script } from '../harness.mjs'

const START = 'train, 100 documents'
const DOUBLINGS = 5
const USUAL = { documents: 16_000, words: 50, labels: 1000, perDocument: 1 }

/** @typedef {keyof typeof USUAL} Quantity */

/** @type {Record<Quantity, { name: string, from: number, train: number, predict?: number }>} */
const QUANTITIES = {
  documents: { name: 'documents', from: 8000, train: 1.05 },
  words: { name: 'words a document', from: 25, train: 1.05 },
  labels: { name: 'labels', from: 500, train: 0.15, predict: 0.15 },
  perDocument: { name: 'labels a document', from: 1, train: 1.05, predict: 0.15 },
}

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'ff on made-up documents: 16,000 of 50 words with one of 1,000 labels, and one of these quantities doubled five ' +
    'times. Exponents are fitted by least squares on logarithms of CPU time, and of peak memory, above those of ' +
    'training on 100 documents; prediction is of 16,000 texts, the whole command.',
  rounds: 2,
  async plan(place) {
    const small = place.file('growth-start.jsonl')
    await make(small, 1, { ...USUAL, documents: 100 })
    /** @type {import('../harness.mjs').Contender[]} */
    const contenders = [{ name: START, args: train(small, place.file('growth-start.abound')), figures }]
    /** @type {{ quantity: Quantity, values: number[] }[]} */
    const series = []
    for (const quantity of /** @type {Quantity[]} */ (Object.keys(QUANTITIES))) {
      const { from, predict } = QUANTITIES[quantity]
      const values = Array.from({ length: DOUBLINGS + 1 }, (_, i) => from * 2 ** i)
      series.push({ quantity, values })
      for (const value of values) {
        const shape = { ...USUAL, [quantity]: value }
        const at = (/** @type {string} */ ending) => place.file(`growth-${quantity}-${value}.${ending}`)
        await make(at('train.jsonl'), 1, shape)
        contenders.push({
          name: nameOf('train', quantity, value),
          args: train(at('train.jsonl'), at('abound')),
          figures,
        })
        if (predict === undefined) continue
        await make(at('test.jsonl'), 2, shape)
        contenders.push({
          name: nameOf('predict', quantity, value),
          args: abound('predict', at('abound'), at('test.jsonl'), '--as', 'tsv'),
          figures,
        })
      }
    }
    return {
      corpus: 'made up, seeded',
      measures: [
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
        { key: 'megabytes', unit: 'MB peak', better: 'lower' },
      ],
      contenders,
      checks: (results) =>
        series.flatMap(({ quantity, values }) => {
          const { name, train, predict } = QUANTITIES[quantity]
          const fitted = (/** @type {'train' | 'predict'} */ what, /** @type {string} */ key) =>
            exponent(
              values,
              values.map((value) => {
                const numbers = results.numbers(nameOf(what, quantity, value), key)
                return (
                  Math.min(...numbers) - (what === 'train' ? Math.min(...results.numbers(START, key)) : 0)
                )
              }),
            )
          return [
            atMost(`time of train by ${name}, exponent`, fitted('train', 'cpuSeconds'), train),
            atMost(`memory of train by ${name}, exponent`, fitted('train', 'megabytes'), 1.05),
            ...(predict === undefined
              ? []
              : [atMost(`time of predict by ${name}, exponent`, fitted('predict', 'cpuSeconds'), predict)]),
          ]
        }),
    }
  },
}

/**
 * @param {string} what
 * @param {Quantity} quantity
 * @param {number} value
 */
function nameOf(what, quantity, value) {
  return `${what}, ${value.toLocaleString('en-US')} ${QUANTITIES[quantity].name}`
}

/**
 * @param {string} data
 * @param {string} model
 */
function train(data, model) {
  const decided = ['--thresholds', 'top:1', '--probabilities', 'none', '--threads', '1']
  return abound('train', data, '--learner', 'ff', '--margin', '0.1', ...decided, '--quiet', '-o', model)
}

/** @param {import('../harness.mjs').Ended} ended */
function figures({ peakBytes }) {
  return { megabytes: peakBytes / 1e6 }
}

/**
 * @param {string} to
 * @param {number} seed
 * @param {typeof USUAL} shape
 */
async function make(to, seed, { documents, words, labels, perDocument }) {
  const shape = [seed, documents, words, labels, perDocument].map(String)
  await runOnce({ args: script('make-growth', to, ...shape) })
}

/**
 * The slope of a straight line through logarithms.
 * @param {number[]} sizes
 * @param {number[]} costs
 */
function exponent(sizes, costs) {
  const x = sizes.map(Math.log)
  const y = costs.map((cost) => Math.log(Math.max(cost, 1e-6)))
  const mean = (/** @type {number[]} */ numbers) => numbers.reduce((a, b) => a + b, 0) / numbers.length
  const [mx, my] = [mean(x), mean(y)]
  const up = x.reduce((sum, at, i) => sum + (at - mx) * (y[i] - my), 0)
  return up / x.reduce((sum, at) => sum + (at - mx) ** 2, 0)
}
