// How long training and measuring take, predicted from counts alone: a search with a budget is planned by these figures
// and never by a clock, so that it finds the same on any machine.
//
// Seconds are those of one nominal core. Per learner, in nanoseconds: for each entry of a row and pass, and for each
// entry × label and pass; measured by bench/benches/costs.mjs.

import type { Document } from '../contract.js'
import { type GivenOptions, resolveTrainOptions } from '../pipeline/train-options.js'
import { Vectoriser } from '../vector/vectoriser.js'

/** What training a learner takes, in nanoseconds: for each entry of the rows, and for each entry and label. */
interface LearnerCost {
  readonly entry: number
  readonly pair: number
}

/** Options by which a learner's cost is multiplied. */
const PER_PASS = ['passes', 'rounds']

const COSTS: Readonly<Record<string, LearnerCost>> = {
  ff: { entry: 250, pair: 0 },
  ind: { entry: 400, pair: 0 },
  'unweighted-index': { entry: 400, pair: 0 },
  frequency: { entry: 10, pair: 0 },
  'naive-bayes': { entry: 60, pair: 0 },
  prtfidf: { entry: 80, pair: 0 },
  rocchio: { entry: 100, pair: 1 },
  mmp: { entry: 60, pair: 6 },
  perceptron: { entry: 60, pair: 4 },
  'widrow-hoff': { entry: 60, pair: 18 },
  eg: { entry: 60, pair: 30 },
  'sleeping-experts': { entry: 100, pair: 10 },
  committee: { entry: 60, pair: 300 },
  svm: { entry: 60, pair: 30 },
  tsvm: { entry: 60, pair: 400 },
  'top-down': { entry: 60, pair: 60 },
  boost: { entry: 60, pair: 4 },
  ripper: { entry: 60, pair: 3000 },
}

/** Where nothing is known of a learner. */
const UNKNOWN: LearnerCost = { entry: 100, pair: 100 }

/** By how much an SVM's time is multiplied with another loss than its default, and with all labels in one problem. */
const LOSSES: Readonly<Record<string, number>> = { logistic: 5 }
const MULTICLASS: Readonly<Record<string, number>> = { 'crammer-singer': 3 }

/** Reading a document and a term of it, and scoring an entry of a test document against a label. */
const DOCUMENT = 25_000
const TERM = 400
const SCORE = 3
/** What any training takes before the first document. */
const START_SECONDS = 0.002

/** Documents that entries are counted on. */
const SAMPLE = 200

/** Predicts how long learners take on documents such as these. */
export class CostModel {
  private readonly sample: readonly Document[]
  private readonly labels: number
  private readonly entries = new Map<string, number>()

  /** A few of the documents, and how many labels all have. */
  constructor(documents: readonly Document[], labels: number) {
    const step = Math.max(1, Math.floor(documents.length / SAMPLE))
    this.sample = documents.filter((_, i) => i % step === 0).slice(0, SAMPLE)
    this.labels = labels
  }

  /** Nominal seconds of training on some documents and measuring on others. */
  async secondsOf(given: GivenOptions): Promise<(trained: number, tested: number) => number> {
    const { learner, learnerOptions } = resolveTrainOptions(given)
    const { entry, pair } = COSTS[learner.name] ?? UNKNOWN
    const entries = await this.entriesOf(given)
    const passes = PER_PASS.reduce((most, name) => Math.max(most, Number(learnerOptions[name] ?? 1)), 1)
    const times =
      (LOSSES[String(learnerOptions.loss)] ?? 1) * (MULTICLASS[String(learnerOptions.multiclass)] ?? 1)
    const { labels } = this
    return (trained, tested) => {
      const learned = Math.min(labels, trained)
      const learning = passes * times * (entry + pair * learned) + TERM
      const scoring = TERM + SCORE * learned
      const nanoseconds = entries * (trained * learning + tested * scoring) + DOCUMENT * (trained + tested)
      return START_SECONDS + nanoseconds / 1e9
    }
  }

  /** Distinct terms of a document, on average, under these text options. */
  private async entriesOf(given: GivenOptions): Promise<number> {
    const { vectorOptions } = resolveTrainOptions(given)
    const key = JSON.stringify(vectorOptions)
    const known = this.entries.get(key)
    if (known !== undefined) return known
    const vectoriser = await Vectoriser.load(vectorOptions)
    let sum = 0
    for (const document of this.sample) {
      vectoriser.look(document)
      sum += vectoriser.size
    }
    const mean = sum / Math.max(1, this.sample.length)
    this.entries.set(key, mean)
    return mean
  }
}
