// Documents worked out on one thread for an evaluation on another: fed like an evaluation, gives plain data that
// `Evaluation.append` takes. Nothing is summed up here, so that sums are made in the order of all documents.

import type { Judgement, Scores } from '../contract.js'
import { FirstLabels, type LabelProbabilities, ProbabilityRecord } from './calibration.js'
import type { Evaluation } from './evaluation.js'
import { BufferWriter, type EvaluationBuffer } from './evaluation-buffer.js'
import { FoundDocument } from './found-document.js'
import { type CollectedScores, LabelScores } from './label-scores.js'
import type { Marked } from './marked-numbers.js'
import { RejectionRecord, type RejectionSettings, type Rejections } from './rejections.js'

/** Whatever documents are added to: an evaluation, or a part of one. */
export interface DocumentSink extends Pick<Evaluation, 'add'> {
  readonly firstLabels: Pick<FirstLabels, 'add'> | undefined
  readonly labelProbabilities: Pick<LabelProbabilities, 'add'> | undefined
  readonly rejections: Pick<Rejections, 'settings' | 'add'> | undefined
}

/** What the evaluation that a part is for collects. Plain data. */
export interface PartOptions {
  readonly labelCount: number
  readonly keep: number
  readonly details: boolean
  readonly firstLabels: boolean
  readonly labelProbabilities: boolean
  readonly rejection?: RejectionSettings
}

/** Plain data. */
export interface EvaluatedPart {
  readonly buffer: EvaluationBuffer
  readonly scores: CollectedScores
  readonly firstLabels?: Marked
  readonly labelProbabilities?: Marked
  readonly rejections?: Marked
}

/**
 * Some of the documents that an evaluation is about, worked out on any thread and not added up yet.
 *
 * @example
 * const evaluation = startEvaluation(model)
 * const part = new EvaluationPart(evaluation.partOptions)
 * addToEvaluation(part, model, { text: 'corn', labels: ['grain'] })
 * evaluation.append(part.take())
 * evaluation.result().documents // 1
 */
export class EvaluationPart implements DocumentSink {
  readonly firstLabels: FirstLabels | undefined
  readonly labelProbabilities: ProbabilityRecord | undefined
  readonly rejections: RejectionRecord | undefined
  private readonly found: FoundDocument
  private readonly labelScores: LabelScores
  private readonly writer = new BufferWriter()

  constructor(options: PartOptions) {
    const { labelCount, keep, details, firstLabels, labelProbabilities, rejection } = options
    this.found = new FoundDocument(labelCount, details)
    this.labelScores = new LabelScores(labelCount, keep)
    this.firstLabels = firstLabels ? new FirstLabels() : undefined
    this.labelProbabilities = labelProbabilities ? new ProbabilityRecord() : undefined
    this.rejections = rejection && new RejectionRecord(rejection)
  }

  add(
    scores: Scores,
    truth: ArrayLike<number>,
    unknownLabels: readonly string[],
    judged: Judgement,
    assigned: ArrayLike<number>,
    comparable: Float64Array = scores.values,
  ): void {
    const { found, labelScores, writer } = this
    found.take(scores, truth, unknownLabels, judged, assigned, comparable, labelScores)
    writer.write(found)
  }

  /** All of it; the part is empty then, for the documents that come next. */
  take(): EvaluatedPart {
    const { found, labelScores, firstLabels, labelProbabilities, rejections } = this
    const buffer = this.writer.take(found.labels.unknownNames)
    found.labels.forgetUnknown()
    return {
      buffer,
      scores: labelScores.take(),
      ...(firstLabels === undefined ? {} : { firstLabels: firstLabels.take() }),
      ...(labelProbabilities === undefined ? {} : { labelProbabilities: labelProbabilities.take() }),
      ...(rejections === undefined ? {} : { rejections: rejections.take() }),
    }
  }
}
