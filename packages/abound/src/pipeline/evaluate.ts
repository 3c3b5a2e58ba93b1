// A classifier measured on documents: every measure of measure/, with the decisions `assign` would make.

import type { Document, Judgement, Scores } from '../contract.js'
import { confidenceOf, isRejected } from '../decide/reject.js'
import { InputError } from '../errors.js'
import { FirstLabels, LabelProbabilities } from '../measure/calibration.js'
import type { DetailOptions } from '../measure/details.js'
import { Evaluation, type Measures } from '../measure/evaluation.js'
import type { DocumentSink } from '../measure/evaluation-part.js'
import { Rejections } from '../measure/rejections.js'
import { topLabels } from '../structures/top-k.js'
import { shownValue } from '../wording.js'
import type { Classifier } from './classifier.js'
import type { Documents } from './corpus.js'
import { checkDocument, checkDocuments, checkOptions, type OptionTypes } from './input-checks.js'
import type { RejectOptions } from './label-ranker.js'
import { judgementOf } from './rows.js'
import { TimeSlices } from './time-slices.js'

/** What is measured beyond the usual. */
export interface EvaluateOptions extends RejectOptions {
  /** Curves, bands of labels, confusions and intervals too (`details` of the measures). */
  readonly details?: boolean | DetailOptions
  /** Keeps the outcome of each document (`outcomes()` of the evaluation), to compare two systems by. */
  readonly outcomes?: boolean
  /** F_β beside F1: recall matters β times as much as precision. */
  readonly beta?: number
}

const EVALUATE_OPTIONS: OptionTypes<EvaluateOptions> = {
  reject: 'number',
  rejectLabel: 'string',
  details: 'any',
  outcomes: 'boolean',
  beta: 'number',
}

/**
 * Measures a classifier; with `reject` or `rejectLabel` also what rejecting brings and costs (`rejection`), with
 * `details` also intervals, bands of labels, confusions and the curve over ranks.
 *
 * @example
 * const measures = await evaluate(model, [{ text: 'corn', labels: ['grain'] }], { reject: 0.1 })
 * measures.R1 // 1
 * measures.rejection?.accuracy // 1
 */
export async function evaluate(
  classifier: Classifier,
  documents: Documents,
  options: EvaluateOptions = {},
): Promise<Measures> {
  checkDocuments('evaluate', documents)
  const evaluation = startEvaluation(classifier, options)
  let count = 0
  const slices = new TimeSlices()
  for await (const document of documents) {
    if (slices.over) await slices.pause()
    checkDocument(`document ${++count}`, document)
    addToEvaluation(evaluation, classifier, document)
  }
  return evaluation.result()
}

/** The same for a search, which gives the event loop no turns between documents and reads no clock. */
export function evaluateAtOnce(classifier: Classifier, documents: readonly Document[]): Measures {
  const evaluation = startEvaluation(classifier)
  for (const [i, document] of documents.entries()) {
    checkDocument(`document ${i + 1}`, document)
    addToEvaluation(evaluation, classifier, document)
  }
  return evaluation.result()
}

/**
 * An empty evaluation for a classifier's labels, to be fed one document at a time. Labels are not assigned to
 * documents that `reject` or `rejectLabel` refuses.
 *
 * @example
 * const evaluation = startEvaluation(model)
 * evaluation.result().documents // 0
 */
export function startEvaluation(classifier: Classifier, options: EvaluateOptions = {}): Evaluation {
  if (typeof (classifier as Partial<Classifier> | undefined)?.assignIds !== 'function')
    throw new InputError(`evaluate: expected a model, found ${shownValue(classifier)}`)
  checkOptions('evaluate', options, EVALUATE_OPTIONS)
  const { labelCount } = classifier
  const { reject, rejectLabel, details, outcomes, beta } = options
  const id = classifier.rejectLabelId(options)
  return new Evaluation({
    labelCount,
    labelName: (id) => classifier.labelName(id),
    training: {
      documents: classifier.documents,
      positives: Float64Array.from({ length: labelCount }, (_, id) => classifier.documentsOf(id)),
    },
    ...(details === undefined ? {} : { details }),
    ...(outcomes === undefined ? {} : { outcomes }),
    ...(beta === undefined ? {} : { beta }),
    ...(classifier.calibrated
      ? { firstLabels: new FirstLabels(), labelProbabilities: new LabelProbabilities() }
      : {}),
    ...(reject === undefined && rejectLabel === undefined
      ? {}
      : {
          rejections: new Rejections({
            below: reject ?? Number.NEGATIVE_INFINITY,
            ...(rejectLabel === undefined ? {} : { label: { id, name: rejectLabel } }),
          }),
        }),
  })
}

/**
 * Ranks a document and adds it to an evaluation; returns its scores, which the next document overwrites.
 *
 * @example
 * const evaluation = startEvaluation(model)
 * addToEvaluation(evaluation, model, { text: 'corn', labels: ['grain'] })
 * evaluation.result().documents // 1
 */
export function addToEvaluation(
  evaluation: DocumentSink,
  classifier: Classifier,
  document: Document,
): Scores {
  const truth: number[] = []
  const unknown: string[] = []
  for (const label of document.labels ?? []) {
    const id = classifier.labelId(label)
    if (id < 0) unknown.push(label)
    else truth.push(id)
  }
  const scores = classifier.score(document)
  const judged = judgementOf(document)
  // Of a partly judged document without a label it is unknown whether the first one is right.
  const isTold = judged === 1 || truth.length + unknown.length > 0
  if (judged !== 0) addProbabilities(evaluation, classifier, scores, truth, isTold)
  const rejected =
    judged !== 0 && addToRejections(evaluation.rejections, classifier, scores, truth, unknown, judged)
  evaluation.add(
    scores,
    truth,
    unknown,
    judged,
    rejected ? NONE : classifier.assignIds(scores),
    classifier.comparableScores(scores),
  )
  return scores
}

const best = new Uint32Array(1)

/**
 * Adds the probabilities of a document's labels, with whether each is right; that of the first label only where that is
 * told. Where a document is known to have no label, none is right.
 */
function addProbabilities(
  { firstLabels, labelProbabilities }: DocumentSink,
  classifier: Classifier,
  scores: Scores,
  truth: readonly number[],
  isFirstTold: boolean,
): void {
  if (firstLabels === undefined && labelProbabilities === undefined) return
  const probabilities = classifier.probabilities(scores)
  if (probabilities === undefined) return
  labelProbabilities?.add(scores, probabilities, truth)
  if (isFirstTold && topLabels(scores, 1, best) === 1)
    firstLabels?.add(probabilities[best[0]], truth.includes(best[0]))
}

const NONE: readonly number[] = []

/** Whether a judged document is rejected; counts it where its labels are known. */
function addToRejections(
  rejections: DocumentSink['rejections'],
  classifier: Classifier,
  scores: Scores,
  truth: readonly number[],
  unknown: readonly string[],
  judged: Judgement,
): boolean {
  if (rejections === undefined) return false
  const { below, label } = rejections.settings
  const confidence = confidenceOf(scores, classifier.labelCount, label?.id)
  const { answer, lead, refused } = confidence
  // Whether to reject a partly judged document without a label is unknown.
  if (judged === 1 || truth.length + unknown.length > 0) {
    const toReject = unknown.length === 0 && truth.every((id) => id === label?.id)
    rejections.add(lead, refused, truth.includes(answer), toReject)
  }
  return isRejected(confidence, below)
}
