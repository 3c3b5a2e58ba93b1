// Sleeping experts (Cohen & Singer, SIGIR 1996; compared in Schapire & Singer 2000).
//
// For each (label l, feature f) two mini-experts, "in" and "out", weight 1 at first. On x the active ones
// are those of its features: ŷ_l = weight of the active "in" of l / weight of all active of l, which also
// ranks labels. Update, after every document: the active ones that voted wrong ("out" where l ∈ Y, "in"
// where l ∈ Ȳ) are multiplied by β, then all active of l by what brings their total back to what it was.
// Partly judged documents: labels they do not speak of are left alone.
//
// Reads and writes the weights of the document's features for all labels: O(features of the document · labels), memory 16
// bytes for each feature and label. Rescaling carries what one word has learned over to the words beside it, so once a
// label had its first document hardly a pair has the history of another label's: weights are dense (models/ratio.ts).
// They never fall below 1e-300, so that no expert dies for good; a label's weights add up to about twice the number of
// features, so none can grow beyond that.

import type { Dataset, OnlineLearner, OnlineTrainer, OptionSpecs, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { RatioModel } from '../../models/ratio.js'
import { passesOption } from '../../options.js'
import { featuresUpTo, labelsUpTo, sumOfCounts } from '../../solvers/row-extent.js'

export type SleepingExpertsOptions = {
  beta: number
  passes: number
}

const OPTIONS: OptionSpecs<SleepingExpertsOptions> = {
  beta: {
    kind: 'number',
    default: 0.5,
    min: 0.001,
    max: 0.999,
    help: 'what a wrong vote is multiplied by',
  },
  passes: passesOption(),
}

const LEAST = 1e-300

export const sleepingExperts: OnlineLearner<SleepingExpertsOptions> = {
  name: 'sleeping-experts',
  online: true,
  summary: 'for each word and label a vote for and a vote against, wrong votes lose weight',
  goodFor:
    'few labels, on streams; give it word pairs (--ngrams 2) or word pairs with gaps (--sparse-window), as ' +
    'its authors had it. Time, memory and the file grow with words × labels, and other learners rank better.',
  source: 'Cohen & Singer, Context-sensitive learning methods for text categorization, SIGIR 1996',
  options: OPTIONS,
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'ratio',
  naturalThreshold: 0.5,
  passes: (options) => options.passes,
  start: (shape, options) =>
    new SleepingExpertsTrainer(new RatioModel(shape.features, shape.labels), options),
  resume: (state, options) => new SleepingExpertsTrainer(RatioModel.from(state), options),
}

class SleepingExpertsTrainer implements OnlineTrainer {
  private readonly experts: RatioModel
  private readonly beta: number
  /** What the votes of each label's active experts are multiplied by. */
  private factorsIn = new Float64Array(0)
  private factorsOut = new Float64Array(0)

  constructor(experts: RatioModel, { beta }: SleepingExpertsOptions) {
    this.experts = experts
    this.beta = beta
  }

  learn(data: Dataset, row: number): void {
    const { experts } = this
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    sumOfCounts(chunk, r, 'sleeping-experts asks which words are there: expected values of at least 0')
    experts.ensure(featuresUpTo(chunk, r), labelsUpTo(chunk, r))
    const { labelCount } = experts
    if (labelCount === 0 || chunk.offsets[r] === chunk.offsets[r + 1]) return
    experts.meet(data, row)
    if (this.factorsIn.length < labelCount) {
      this.factorsIn = new Float64Array(labelCount * 2)
      this.factorsOut = new Float64Array(labelCount * 2)
    }
    const { sumsFor, sumsAgainst } = experts.sums(data, row)
    const { labels, labelOffsets } = chunk
    const trueTo = labelOffsets[2 * r + 1]
    if (chunk.judged[r] === 2) {
      this.factorsIn.fill(1)
      this.factorsOut.fill(1)
      for (let t = trueTo; t < labelOffsets[2 * r + 2]; t++) this.punishIn(labels[t], sumsFor, sumsAgainst)
    } else for (let l = 0; l < labelCount; l++) this.punishIn(l, sumsFor, sumsAgainst)
    for (let t = labelOffsets[2 * r]; t < trueTo; t++) this.punishOut(labels[t], sumsFor, sumsAgainst)
    experts.multiply(data, row, this.factorsIn, this.factorsOut, LEAST)
  }

  model(): RatioModel {
    return this.experts
  }

  state(): State {
    return this.experts.state()
  }

  /** What l's active experts are multiplied by where "in" voted wrong; below, where "out" did. */
  private punishIn(label: number, sumsIn: Float64Array, sumsOut: Float64Array): void {
    const total = sumsIn[label] + sumsOut[label]
    const rescale = total / (this.beta * sumsIn[label] + sumsOut[label])
    this.factorsIn[label] = this.beta * rescale
    this.factorsOut[label] = rescale
  }

  private punishOut(label: number, sumsIn: Float64Array, sumsOut: Float64Array): void {
    const total = sumsIn[label] + sumsOut[label]
    const rescale = total / (sumsIn[label] + this.beta * sumsOut[label])
    this.factorsIn[label] = rescale
    this.factorsOut[label] = this.beta * rescale
  }
}
