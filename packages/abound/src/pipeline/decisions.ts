// Which labels a trained model assigns, and how probable they are. Thresholds and probabilities are fitted to scores of
// held-out documents, by models trained on the rest. The model that is saved learns from all documents; models of the
// splits serve only these decisions.

import type { Dataset, Learner, Model, Scores } from '../contract.js'
import { folds, holdOut, type Split } from '../data/splits.js'
import { CalibrationFitter } from '../decide/calibration-fitter.js'
import { logOdds } from '../decide/log-odds.js'
import { F1, type Objective, parseObjective } from '../decide/objective.js'
import type { Calibration } from '../decide/probability-calibration.js'
import { ThresholdFitter } from '../decide/threshold-fitter.js'
import { parseThresholds, type ThresholdChoice, type ThresholdRule } from '../decide/thresholds.js'
import { scoresFor } from '../engine/scores.js'
import { Evaluation } from '../measure/evaluation.js'
import type { Figure } from '../measure/ranking-sums.js'
import { rowsByJudgement } from '../structures/rows-by-label.js'
import { type RowsOfData, type RowWeights, rowsOfFold } from './fold-rows.js'
import { labelsOf } from './rows.js'
import type { TrainOnSplit } from './split-trainings.js'

const FOLDS = 5
/** Beyond this many documents, one held-out fifth is enough in place of five folds. */
export const MANY_DOCUMENTS = 20_000

/** From this share of documents with exactly one label on, the best label alone is assigned. */
const NEARLY_ALL = 0.99

/** With fewer documents than this no probabilities are fitted. */
export const FEWEST_DOCUMENTS = 20

/** What the model file keeps. */
export interface Decisions {
  readonly rule: ThresholdRule
  /** Absent where there were too few documents, or `probabilities` is none. */
  readonly calibration: Calibration | undefined
}

/** Measures on the documents that were held out for decisions. */
export interface HeldOutMeasures {
  readonly documents: number
  readonly R1: Figure
  readonly averagePrecision: Figure
  /** At thresholds fitted to the same documents; absent where none were fitted. */
  readonly microF1?: number
}

/** How probabilities are fitted. */
export const PROBABILITIES = ['usual', 'platt', 'isotonic', 'none'] as const
export type ProbabilityChoice = (typeof PROBABILITIES)[number]

/**
 * `usual` is the best label alone where (nearly) every training document has exactly one, else thresholds by held-out F1.
 * A learner that uses unlabelled documents has already fixed how many of them have each label: its own threshold is kept.
 */
function chooseThresholds(
  text: string,
  shareWithOneLabel: number,
  { takesUnlabelled, naturalThreshold }: Pick<Learner, 'takesUnlabelled' | 'naturalThreshold'>,
): ThresholdChoice {
  if (text !== 'usual') return parseThresholds(text)
  if (shareWithOneLabel >= NEARLY_ALL) return { kind: 'top', k: 1 }
  if (takesUnlabelled === true && naturalThreshold !== undefined)
    return { kind: 'fixed', t: naturalThreshold }
  return { kind: 'cv' }
}

/** The choice that options make. */
export function chooseDecisions(
  {
    thresholds,
    probabilities,
    optimise,
  }: { readonly thresholds: string; readonly probabilities: string; readonly optimise: string },
  shareWithOneLabel: number,
  learner: Pick<Learner, 'takesUnlabelled' | 'naturalThreshold'> = {},
): DecisionChoice {
  return {
    thresholds: chooseThresholds(
      thresholds === 'usual' && optimise !== 'usual' ? 'cv' : thresholds,
      shareWithOneLabel,
      learner,
    ),
    objective: optimise === 'usual' ? F1 : parseObjective(optimise),
    probabilities: probabilities as ProbabilityChoice,
    shareWithOneLabel,
  }
}

/** Scores that can be compared between documents; `scratch` may be used to hold them. */
export function comparableScores(model: Model, scores: Scores, scratch: Float64Array): Float64Array {
  if (model.scale === 'comparable') return scores.values
  logOdds(scores, scratch)
  return scratch
}

/** How thresholds and probabilities are to be found. */
export interface DecisionChoice {
  readonly thresholds: ThresholdChoice
  /** What thresholds are for, where they are fitted. */
  readonly objective: Objective
  readonly probabilities: ProbabilityChoice
  /** Share of the training documents with exactly one label. */
  readonly shareWithOneLabel: number
}

export interface DecisionTask {
  readonly choice: DecisionChoice
  readonly data: Dataset
  /** Trained on all rows. */
  readonly model: Model
  readonly natural: number | undefined
  readonly seed: number
  /** How the rows were weighted. */
  readonly weights: RowWeights | undefined
  /** Called for each of `decisionSplits`, in their order. */
  readonly trainOn: TrainOnSplit
  progress?(done: number, total: number): void
  /** Gets the measures on held-out documents, if any were held out. */
  measured?(measures: HeldOutMeasures): void
}

/** The decisions for a model whose training rows are at hand. */
export function decideBySplits({
  choice,
  data,
  model,
  natural,
  seed,
  weights,
  trainOn,
  progress,
  measured,
}: DecisionTask): Decisions {
  const { judged } = rowsByJudgement(data)
  const count = judged.length
  const collector = new Collector(data.labelCount, choice, count)
  if (choice.thresholds.kind === 'train' || count < 2)
    for (const row of judged) collector.add(model, data, row, true, false)
  const splits = decisionSplits(choice, data, seed)
  if (splits.length === 0) return collector.decide(natural)
  if (measured !== undefined) collector.measure()
  for (const [done, { train, test }] of splits.entries()) {
    progress?.(done, splits.length)
    const foldRows = rowsOfFold(data, train, weights)
    collector.addHeldOut(trainOn(train, foldRows), foldRows(test))
  }
  const decisions = collector.decide(natural)
  measured?.(collector.measures(decisions.rule))
  return decisions
}

/** The splits that decisions need: for each, the rows to train on and those held out. */
export function decisionSplits(choice: DecisionChoice, data: Dataset, seed: number): Split[] {
  const { judged, unlabelled } = rowsByJudgement(data)
  const count = judged.length
  const { heldOut, probabilities } = wantedBy(choice, count)
  if (count < 2 || !(heldOut || probabilities)) return []
  const { kind } = choice.thresholds
  const byFolds = (kind === 'cv' || kind === 'share') && count <= MANY_DOCUMENTS
  const splits = byFolds ? folds(count, Math.min(FOLDS, count), seed) : [holdOut(count, 1 / FOLDS, seed)]
  return splits.map(({ train, test }) => ({
    train: Uint32Array.from([...train.map((i) => judged[i]), ...unlabelled]),
    test: test.map((i) => judged[i]),
  }))
}

/**
 * Whether decisions need no split, for an online learner that makes one pass in random order: with many documents, the
 * scores of the last fifth, taken just before the model learns from it, serve as held-out scores.
 */
export function decidesInPassing(choice: DecisionChoice, documents: number): boolean {
  const { heldOut, probabilities } = wantedBy(choice, documents)
  return documents > MANY_DOCUMENTS && choice.thresholds.kind !== 'train' && (heldOut || probabilities)
}

/** What has to be fitted: thresholds at all, thresholds on held-out documents, probabilities. */
function wantedBy(
  { thresholds: { kind }, probabilities }: DecisionChoice,
  documents: number,
): { readonly thresholds: boolean; readonly heldOut: boolean; readonly probabilities: boolean } {
  const thresholds = kind !== 'top' && kind !== 'fixed'
  return {
    thresholds,
    heldOut: thresholds && kind !== 'train',
    probabilities: probabilities !== 'none' && documents >= FEWEST_DOCUMENTS,
  }
}

/** Decisions by the scores that the model gives to documents just before it learns from them. */
export class StreamDecider {
  private readonly collector: Collector

  constructor(choice: DecisionChoice, labelCount: number, documents: number) {
    this.collector = new Collector(labelCount, choice, documents)
  }

  /** Takes scores of rows that the model has not learned from yet: a sample of many. */
  observe({ data, rows }: RowsOfData, model: Model): void {
    const { collector } = this
    const step = Math.max(1, Math.floor(rows.length / MANY_DOCUMENTS))
    const { wantsThresholds, wantsProbabilities } = collector
    for (let i = 0; i < rows.length; i += step) {
      collector.add(model, data, rows[i], wantsThresholds, wantsProbabilities)
    }
  }

  /** The same of all the rows that are left. */
  observeRest(rest: RowsOfData, model: Model): void {
    this.collector.addHeldOut(model, rest)
  }

  decide(natural: number | undefined): Decisions {
    return this.collector.decide(natural)
  }
}

const NONE: readonly never[] = []

class Collector {
  readonly wantsThresholds: boolean
  readonly wantsHeldOut: boolean
  readonly wantsProbabilities: boolean
  private readonly choice: DecisionChoice
  private readonly thresholds: ThresholdFitter
  private readonly probabilities: CalibrationFitter
  private readonly comparable: Float64Array
  private scores: Scores | undefined
  private evaluation: Evaluation | undefined

  constructor(labelCount: number, choice: DecisionChoice, documents: number) {
    const wanted = wantedBy(choice, documents)
    this.choice = choice
    this.wantsThresholds = wanted.thresholds
    this.wantsHeldOut = wanted.heldOut
    this.wantsProbabilities = wanted.probabilities
    this.thresholds = new ThresholdFitter(labelCount)
    this.probabilities = new CalibrationFitter(labelCount)
    this.comparable = new Float64Array(labelCount)
  }

  /** Adds the scores of a row, to fit thresholds, probabilities or both. */
  add(model: Model, data: Dataset, row: number, forThresholds: boolean, forProbabilities: boolean): void {
    if (!forThresholds && !forProbabilities) return
    const scores = scoresFor(model.labelCount, this.scores)
    this.scores = scores
    model.score(data, row, scores)
    const { positives, negatives, judged } = labelsOf(data, row)
    const comparable = comparableScores(model, scores, this.comparable)
    if (forThresholds) this.thresholds.add(scores, positives, judged, comparable, negatives)
    if (forProbabilities) this.probabilities.add(scores, positives, judged, comparable, negatives)
    this.evaluation?.add(scores, positives, NONE, judged, NONE, comparable)
  }

  /** Adds held-out rows: all of them for thresholds, at most 20,000 for probabilities. */
  addHeldOut(model: Model, { data, rows }: RowsOfData): void {
    const step = Math.ceil(rows.length / MANY_DOCUMENTS)
    for (let i = 0; i < rows.length; i++) {
      this.add(model, data, rows[i], this.wantsHeldOut, this.wantsProbabilities && i % step === 0)
    }
  }

  /** Also measures what is added from now on. */
  measure(): void {
    this.evaluation = new Evaluation({ labelCount: this.comparable.length, labelName: String })
  }

  measures(rule: ThresholdRule): HeldOutMeasures {
    const { documents, R1, averagePrecision } = this.evaluation!.result()
    const ranking = { documents, R1, averagePrecision }
    const fitted = rule.kind === 'perLabel' && this.wantsHeldOut
    return fitted ? { ...ranking, microF1: this.thresholds.microF1(rule) } : ranking
  }

  decide(natural: number | undefined): Decisions {
    const { thresholds, probabilities, shareWithOneLabel } = this.choice
    return {
      rule: this.ruleFor(thresholds, natural),
      calibration:
        this.wantsProbabilities && probabilities !== 'none'
          ? this.probabilities.fit(shareWithOneLabel >= NEARLY_ALL, probabilities)
          : undefined,
    }
  }

  private ruleFor(choice: ThresholdChoice, natural: number | undefined): ThresholdRule {
    if (choice.kind === 'top' || choice.kind === 'fixed') return choice
    if (choice.kind === 'share') return this.thresholds.byShare()
    const { objective } = this.choice
    return choice.kind === 'train' && objective.kind !== 'labels'
      ? this.thresholds.fitOwn(objective, natural)
      : this.thresholds.fit(objective, natural)
  }
}
