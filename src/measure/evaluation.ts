// The evaluation of a model: fed one document at a time, gives every measure at the end.
//
// Cost per document: O(retrieved + true labels), whatever the number of labels. Memory: a few numbers
// per label and 12 bytes for each kept (label, score, truth) triple.

import type { Judgement, Scores } from '../contract.js'
import { fMeasure } from './best-f1.js'
import type { CalibrationMeasures, FirstLabels } from './calibration.js'
import { KEPT_LABELS, LabelScores } from './label-scores.js'
import { rankDocuments } from './per-label.js'
import { inversePropensities, type TrainingCounts } from './propensity.js'
import { type Figure, type RankingMeasures, RankingSums } from './ranking-measures.js'
import type { RejectionMeasures, Rejections } from './rejections.js'
import { TrueRanks } from './true-ranks.js'

/** What an evaluation must know of the model. */
export interface EvaluationOptions {
  /** Labels the model knows: ids 0 … labelCount − 1. */
  readonly labelCount: number
  /** Their names, for the result. */
  labelName(label: number): string
  /** For the propensity-scored measures; without it they are absent. */
  readonly training?: TrainingCounts
  /** Labels of each document that the measures over documents look at (200). */
  readonly keep?: number
  /** Where probabilities are to be measured too: what collects them, fed by whoever feeds the evaluation. */
  readonly firstLabels?: FirstLabels
  /** Where rejection is to be measured too: what collects it, fed by whoever feeds the evaluation. */
  readonly rejections?: Rejections
}

/** One label over all judged documents. */
export interface LabelMeasures {
  readonly label: string
  /** Documents that have it. */
  readonly documents: number
  /** Documents it was assigned to. */
  readonly assigned: number
  /** null when it was assigned to none. */
  readonly precision: Figure
  /** null when no document has it, as are the three below. */
  readonly recall: Figure
  readonly f1: number
  /** Also its R-precision, which is the same number. */
  readonly breakeven: Figure
  readonly averagePrecision: Figure
  /** The best F1 over all thresholds on its scores. */
  readonly maxF1: Figure
}

/** Every measure, under the names that `evaluate --json` prints. Undefined figures are null. */
export interface Measures extends RankingMeasures {
  /** Documents without a true label or unlabelled: not in the per-document measures. */
  leftOut: number
  /** Documents that were not unlabelled: what the measures below run over. */
  judged: number
  /** K: labels the model knows and those it met in the test data without knowing them. */
  labels: number
  unknownLabels: number
  microF1: Figure
  macroF1: Figure
  /** Labels with a true or assigned document: what `macroF1` is the mean of. */
  macroLabels: number
  microPrecision: Figure
  microRecall: Figure
  hammingLoss: Figure
  subsetAccuracy: Figure
  /** Means over the labels that some document has. */
  breakeven: Figure
  meanAveragePrecision: Figure
  /** Labels with a true or assigned document, in label order, those unknown to the model last. */
  perLabel: LabelMeasures[]
  /** Of the first label of each document with a label, where the model has probabilities. */
  probability?: CalibrationMeasures
  /** Only where rejection was asked for. */
  rejection?: RejectionMeasures
}

const TRUE = 1
const ASSIGNED = 2

/**
 * Collects documents and their scores; `result()` may be asked for at any time. `evaluate` does all of it for a
 * classifier.
 *
 * @example
 * const evaluation = new Evaluation({ labelCount: 2, labelName: (id) => ['grain', 'metal'][id] })
 * // Its scores, true labels, labels the model does not know, fully judged, assigned labels.
 * evaluation.add(model.score('corn'), [0], [], 1, [0])
 * evaluation.result().oneError // 0
 */
export class Evaluation {
  /** What collects probabilities, if the model has any, and rejections, if they were asked for. */
  readonly firstLabels: FirstLabels | undefined
  readonly rejections: Rejections | undefined
  private readonly options: EvaluationOptions
  private readonly ranks: TrueRanks
  private readonly rankings: RankingSums
  private readonly labelScores: LabelScores
  private readonly assigned: Uint32Array
  private readonly hits: Uint32Array
  private readonly marks: Uint8Array
  private leftOut = 0
  private judged = 0
  private allRight = 0
  /** Labels the model does not know, numbered as met: name, documents, the last document with it. */
  private readonly unknownIds = new Map<string, number>()
  private readonly unknownDocuments: number[] = []
  private readonly unknownLast: number[] = []
  /** This document's distinct true labels. */
  private known = new Uint32Array(16)
  private unknown = new Uint32Array(16)

  constructor(options: EvaluationOptions) {
    const { labelCount, training, keep = KEPT_LABELS } = options
    this.options = options
    this.firstLabels = options.firstLabels
    this.rejections = options.rejections
    this.ranks = new TrueRanks(labelCount)
    this.rankings = new RankingSums(
      labelCount,
      training === undefined ? undefined : inversePropensities(training, labelCount),
    )
    this.labelScores = new LabelScores(labelCount, keep)
    this.assigned = new Uint32Array(labelCount)
    this.hits = new Uint32Array(labelCount)
    this.marks = new Uint8Array(labelCount)
  }

  /**
   * One document. `truth`: its labels that the model knows; `unknown`: its other labels by name;
   * `assigned`: the decision. Of a partly judged document, labels not named count as wrong.
   * `comparable` (by label): scores that can be compared between documents, where the ranking scores
   * cannot (naive Bayes). Nothing of what is passed is kept or changed.
   */
  add(
    scores: Scores,
    truth: ArrayLike<number>,
    unknown: readonly string[],
    judged: Judgement,
    assigned: ArrayLike<number>,
    comparable: Float64Array = scores.values,
  ): void {
    if (judged === 0) {
      this.leftOut++
      return
    }
    this.judged++
    const { marks } = this
    const knownCount = this.takeKnown(truth)
    const unknownCount = this.takeUnknown(unknown)
    const { known } = this
    const right = this.takeAssigned(assigned)
    if (right === knownCount && unknownCount === 0) this.allRight++
    for (let i = 0; i < assigned.length; i++) marks[assigned[i]] = 0
    for (let i = 0; i < knownCount; i++) marks[known[i]] = 0
    this.labelScores.add(scores, comparable, known, knownCount)
    if (knownCount + unknownCount === 0) {
      this.leftOut++
      return
    }
    this.ranks.find(scores, known, knownCount, this.unknown, unknownCount)
    this.rankings.add(this.ranks)
  }

  /** All measures of what was added so far. */
  result(): Measures {
    const { judged, leftOut, assigned, hits, unknownDocuments } = this
    const { labelCount } = this.options
    const { positives } = this.labelScores
    const labels = labelCount + unknownDocuments.length
    let right = 0
    let made = 0
    let relevant = 0
    for (let l = 0; l < labelCount; l++) {
      right += hits[l]
      made += assigned[l]
      relevant += positives[l]
    }
    for (const documents of unknownDocuments) relevant += documents
    const perLabel = this.perLabel()
    const withDocuments = perLabel.filter((label) => label.documents > 0)
    return {
      ...this.rankings.result(labels),
      leftOut,
      judged,
      labels,
      unknownLabels: unknownDocuments.length,
      microF1: judged > 0 ? fMeasure(right, made - right, relevant - right) : null,
      macroF1: meanOf(perLabel, (label) => label.f1),
      macroLabels: perLabel.length,
      microPrecision: made > 0 ? right / made : null,
      microRecall: relevant > 0 ? right / relevant : null,
      hammingLoss: judged * labels > 0 ? (made + relevant - 2 * right) / (judged * labels) : null,
      subsetAccuracy: judged > 0 ? this.allRight / judged : null,
      breakeven: meanOf(withDocuments, (label) => label.breakeven ?? 0),
      meanAveragePrecision: meanOf(withDocuments, (label) => label.averagePrecision ?? 0),
      perLabel,
      ...(this.firstLabels === undefined ? {} : { probability: this.firstLabels.result() }),
      ...(this.rejections === undefined ? {} : { rejection: this.rejections.result() }),
    }
  }

  private perLabel(): LabelMeasures[] {
    const { assigned, hits, unknownIds, unknownDocuments } = this
    const { labelCount } = this.options
    const { positives } = this.labelScores
    const grouped = this.labelScores.grouped()
    const out: LabelMeasures[] = []
    for (let l = 0; l < labelCount; l++) {
      const documents = positives[l]
      const made = assigned[l]
      if (documents + made === 0) continue
      const ranking = documents > 0 ? rankDocuments(grouped, l, documents) : NO_RANKING
      out.push({
        label: this.options.labelName(l),
        documents,
        assigned: made,
        precision: made > 0 ? hits[l] / made : null,
        recall: documents > 0 ? hits[l] / documents : null,
        f1: fMeasure(hits[l], made - hits[l], documents - hits[l]),
        ...ranking,
      })
    }
    for (const [label, id] of unknownIds) {
      const documents = unknownDocuments[id]
      out.push({ label, documents, assigned: 0, precision: null, recall: 0, f1: 0, ...NEVER_FOUND })
    }
    return out
  }

  /** Marks the distinct known labels and lists them; returns how many. */
  private takeKnown(truth: ArrayLike<number>): number {
    const { marks } = this
    const { labelCount } = this.options
    if (truth.length > this.known.length) this.known = new Uint32Array(truth.length * 2)
    const { known } = this
    let count = 0
    for (let i = 0; i < truth.length; i++) {
      const label = truth[i]
      if (!(label < labelCount)) throw new RangeError(`label ${label} is not below ${labelCount}`)
      if (marks[label] !== 0) continue
      marks[label] = TRUE
      known[count++] = label
    }
    return count
  }

  /** Lists the distinct unknown labels by number; returns how many. */
  private takeUnknown(names: readonly string[]): number {
    if (names.length === 0) return 0
    const { unknownIds, unknownDocuments, unknownLast, judged } = this
    if (names.length > this.unknown.length) this.unknown = new Uint32Array(names.length * 2)
    let count = 0
    for (const name of names) {
      let id = unknownIds.get(name)
      if (id === undefined) {
        id = unknownIds.size
        unknownIds.set(name, id)
        unknownDocuments.push(0)
        unknownLast.push(0)
      }
      if (unknownLast[id] === judged) continue
      unknownLast[id] = judged
      unknownDocuments[id]++
      this.unknown[count++] = id
    }
    return count
  }

  /** Counts the decision; returns how many labels were right, or −1 if any was wrong. */
  private takeAssigned(labels: ArrayLike<number>): number {
    const { marks, assigned, hits } = this
    const { labelCount } = this.options
    let right = 0
    let wrong = 0
    for (let i = 0; i < labels.length; i++) {
      const label = labels[i]
      if (!(label < labelCount)) throw new RangeError(`label ${label} is not below ${labelCount}`)
      const mark = marks[label]
      if ((mark & ASSIGNED) !== 0) continue
      marks[label] = mark | ASSIGNED
      assigned[label]++
      if ((mark & TRUE) !== 0) {
        hits[label]++
        right++
      } else wrong++
    }
    return wrong === 0 ? right : -1
  }
}

const NO_RANKING = { breakeven: null, averagePrecision: null, maxF1: null }
const NEVER_FOUND = { breakeven: 0, averagePrecision: 0, maxF1: 0 }

function meanOf(labels: readonly LabelMeasures[], figure: (label: LabelMeasures) => number): Figure {
  if (labels.length === 0) return null
  let sum = 0
  for (const label of labels) sum += figure(label)
  return sum / labels.length
}
