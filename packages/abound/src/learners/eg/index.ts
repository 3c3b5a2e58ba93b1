// Exponentiated gradient, EG (Kivinen & Warmuth 1994; Lewis, Schapire, Callan & Papka, SIGIR 1996, section 3.3).
//
// Per label w_1 = (1/n, …, 1/n), n the features of the training file; target y = 1 (or highTarget) if the
// document has the label, else 0 (lowTarget):
//   w_j ← w_j · exp(−2η(w·x − y)x_j)/Z, Z makes the sum 1; η = 2/(3R²), R the greatest range of values
//   within one document, absent words being 0 (1 for presence), or η as given. Exponents stay within ±50.
// The model is the mean of w_1 … w_{m+1} of each label (average). R grows if a wider document comes later.
// A word that comes later starts with the weight of a word that no document has touched, a label with 1/n; partly
// judged documents are steps of the labels they name. Where absent words have a value a (`inquery`), the weights' sum of 1
// makes w·x = a + the row's own part: the targets shift by a, and the scores do.
//
// Reads and writes the weights of the document's words for all labels, O(words · labels), though Z changes all of a
// label's weights: multiplicative-weights.ts.

import type { Dataset, OnlineLearner, OnlineTrainer, OptionSpecs, RowChunk, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LinearModel } from '../../models/linear.js'
import { averageOption } from '../../options.js'
import type { LabelTask } from '../../solvers/label-tasks.js'
import {
  type LabelTrainer,
  type PerLabelOptions,
  perLabelOptions,
  trainPerLabel,
  trainsPerLabel,
} from '../../solvers/per-label-training.js'
import { featuresUpTo, labelsUpTo } from '../../solvers/row-extent.js'
import { TargetErrors, type Targets } from '../../solvers/target-errors.js'
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
    const { absentValue = 0 } = context
    const weights = new MultiplicativeWeights(data.featureCount, data.labelCount, options.average)
    const bounds = new RowBounds(data.featureCount)
    for (let row = 0; row < data.count; row++) bounds.addRow(data, row)
    trainPerLabel(data, options, context, {
      balanced: true,
      start: (task) => EgTrainer.forTask(task, options, absentValue, bounds.largestRange),
      adopt: (label, one, { features }) => weights.adopt(label, one.weights, features),
    })
    return new EgTrainer(weights, options, absentValue, bounds.largestRange)
  },
  resume: (state, options) => {
    const weights = MultiplicativeWeights.from(state)
    const { numbers } = state
    return new EgTrainer(weights, options, numberFrom(numbers, 'absent'), numberFrom(numbers, 'largestRange'))
  },
}

class EgTrainer implements OnlineTrainer, LabelTrainer {
  readonly weights: MultiplicativeWeights
  private readonly options: EgOptions
  /** a: what every word is worth where it is absent. */
  private readonly absent: number
  /** R so far. */
  private largestRange: number
  private readonly goals: Targets
  private readonly targets = new TargetErrors()
  private kept: Float64Array | undefined
  private built: LinearModel | undefined

  constructor(weights: MultiplicativeWeights, options: EgOptions, absent: number, largestRange: number) {
    const { highTarget, lowTarget } = options
    this.weights = weights
    this.options = options
    this.absent = absent
    this.largestRange = largestRange
    this.goals = { highTarget: highTarget - absent, lowTarget: lowTarget - absent }
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
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const { weights, targets } = this
    weights.ensure(featuresUpTo(chunk, r), labelsUpTo(chunk, r))
    targets.reserve(weights.labelCount)
    this.largestRange = Math.max(this.largestRange, valueRange(chunk, r))
    weights.score(data, row, targets.scores)
    const count = targets.find(chunk, r, weights.labelCount, this.goals)
    const { labels, errors: scales } = targets
    const twice = 2 * this.rate()
    for (let i = 0; i < count; i++) scales[i] *= -twice
    weights.step(data, row, labels, scales, count)
    this.built = undefined
  }

  model(): LinearModel {
    if (this.built === undefined) {
      const weights = this.weights.mean()
      const bias = new Float64Array(weights.labelCount).fill(this.absent)
      this.built = LinearModel.ofWeights(weights, bias)
    }
    return this.built
  }

  state(): State {
    const { numbers, arrays } = this.weights.state()
    const { absent, largestRange } = this
    return { numbers: { ...numbers, absent, largestRange }, arrays }
  }

  scoreNow(data: Dataset, row: number): number {
    this.targets.reserve(this.weights.labelCount)
    this.weights.score(data, row, this.targets.scores)
    return this.targets.scores[0]
  }

  keep(): void {
    this.kept = this.weights.weightsOf(0)
  }

  useKept(): void {
    this.weights.startFrom(0, this.kept!)
    this.built = undefined
  }

  /** η. */
  private rate(): number {
    if (this.options.rate > 0) return this.options.rate
    return this.largestRange === 0 ? 0 : 2 / (3 * this.largestRange * this.largestRange)
  }
}

/** The range of values within row r, absent words being 0. */
function valueRange({ offsets, values }: RowChunk, r: number): number {
  let most = 0
  let least = 0
  for (let e = offsets[r]; e < offsets[r + 1]; e++) {
    if (values[e] > most) most = values[e]
    if (values[e] < least) least = values[e]
  }
  return most - least
}
