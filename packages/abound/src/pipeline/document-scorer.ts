// Scoring one document at a time: its row, its scores, scores that can be compared between documents, probabilities.

import type {
  Dataset,
  Document,
  Model,
  RowScorer,
  Scores,
  ScoringThread,
  SharedScoringMemory,
} from '../contract.js'
import { documentProbabilities, probabilitiesOf } from '../decide/document-probabilities.js'
import { scoresFor } from '../engine/scores.js'
import { DatasetBuilder, UNLABELLED } from '../structures/dataset.js'
import type { ClassifierParts } from './classifier-parts.js'
import { comparableScores } from './decisions.js'

/** A document, or just its text. */
export type Input = string | Document

/** Scores documents by a classifier's words and model. The arrays it returns are reused: the next call overwrites them. */
export class DocumentScorer {
  private readonly parts: ClassifierParts
  private readonly row = new DatasetBuilder()
  private scratch: Scores | undefined
  private comparable = new Float64Array(0)
  private probable = new Float64Array(0)
  /** Scores rows faster while the model does not change; null where the engine has no such scorer. */
  private scorer: RowScorer | null | undefined

  constructor(parts: ClassifierParts) {
    this.parts = parts
  }

  model(): Model {
    return this.parts.trainer?.model() ?? this.parts.model
  }

  score(input: Input): Scores {
    const { vectoriser, labels } = this.parts
    vectoriser.vectorise(documentOf(input))
    if (this.scorer === undefined) this.scorer = this.scorerFor() ?? null
    const made = this.scorer?.(vectoriser.columns, vectoriser.values, vectoriser.size)
    if (made !== undefined) return made
    const model = this.model()
    const scores = scoresFor(Math.max(model.labelCount, labels.count), this.scratch)
    this.scratch = scores
    model.score(this.rowMade(), 0, scores)
    return scores
  }

  /** Prepares to answer as one of several threads; see `Classifier.scoreIn`. */
  prepare(thread: ScoringThread): SharedScoringMemory {
    const words = this.parts.vectoriser.shareWords(thread)
    const shares = thread.own === 0 || thread.memory !== undefined
    this.scorer = this.scorerFor(shares ? thread : undefined) ?? null
    const memory = this.scorer?.memory
    return {
      ...(memory === undefined ? {} : { memory }),
      ...(words === undefined ? {} : { words }),
    }
  }

  /** To be called before the model changes: drops the scorer made of its present weights. */
  forgetScorer(): void {
    this.scorer = undefined
  }

  /** The row of a document. */
  rowOf(input: Input): Dataset {
    this.parts.vectoriser.vectorise(documentOf(input))
    return this.rowMade()
  }

  /** The row that the vectoriser has made last. */
  rowMade(): Dataset {
    const { columns, values, size } = this.parts.vectoriser
    this.row.clear()
    this.row.addRow(columns, values, size, UNLABELLED)
    return this.row
  }

  /** The scores in a form that can be compared between documents, by label id. */
  comparableScores(scores: Scores): Float64Array {
    if (this.comparable.length < scores.values.length)
      this.comparable = new Float64Array(scores.values.length)
    return comparableScores(this.model(), scores, this.comparable)
  }

  /** The probabilities of the retrieved labels, by label id; undefined where the model has none. */
  probabilities(scores: Scores): Float64Array | undefined {
    const { calibration } = this.parts
    if (calibration === undefined) return undefined
    const probable = this.probableFor(scores)
    documentProbabilities(calibration, scores, this.comparableScores(scores), probable)
    return probable
  }

  /** The probabilities of only these labels, which costs less. */
  probabilitiesOf(ids: Uint32Array, scores: Scores): Float64Array | undefined {
    const { calibration } = this.parts
    if (calibration === undefined) return undefined
    const probable = this.probableFor(scores)
    probabilitiesOf(calibration, scores, this.comparableScores(scores), ids, probable)
    return probable
  }

  /** Not where a label is newer than the model. */
  private scorerFor(thread?: ScoringThread): RowScorer | undefined {
    const model = this.model()
    return model.labelCount < this.parts.labels.count ? undefined : model.scorer?.(thread)
  }

  private probableFor(scores: Scores): Float64Array {
    if (this.probable.length < scores.values.length) this.probable = new Float64Array(scores.values.length)
    return this.probable
  }
}

function documentOf(input: Input): Document {
  return typeof input === 'string' ? { text: input } : input
}

/** The text as a string; malformed UTF-8 reads as U+FFFD. */
export function textOf(input: Input): string | undefined {
  if (typeof input === 'string') return input
  return input.text instanceof Uint8Array ? decoder.decode(input.text.slice()) : input.text
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
