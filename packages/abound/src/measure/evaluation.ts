// The evaluation of a model: fed one document at a time, gives every measure at the end.
//
// Cost per document: O(retrieved + true labels), whatever the number of labels. Memory: a few numbers
// per label and 12 bytes for each kept (label, score, truth) triple.

import type { Judgement, Scores } from '../contract.js'
import { InputError } from '../errors.js'
import type { CalibrationMeasures, FirstLabels, LabelCalibration, LabelProbabilities } from './calibration.js'
import { DetailCollector, type DetailOptions, type EvaluationDetails } from './details.js'
import { type DocumentOutcomes, OutcomeCollector } from './document-outcomes.js'
import { BufferReader } from './evaluation-buffer.js'
import type { EvaluatedPart, PartOptions } from './evaluation-part.js'
import { FoundDocument } from './found-document.js'
import { KEPT_LABELS, LabelScores } from './label-scores.js'
import { type EvaluationTotals, type MeasureGroup, putFigure } from './measure.js'
import { MEASURES, type MeasureValues } from './measures/index.js'
import { DocumentRanks, type LabelMeasures, measureLabel, NEVER_FOUND } from './per-label.js'
import { inversePropensities, type TrainingCounts } from './propensity.js'
import { RankingSums } from './ranking-sums.js'
import type { RejectionMeasures, Rejections } from './rejections.js'

/** Unknown labels that are named. */
const UNKNOWN_SHOWN = 5

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
  /** Collectors of probabilities, of first labels and of all, where these are to be measured; the caller feeds them. */
  readonly firstLabels?: FirstLabels
  readonly labelProbabilities?: LabelProbabilities
  /** The collector of rejections, where these are to be measured; the caller feeds it. */
  readonly rejections?: Rejections
  /** Where F_β is wanted beside F1: β, how many times as much recall matters as precision. */
  readonly beta?: number
  /** Whether to collect the outcome of each document (`outcomes()`), and what `details` are made of. */
  readonly outcomes?: boolean
  readonly details?: boolean | DetailOptions
}

/** Labels in the test data that a model does not know. */
interface UnknownLabels {
  readonly count: number
  /** Documents that have one of them. */
  readonly documents: number
  /** Some of them, the most frequent first. */
  readonly examples: readonly string[]
}

/** Every measure, under the names that `evaluate --json` prints. Undefined figures are null. */
export interface Measures extends MeasureValues {
  /** Documents measured: judged, with at least one true label. */
  documents: number
  /** Documents without a true label or unlabelled: not in the per-document measures. */
  leftOut: number
  /** Documents that were not unlabelled: what the measures of assigned labels run over. */
  judged: number
  /** K: labels the model knows and those it met in the test data without knowing them. */
  labels: number
  /** Of the true labels, those that the model does not know: nothing can find them. */
  unknownLabels: UnknownLabels
  /** Labels with a true or assigned document, in label order, those unknown to the model last. */
  perLabel: LabelMeasures[]
  /** Of the first label of each document with a label, where the model has probabilities. */
  probability?: CalibrationMeasures
  /** Of all retrieved labels of each judged document, where the model has probabilities. */
  labelProbability?: LabelCalibration
  /** Only where rejection was asked for. */
  rejection?: RejectionMeasures
  /** Only where details were asked for. */
  details?: EvaluationDetails
}

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
  readonly labelProbabilities: LabelProbabilities | undefined
  readonly rejections: Rejections | undefined
  private readonly options: EvaluationOptions
  private readonly rankings: RankingSums
  private readonly labelScores: LabelScores
  private readonly found: FoundDocument
  /** Documents that have each of the labels unknown to the model. */
  private readonly unknownDocuments: number[] = []
  /** By label: documents it was assigned to, and how many of them have it. */
  private readonly assigned: Uint32Array
  private readonly hits: Uint32Array
  private readonly collected: OutcomeCollector | undefined
  private readonly details: DetailCollector | undefined
  /** Measures that are the mean of a figure of each document, with its sum. */
  private readonly means = MEASURES.filter((measure) => 'ofDocument' in measure).map((measure) => ({
    measure,
    sum: 0,
  }))
  /** Documents that have a label unknown to the model. */
  private withUnknown = 0
  private leftOut = 0
  private judged = 0
  private allRight = 0

  constructor(options: EvaluationOptions) {
    const { labelCount, training, keep = KEPT_LABELS } = options
    this.options = options
    this.firstLabels = options.firstLabels
    this.labelProbabilities = options.labelProbabilities
    this.rejections = options.rejections
    this.rankings = new RankingSums(
      labelCount,
      training === undefined ? undefined : inversePropensities(training, labelCount),
    )
    this.labelScores = new LabelScores(labelCount, keep)
    this.assigned = new Uint32Array(labelCount)
    this.hits = new Uint32Array(labelCount)
    const { beta, details = false, outcomes = false } = options
    if (beta !== undefined && !(beta >= 0 && Number.isFinite(beta)))
      throw new InputError(`beta ${beta}: expected a number from 0`)
    this.found = new FoundDocument(labelCount, details !== false)
    this.collected = outcomes || details !== false ? new OutcomeCollector() : undefined
    this.details =
      details === false
        ? undefined
        : new DetailCollector(labelCount, training, details === true ? {} : details)
  }

  /**
   * One document. `truth`: its labels that the model knows; `unknownLabels`: its others by name;
   * `assigned`: the decision. Of a partly judged document, labels not named count as wrong.
   * `comparable` (by label): scores that can be compared between documents, where the ranking scores
   * cannot (naive Bayes). Nothing of what is passed is kept or changed.
   */
  add(
    scores: Scores,
    truth: ArrayLike<number>,
    unknownLabels: readonly string[],
    judged: Judgement,
    assigned: ArrayLike<number>,
    comparable: Float64Array = scores.values,
  ): void {
    this.found.take(scores, truth, unknownLabels, judged, assigned, comparable, this.labelScores)
    this.addUp()
  }

  /** What parts collect that this can take. */
  get partOptions(): PartOptions {
    const { labelCount, keep = KEPT_LABELS, details = false } = this.options
    return {
      labelCount,
      keep,
      details: details !== false,
      firstLabels: this.firstLabels !== undefined,
      labelProbabilities: this.labelProbabilities !== undefined,
      ...(this.rejections === undefined ? {} : { rejection: this.rejections.settings }),
    }
  }

  /** Adds the documents of a part, as if they had been added here one after the other. */
  append({ buffer, scores, firstLabels, labelProbabilities, rejections }: EvaluatedPart): void {
    const { found, labelScores } = this
    const { known } = found.labels
    const reader = new BufferReader(buffer)
    for (let i = 0; i < buffer.documents; i++) {
      reader.read(found)
      if (found.judged !== 0) labelScores.addPositives(known.labels, known.count)
      this.addUp()
    }
    labelScores.append(scores)
    if (firstLabels !== undefined) this.firstLabels?.append(firstLabels)
    if (labelProbabilities !== undefined) this.labelProbabilities?.append(labelProbabilities)
    if (rejections !== undefined) this.rejections?.append(rejections)
  }

  /** Adds the current document to all sums. */
  private addUp(): void {
    const { found, rankings, collected } = this
    const { labels: document, ranks } = found
    if (found.judged === 0) {
      this.leftOut++
      return
    }
    this.judged++
    this.countDecision()
    this.details?.add(found)
    const at = this.leftOut + rankings.documents
    if (document.size === 0) {
      collected?.addUnlabelled(at, document)
      this.leftOut++
      return
    }
    rankings.add(ranks)
    for (const mean of this.means) mean.sum += mean.measure.ofDocument(found)
    collected?.add(at, document, ranks, rankings)
  }

  /**
   * What became of each document with a label, so that two systems can be compared on the same documents; only where
   * `outcomes` or `details` were asked for.
   */
  outcomes(): DocumentOutcomes {
    if (this.collected === undefined)
      throw new InputError('outcomes were not collected: ask for them by { outcomes: true }')
    return this.collected.result(this.labels)
  }

  /** All measures of what was added so far. */
  result(): Measures {
    const { judged, leftOut, labels, rankings, details } = this
    const present = this.presentLabels()
    const totals = this.totals(this.perLabel(present))
    const { perLabel, probability, labelProbability, rejection } = totals
    const out: Record<string, unknown> = { documents: rankings.documents }
    this.compute('ranking', totals, out)
    Object.assign(out, { leftOut, judged, labels, unknownLabels: this.unknownLabels() })
    this.compute('decisions', totals, out)
    out.perLabel = perLabel
    if (probability !== undefined) out.probability = probability
    if (labelProbability !== undefined) out.labelProbability = labelProbability
    if (rejection !== undefined) out.rejection = rejection
    for (const group of ['firstProbability', 'labelProbability', 'rejection'] as const)
      this.compute(group, totals, out)
    if (details !== undefined) out.details = this.detailsOf(details, perLabel, present)
    return out as unknown as Measures
  }

  private unknownLabels(): UnknownLabels {
    const { unknownDocuments, withUnknown } = this
    const { unknownNames } = this.found.labels
    const order = [...unknownDocuments.keys()].sort(
      (a, b) => unknownDocuments[b] - unknownDocuments[a] || a - b,
    )
    const examples = order.slice(0, UNKNOWN_SHOWN).map((id) => unknownNames[id])
    return { count: unknownDocuments.length, documents: withUnknown, examples }
  }

  private totals(perLabel: readonly LabelMeasures[]): EvaluationTotals {
    const { unknownDocuments, labels, rankings, judged, allRight } = this
    const sum = (counts: ArrayLike<number>): number => {
      let total = 0
      for (let i = 0; i < counts.length; i++) total += counts[i]
      return total
    }
    return {
      rankings,
      judged,
      labels,
      assigned: sum(this.assigned),
      relevant: sum(this.labelScores.positives) + sum(unknownDocuments),
      right: sum(this.hits),
      allRight,
      perLabel,
      withDocuments: perLabel.filter((label) => label.documents > 0),
      beta: this.options.beta,
      probability: this.firstLabels?.result(),
      labelProbability: this.labelProbabilities?.result(),
      rejection: this.rejections?.result(),
    }
  }

  /** Adds the measures of a group to `out`. */
  private compute(group: MeasureGroup, totals: EvaluationTotals, out: Record<string, unknown>): void {
    const { documents } = totals.rankings
    const given = {
      thresholds: true,
      training: this.options.training !== undefined,
      beta: totals.beta !== undefined,
      probabilities: totals.probability !== undefined,
      rejection: totals.rejection !== undefined,
    }
    for (const measure of MEASURES) {
      if (measure.group !== group || (measure.needs !== undefined && !given[measure.needs])) continue
      if ('compute' in measure) {
        putFigure(out, measure.name, measure.compute(totals))
        continue
      }
      const mean = this.means.find((one) => one.measure === measure)
      if (mean !== undefined) putFigure(out, measure.name, documents > 0 ? mean.sum / documents : null)
    }
  }

  private detailsOf(
    details: DetailCollector,
    perLabel: readonly LabelMeasures[],
    present: Uint32Array,
  ): EvaluationDetails {
    const { labels, rankings, collected, options } = this
    const { unknownNames } = this.found.labels
    const { labelCount } = options
    return details.result({
      labelCount,
      labels,
      nameOf: (label) => (label < labelCount ? options.labelName(label) : unknownNames[label - labelCount]),
      perLabel,
      present,
      outcomes: collected as OutcomeCollector,
      rankings,
    })
  }

  /** Labels of the model with a true or assigned document. */
  private presentLabels(): Uint32Array {
    const { assigned } = this
    const { positives } = this.labelScores
    return Uint32Array.from(assigned.keys()).filter((l) => positives[l] + assigned[l] > 0)
  }

  private perLabel(present: Uint32Array): LabelMeasures[] {
    const { assigned, hits, unknownDocuments, labelScores, options } = this
    const { beta, training } = options
    const ranks = new DocumentRanks(labelScores)
    const known = Array.from(present, (l) =>
      measureLabel(
        {
          label: options.labelName(l),
          documents: labelScores.positives[l],
          assigned: assigned[l],
          right: hits[l],
          ...(training === undefined ? {} : { training: training.positives[l] ?? 0 }),
        },
        (documents) => ranks.of(l, documents),
        beta,
      ),
    )
    const unknown = this.found.labels.unknownNames.map((label, id) =>
      measureLabel(
        {
          label,
          documents: unknownDocuments[id],
          assigned: 0,
          right: 0,
          ...(training === undefined ? {} : { training: 0 }),
        },
        () => NEVER_FOUND,
        beta,
      ),
    )
    return [...known, ...unknown]
  }

  private get labels(): number {
    return this.options.labelCount + this.unknownDocuments.length
  }

  private countDecision(): void {
    const { assigned, hits, unknownDocuments } = this
    const { right, wrong, unknown, size } = this.found.labels
    for (let i = 0; i < right.count; i++) {
      assigned[right.labels[i]]++
      hits[right.labels[i]]++
    }
    for (let i = 0; i < wrong.count; i++) assigned[wrong.labels[i]]++
    if (unknown.count > 0) this.withUnknown++
    for (let i = 0; i < unknown.count; i++) {
      const id = unknown.labels[i]
      unknownDocuments[id] = (unknownDocuments[id] ?? 0) + 1
    }
    if (right.count === size && wrong.count === 0) this.allRight++
  }
}
