// Which labels a trained model assigns: thresholds chosen on scores of documents that the scoring model
// did not learn from. The model that is saved has learned from all of them; the splits serve thresholds only.

import type { Dataset, Model, Scores } from '../contract.js'
import { folds, holdOut } from '../data/splits.js'
import { logOdds } from '../decide/log-odds.js'
import { ThresholdFitter } from '../decide/threshold-fitter.js'
import { parseThresholds, type ThresholdChoice, type ThresholdRule } from '../decide/thresholds.js'
import { scoresFor } from '../kernels/scores.js'
import { labelsOf } from './rows.js'

const FOLDS = 5
/** Beyond this many documents one held-out fifth says as much as five folds would. */
const MANY_DOCUMENTS = 20_000

/** From this share of documents with exactly one label on, the best label alone is assigned. */
const NEARLY_ALL = 0.99

/** `usual` is the best label alone where (nearly) every training document has exactly one, else by held-out F1. */
export function chooseThresholds(text: string, shareWithOneLabel: number): ThresholdChoice {
  if (text === 'usual') return shareWithOneLabel >= NEARLY_ALL ? { kind: 'top', k: 1 } : { kind: 'cv' }
  return parseThresholds(text)
}

/** Scores that can be compared between documents; `scratch` may be used to hold them. */
export function comparableScores(model: Model, scores: Scores, scratch: Float64Array): Float64Array {
  if (model.scale === 'comparable') return scores.values
  logOdds(scores, scratch)
  return scratch
}

export interface DecisionTask {
  readonly choice: ThresholdChoice
  readonly data: Dataset
  /** Trained on all rows. */
  readonly model: Model
  readonly natural: number | undefined
  readonly seed: number
  trainOn(rows: Uint32Array): Model
  progress?(done: number, total: number): void
}

/** The rule for a model whose training rows are at hand. */
export function decideBySplits({
  choice,
  data,
  model,
  natural,
  seed,
  trainOn,
  progress,
}: DecisionTask): ThresholdRule {
  if (choice.kind === 'top' || choice.kind === 'fixed') return choice
  const collector = new Collector(data.labelCount)
  if (choice.kind === 'train' || data.count < 2) {
    for (let row = 0; row < data.count; row++) collector.add(model, data, row)
  } else {
    const splits =
      data.count > MANY_DOCUMENTS
        ? [holdOut(data.count, 1 / FOLDS, seed)]
        : folds(data.count, Math.min(FOLDS, data.count), seed)
    for (const [done, { train, test }] of splits.entries()) {
      progress?.(done, splits.length)
      const part = trainOn(train)
      for (const row of test) collector.add(part, data, row)
    }
  }
  return collector.rule(choice.kind, natural)
}

/** The rule for a stream: from what the model said of documents before it learned from them. */
export class StreamDecider {
  private readonly choice: ThresholdChoice
  private readonly collector: Collector

  constructor(choice: ThresholdChoice, labelCount: number) {
    this.choice = choice
    this.collector = new Collector(labelCount)
  }

  /** Rows that the model has not learned from yet. */
  observe(data: Dataset, rows: Uint32Array, model: Model): void {
    if (this.choice.kind === 'top' || this.choice.kind === 'fixed') return
    const step = Math.max(1, Math.floor(rows.length / MANY_DOCUMENTS))
    for (let i = 0; i < rows.length; i += step) this.collector.add(model, data, rows[i])
  }

  rule(natural: number | undefined): ThresholdRule {
    const { choice } = this
    return choice.kind === 'top' || choice.kind === 'fixed'
      ? choice
      : this.collector.rule(choice.kind, natural)
  }
}

class Collector {
  private readonly fitter: ThresholdFitter
  private readonly comparable: Float64Array
  private scores: Scores | undefined

  constructor(labelCount: number) {
    this.fitter = new ThresholdFitter(labelCount)
    this.comparable = new Float64Array(labelCount)
  }

  add(model: Model, data: Dataset, row: number): void {
    const scores = scoresFor(model.labelCount, this.scores)
    this.scores = scores
    model.score(data, row, scores)
    const { positives, negatives, judged } = labelsOf(data, row)
    this.fitter.add(scores, positives, judged, comparableScores(model, scores, this.comparable), negatives)
  }

  rule(kind: 'cv' | 'train' | 'share', natural: number | undefined): ThresholdRule {
    return kind === 'share' ? this.fitter.byShare() : this.fitter.byF1(natural)
  }
}
