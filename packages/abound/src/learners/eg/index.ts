// Exponentiated gradient, EG (Kivinen & Warmuth 1994; Lewis, Schapire, Callan & Papka, SIGIR 1996).
//
// Per label w_1 = (1/n, …, 1/n), n the features of the training file; target y = 1 (or highTarget) if the
// document has the label, else 0 (lowTarget):
//   w_j ← w_j · exp(−2η(w·x − y)x_j)/Z, Z makes the sum 1; η = 2/(3R²), R the greatest range of values
//   within one document, absent words being 0 (1 for presence), or η as given. Exponents stay within ±50.
// The model is the mean of w_1 … w_{m+1} of each label (average). R grows if a wider document comes later.
// A document costs O(its words · labels): multiplicative-weights.ts. A word that comes later starts
// with the weight of a word that no document has touched, a label with 1/n; partly judged documents are steps of
// the labels they name. Where absent words have a value a (`inquery`), the weights' sum of 1 makes w·x = a + the
// row's own part: the targets shift by a, and the scores do.

import type { Dataset, OnlineLearner, OnlineTrainer, OptionSpecs, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LinearModel } from '../../models/linear.js'
import { averageOption } from '../../options.js'
import { forEachLabelTask, type LabelTask } from '../../solvers/label-tasks.js'
import {
  type LabelTrainer,
  type PerLabelOptions,
  perLabelOptions,
  trainLabel,
  trainsPerLabel,
} from '../../solvers/per-label-training.js'
import { RowBounds } from '../../structures/row-bounds.js'
import { numberFrom } from '../../structures/state-arrays.js'
import { MultiplicativeWeights } from './multiplicative-weights.js'

export type EgOptions = {
  rate: number
  average: boolean
} & PerLabelOptions

const OPTIONS: OptionSpecs<EgOptions> = {
  rate: {
    kind: 'number',
    default: 0,
    min: 0,
    help: 'how far a step goes; 0: by the greatest range of values, 2/(3R²)',
  },
  average: averageOption(true),
  ...perLabelOptions('uniform'),
}

export const eg: OnlineLearner<EgOptions> = {
  name: 'eg',
  online: true,
  summary: 'exponentiated gradient: weights that sum to 1 a label, multiplied after each document',
  goodFor:
    'presence of words where few of very many words matter: finds those fast. On tf·idf rows widrow-hoff is better. ' +
    'Time and memory grow with words × labels.',
  source: 'Lewis, Schapire, Callan & Papka, Training Algorithms for Linear Text Classifiers, SIGIR 1996',
  options: OPTIONS,
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'linear',
  takesLabelTexts: true,
  passes: (options) => options.passes,
  asks: ({ rate }) => (rate > 0 ? undefined : 'largestRange'),
  start: (shape, options, { absentValue = 0 }) => {
    const weights = new MultiplicativeWeights(shape.features, shape.labels, options.average)
    return new EgTrainer(weights, options, absentValue, shape.largestRange ?? 0)
  },
  needsWhole: trainsPerLabel,
  trainWhole: (data, options, context) => {
    const { absentValue = 0, seed } = context
    const weights = new MultiplicativeWeights(data.featureCount, data.labelCount, options.average)
    const bounds = new RowBounds(data.featureCount)
    for (let row = 0; row < data.count; row++) bounds.addRow(data, row)
    forEachLabelTask(data, options, context, (label, task) => {
      const one = EgTrainer.forTask(task, options, absentValue, bounds.largestRange)
      trainLabel(one, task, options, true, { ...context, seed: seed + 1 + label })
      weights.adopt(label, one.weights, task.features)
    })
    return new EgTrainer(weights, options, absentValue, bounds.largestRange)
  },
  resume: (state, options) => {
    const { numbers } = state
    const absent = numberFrom(numbers, 'absent')
    return new EgTrainer(
      MultiplicativeWeights.from(state),
      options,
      absent,
      numberFrom(numbers, 'largestRange'),
    )
  },
}

class EgTrainer implements OnlineTrainer, LabelTrainer {
  readonly weights: MultiplicativeWeights
  private readonly options: EgOptions
  private readonly absent: number
  /** R so far. */
  private largestRange: number
  private scores = new Float64Array(0)
  private isTrue = new Uint8Array(0)
  private labels = new Uint32Array(0)
  private scales = new Float64Array(0)
  private kept: Float64Array | undefined
  private built: LinearModel | undefined

  constructor(weights: MultiplicativeWeights, options: EgOptions, absent: number, largestRange: number) {
    this.weights = weights
    this.options = options
    this.absent = absent
    this.largestRange = largestRange
  }

  /** One label, from the task's start. */
  static forTask(
    { data, start }: LabelTask,
    options: EgOptions,
    absent: number,
    largestRange: number,
  ): EgTrainer {
    const weights = new MultiplicativeWeights(data.featureCount, 1, options.average)
    if (start !== undefined) weights.startFrom(0, start)
    return new EgTrainer(weights, options, absent, largestRange)
  }

  learn(data: Dataset, row: number): void {
    const { columns, values, offsets, labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    let features = 0
    let most = 0
    let least = 0
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      if (columns[e] >= features) features = columns[e] + 1
      if (values[e] > most) most = values[e]
      if (values[e] < least) least = values[e]
    }
    const [from, trueTo, to] = labelOffsets.subarray(2 * r, 2 * r + 3)
    let known = 0
    for (let t = from; t < to; t++) if (labels[t] >= known) known = labels[t] + 1
    const { weights, options } = this
    weights.ensure(features, known)
    this.reserve()
    this.largestRange = Math.max(this.largestRange, most - least)
    weights.score(data, row, this.scores)

    const { scores, isTrue } = this
    const twice = 2 * this.rate()
    const high = options.highTarget - this.absent
    const low = options.lowTarget - this.absent
    const partial = judged[r] === 2
    const count = partial ? to - from : weights.labelCount
    for (let t = from; t < trueTo; t++) isTrue[labels[t]] = 1
    for (let i = 0; i < count; i++) {
      const label = partial ? labels[from + i] : i
      this.labels[i] = label
      this.scales[i] = -twice * (scores[label] - (isTrue[label] === 1 ? high : low))
    }
    for (let t = from; t < trueTo; t++) isTrue[labels[t]] = 0
    weights.step(data, row, this.labels, this.scales, count)
    this.built = undefined
  }

  model(): LinearModel {
    this.built ??= this.build()
    return this.built
  }

  state(): State {
    const { numbers, arrays } = this.weights.state()
    const { absent, largestRange } = this
    return { numbers: { ...numbers, absent, largestRange }, arrays }
  }

  scoreNow(data: Dataset, row: number): number {
    this.reserve()
    this.weights.score(data, row, this.scores)
    return this.scores[0]
  }

  keep(): void {
    this.kept = this.weights.weightsOf(0)
  }

  useKept(): void {
    this.weights.startFrom(0, this.kept!)
    this.built = undefined
  }

  private rate(): number {
    if (this.options.rate > 0) return this.options.rate
    return this.largestRange === 0 ? 0 : 2 / (3 * this.largestRange * this.largestRange)
  }

  private build(): LinearModel {
    const weights = this.weights.mean()
    const { labelCount } = weights
    return new LinearModel({
      labelCount,
      bias: new Float64Array(labelCount).fill(this.absent),
      slope: new Float64Array(labelCount),
      weights,
      scale: 'comparable',
    })
  }

  private reserve(): void {
    const { labelCount } = this.weights
    if (labelCount <= this.scores.length) return
    const size = labelCount * 2
    this.scores = new Float64Array(size)
    this.isTrue = new Uint8Array(size)
    this.labels = new Uint32Array(size)
    this.scales = new Float64Array(size)
  }
}
