// AROW, adaptive regularization of weight vectors (Crammer, Kulesza & Dredze 2009), one against the rest. A learner of our own,
// as a plugin: its default export is what `--plugin` and `extend` take.
//
// Each weight has a variance σ, 1 at first: how little is known of it. For each label, y = +1 if the document has it, else −1:
//   m = w · x,  v = Σ σ x²,  and if y·m < 1:  β = 1/(v + r),  w += (1 − y·m) β y σ x,  σ −= β σ² x²
// So rare words, of which little is known, move far; frequent ones keep still.

import { defineLearner } from 'abound'
import { LinearModel, rowOf, WeightRows, weightRowsFrom } from 'abound/learners'

/** @import { Dataset, NumberArray, OnlineTrainer, State } from 'abound/learners' */

/** @implements {OnlineTrainer} */
class Arow {
  /**
   * @param {number} r
   * @param {WeightRows} weights
   * @param {WeightRows} spent what variances have lost: σ = 1 − spent
   */
  constructor(r, weights, spent) {
    this.r = r
    this.weights = weights
    this.spent = spent
  }

  /**
   * @param {Dataset} data
   * @param {number} row
   */
  learn(data, row) {
    const { weights, spent, r } = this
    const { columns, values, labels, notLabels, judged } = rowOf(data, row)
    weights.ensure(data.featureCount, data.labelCount)
    spent.ensure(data.featureCount, data.labelCount)
    const has = new Set(labels)
    // Of a partly judged document only the labels that it names are known.
    const known =
      judged === 1 ? Array.from({ length: weights.labelCount }, (_, l) => l) : [...labels, ...notLabels]
    for (const label of known) {
      const y = has.has(label) ? 1 : -1
      let margin = 0
      let variance = 0
      for (let i = 0; i < columns.length; i++) {
        margin += weights.get(columns[i], label) * values[i]
        variance += (1 - spent.get(columns[i], label)) * values[i] ** 2
      }
      const loss = 1 - y * margin
      if (loss <= 0) continue
      const beta = 1 / (variance + r)
      for (let i = 0; i < columns.length; i++) {
        const spread = (1 - spent.get(columns[i], label)) * values[i]
        weights.add(columns[i], label, loss * beta * y * spread)
        spent.add(columns[i], label, beta * spread ** 2)
      }
    }
  }

  model() {
    return LinearModel.ofWeights(this.weights)
  }

  /** @returns {State} */
  state() {
    /** @type {Record<string, NumberArray>} */
    const arrays = {}
    this.weights.store('weights', arrays)
    this.spent.store('spent', arrays)
    return { numbers: { labels: this.weights.labelCount }, arrays }
  }
}

export const arow = defineLearner({
  name: 'arow',
  online: true,
  summary: 'one line a label, whose weights move the less the more is known of them',
  goodFor: 'noisy labels and one pass: it is hard to upset by a single document.',
  source: 'Crammer, Kulesza & Dredze, NIPS 2009',
  options: {
    passes: {
      kind: 'integer',
      default: 1,
      min: 1,
      max: 100,
      help: 'how often the documents are gone through',
    },
    r: { kind: 'number', default: 1, min: 1e-6, help: 'how slowly weights move: the more, the steadier' },
  },
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  passes: (options) => Number(options.passes),
  start: ({ features, labels }, options) =>
    new Arow(Number(options.r), new WeightRows(features, labels), new WeightRows(features, labels)),
  resume: ({ numbers, arrays }, options) =>
    new Arow(
      Number(options.r),
      weightRowsFrom(arrays, 'weights', numbers.labels),
      weightRowsFrom(arrays, 'spent', numbers.labels),
    ),
})

export default { learners: [arow] }
