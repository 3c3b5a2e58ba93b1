// Text options + a learner's model + decisions = a classifier: what `train` and `load` give people.

import type {
  Contribution,
  Dataset,
  Document,
  Learner,
  Model,
  OnlineTrainer,
  RowScorer,
  Scores,
  ScoringThread,
  SharedScoringMemory,
} from '../contract.js'
import { assign } from '../decide/assign.js'
import type { Calibration } from '../decide/calibration.js'
import { documentProbabilities, probabilitiesOf } from '../decide/document-probabilities.js'
import { confidenceAmong, isRejected } from '../decide/reject.js'
import type { ThresholdRule } from '../decide/thresholds.js'
import { scoresFor } from '../engine/scores.js'
import { InputError } from '../errors.js'
import { RulesModel } from '../models/rules.js'
import type { ByteTable } from '../structures/byte-table.js'
import { DatasetBuilder, UNLABELLED } from '../structures/dataset.js'
import { permutation, Rng } from '../structures/rng.js'
import { topLabels } from '../structures/top-k.js'
import type { Vectoriser } from '../vector/vectoriser.js'
import { comparableScores } from './decisions.js'
import { type Explanation, inPlace, namedTerms, type TermContribution } from './explanation.js'
import type { RunOptions } from './options.js'
import { checkLabels, internLabels, judgementOf } from './rows.js'
import { type RuleInWords, ruleInWords } from './rules-in-words.js'

/** One label of a ranking. */
export interface RankedLabel {
  readonly label: string
  readonly score: number
  /** Absent where nothing was calibrated. */
  readonly probability?: number
}

/** When a document is refused rather than given a label, to be looked at by a person. */
export interface RejectOptions {
  /** Reject where the first label leads the second by less than this. */
  readonly reject?: number
  /** A label that stands for "none of these": where it comes first, that counts as rejecting. */
  readonly rejectLabel?: string
}

export interface PredictOptions extends RejectOptions {
  /** How many labels at most (1). */
  readonly top?: number
  /** The labels above their thresholds instead. */
  readonly assign?: boolean
}

/** What `predict` says of a document. */
export interface Prediction {
  /** Best first; none where it was rejected. */
  readonly labels: readonly RankedLabel[]
  readonly rejected: boolean
  /**
   * Score of the first label − score of the second (0 if none was retrieved); Infinity for a model's only label,
   * −Infinity where no label was retrieved.
   */
  readonly confidence: number
}

const DEFAULT_TOP = 10

/** Why a shrunk model cannot be trained any further. */
export const ONLY_ANSWERS =
  'a shrunk model only answers: teach the model that it was made of, and shrink that again'

export interface ClassifierParts {
  readonly learner: Learner
  readonly learnerOptions: Record<string, unknown>
  readonly run: RunOptions
  readonly vectoriser: Vectoriser
  readonly labels: ByteTable
  /** Training documents of each label. */
  readonly labelDocuments: Float64Array
  readonly model: Model
  /** Of an online learner: can go on. */
  readonly trainer: OnlineTrainer | undefined
  readonly rule: ThresholdRule
  /** What makes probabilities of scores, if anything does. */
  readonly calibration: Calibration | undefined
  /** Where it was made small: what it was. It answers, and learns no more. */
  readonly shrunk?: Shrunk
}

/** What a shrunk model is, and what it was. */
export interface Shrunk {
  /** Of each weight. */
  readonly bits: number
  /** Words and weights that it had before. */
  readonly features: number
  readonly weights: number
}

/** A document, or just its text. */
export type Input = string | Document

/**
 * A trained model with everything around it: ranks, assigns, explains, learns on.
 *
 * @example
 * const model = await train([{ text: 'wheat and corn', labels: ['grain'] }, { text: 'gold', labels: ['metal'] }])
 * model.rank('corn prices', { top: 1 }) // [{ label: 'grain', score: … }]
 */
export class Classifier {
  protected readonly parts: ClassifierParts
  private labelDocuments: Float64Array
  private readonly row = new DatasetBuilder()
  private scratch: Scores | undefined
  private comparable = new Float64Array(0)
  private probable = new Float64Array(0)
  /** What scores rows faster while the model stays as it is; null where nothing does. */
  private scorer: RowScorer | null | undefined
  private chosen = new Uint32Array(64)
  /** By label id: its name, once it has been asked for. */
  private readonly names: string[] = []

  constructor(parts: ClassifierParts) {
    this.parts = parts
    this.labelDocuments = parts.labelDocuments
  }

  /** Name of the learner. */
  get learner(): string {
    return this.parts.learner.name
  }

  /** Whether `learn` works. */
  get online(): boolean {
    return this.parts.trainer !== undefined && this.parts.shrunk === undefined
  }

  /** What it was before it was made small, if it was. */
  get shrunk(): Shrunk | undefined {
    return this.parts.shrunk
  }

  /** Whether its scores come with probabilities. */
  get calibrated(): boolean {
    return this.parts.calibration !== undefined
  }

  /** All options it was trained with. */
  get options(): Record<string, unknown> {
    const { run, vectoriser, learnerOptions } = this.parts
    return { ...vectoriser.options, ...learnerOptions, ...run }
  }

  /** Training documents so far. */
  get documents(): number {
    return this.parts.vectoriser.documents
  }

  get featureCount(): number {
    return this.parts.vectoriser.terms.count
  }

  get labelCount(): number {
    return this.parts.labels.count
  }

  /** The name of a label id, in order of first appearance in training. */
  labelName(id: number): string {
    return (this.names[id] ??= this.parts.labels.string(id))
  }

  /** The id of a label, or −1. */
  labelId(label: string): number {
    return this.parts.labels.findString(label)
  }

  /** Training documents of a label id. */
  documentsOf(id: number): number {
    return this.labelDocuments[id] ?? 0
  }

  /** Figures of the model, such as the edges of an index. */
  figures(): Record<string, number> {
    return this.model().figures()
  }

  /** The best labels of a text, best first; `top` of them (default 10). */
  rank(input: Input, { top = DEFAULT_TOP }: { readonly top?: number } = {}): RankedLabel[] {
    if (!Number.isInteger(top) || top < 0) throw new InputError(`top ${top}: expected a whole number from 0`)
    const scores = this.score(input)
    const best = this.chosenFor(Math.min(top, scores.count))
    return this.named(best, topLabels(scores, top, best), scores)
  }

  /** The labels above their thresholds, best first. */
  assign(input: Input): string[] {
    return Array.from(this.assignIds(this.score(input)), (id) => this.labelName(id))
  }

  /**
   * The best labels of a text, or those above their thresholds, unless it is rejected: no label where the first
   * leads the second by too little. A text that the model finds no label for is rejected too, if rejecting was asked
   * for at all.
   */
  predict(input: Input, options: PredictOptions = {}): Prediction {
    return this.predictScored(this.score(input), options)
  }

  /** What `predict` says of a document with these scores, for whoever needs more than one answer of them. */
  predictScored(scores: Scores, options: PredictOptions = {}): Prediction {
    const { top = 1, assign = false, reject = Number.NEGATIVE_INFINITY } = options
    if (!Number.isInteger(top) || top < 0) throw new InputError(`top ${top}: expected a whole number from 0`)
    if (Number.isNaN(reject)) throw new InputError('reject: expected a number')
    const rejectLabel = this.rejectLabelId(options)
    const most = Math.min(scores.count, assign ? 2 : Math.max(2, top))
    const best = this.chosenFor(most)
    const count = topLabels(scores, most, best)
    const confidence = confidenceAmong(best, count, scores, this.labelCount, rejectLabel)
    const asked = options.reject !== undefined || rejectLabel >= 0
    if (asked && isRejected(confidence, reject)) {
      return { labels: [], rejected: true, confidence: confidence.lead }
    }
    const assigned = assign ? this.assignIds(scores) : undefined
    const labels =
      assigned === undefined
        ? this.named(best, Math.min(top, count), scores)
        : this.named(assigned, assigned.length, scores)
    return { labels, rejected: false, confidence: confidence.lead }
  }

  /** The id of the label that stands for rejecting, −1 without one; refuses one that the model does not have. */
  rejectLabelId({ rejectLabel }: RejectOptions): number {
    return rejectLabel === undefined ? -1 : this.requireLabel(rejectLabel)
  }

  /** What each word of the text said for a label; the weights add up to its score. Strongest first. */
  explain(input: Input, label: string): TermContribution[] {
    const id = this.requireLabel(label)
    return namedTerms(this.model().explain(this.vectorise(input), 0, id), this.parts.vectoriser)
  }

  /** The same in place: what each word of the text said for a label, and what no word said; they add up to its score. */
  explainInPlace(input: Input, label: string): Explanation {
    const id = this.requireLabel(label)
    const { vectoriser } = this.parts
    const scores = this.score(input)
    const probability = scores.seen[id] === 1 ? this.probabilities(scores)?.[id] : undefined
    const contributions = this.model().explain(this.rowMade(), 0, id)
    const text = textOf(input)
    return {
      label,
      score: scores.values[id] ?? 0,
      ...(probability === undefined ? {} : { probability }),
      text: text ?? '',
      ...(text === undefined
        ? { words: [], rest: namedTerms(contributions, vectoriser) }
        : inPlace(contributions, vectoriser, text)),
    }
  }

  /**
   * Learns from one more labelled document, or several; new words and new labels are welcome. Only
   * online learners can. `replay` holds documents it has learned before: they are mixed in, all of them once in
   * a seeded order, spread evenly over the new ones, so that the labels keep their shares and the old ones are
   * not forgotten.
   */
  learn(
    input: Document | Iterable<Document>,
    { replay = [], seed = 1 }: { readonly replay?: readonly Document[]; readonly seed?: number } = {},
  ): void {
    const documents = isIterable(input) ? [...input] : [input]
    const order = permutation(replay.length, new Rng(seed))
    let replayed = 0
    if (replay.length > 0) this.parts.trainer?.replaying?.(Math.min(1, replay.length / this.documents))
    for (const [done, document] of documents.entries()) {
      this.learnOne(document, true)
      const due = Math.round((replay.length * (done + 1)) / documents.length)
      while (replayed < due) this.learnOne(replay[order[replayed++]], false)
    }
  }

  /**
   * The scores of a document, for measuring and batch work: the accumulator is the classifier's own
   * and is overwritten by the next call.
   */
  score(input: Input): Scores {
    const { vectoriser } = this.parts
    vectoriser.vectorise(documentOf(input))
    if (this.scorer === undefined) this.scorer = this.scorerFor() ?? null
    const made = this.scorer?.(vectoriser.columns, vectoriser.values, vectoriser.size)
    if (made !== undefined) return made
    const model = this.model()
    const scores = scoresFor(Math.max(model.labelCount, this.labelCount), this.scratch)
    this.scratch = scores
    model.score(this.rowMade(), 0, scores)
    return scores
  }

  /**
   * Prepares to answer as one of several threads, by words and weights that they share: the first lays them out and sends
   * what this returns to the others, which have the same model. What cannot be shared each has for itself.
   */
  scoreIn(thread: ScoringThread): SharedScoringMemory {
    const words = this.parts.vectoriser.shareWords(thread)
    const shares = thread.own === 0 || thread.memory !== undefined
    this.scorer = this.scorerFor(shares ? thread : undefined) ?? null
    const memory = this.scorer?.memory
    return {
      ...(memory === undefined ? {} : { memory }),
      ...(words === undefined ? {} : { words }),
    }
  }

  /** The label ids assigned under these scores, best first (a view that the next call overwrites). */
  assignIds(scores: Scores): Uint32Array {
    const out = this.chosenFor(scores.count)
    return out.subarray(0, assign(this.parts.rule, scores, this.comparableScores(scores), out))
  }

  /** The scores in a form that can be compared between documents, by label id. */
  comparableScores(scores: Scores): Float64Array {
    if (this.comparable.length < scores.values.length)
      this.comparable = new Float64Array(scores.values.length)
    return comparableScores(this.model(), scores, this.comparable)
  }

  /**
   * The probabilities of the retrieved labels under these scores, by label id (a view that the next call overwrites);
   * undefined where the model has none.
   */
  probabilities(scores: Scores): Float64Array | undefined {
    const { calibration } = this.parts
    if (calibration === undefined) return undefined
    const probable = this.probableFor(scores)
    documentProbabilities(calibration, scores, this.comparableScores(scores), probable)
    return probable
  }

  /** The words that speak most for a label. */
  strongestTerms(label: string, top = DEFAULT_TOP): TermContribution[] {
    const { terms } = this.parts.vectoriser
    return this.model()
      .strongestFeatures(this.requireLabel(label), top)
      .map(({ feature, weight }: Contribution) => ({ term: terms.string(feature), weight }))
  }

  /** A label's rules, best first; undefined where the model is not made of rules. */
  rules(label: string): RuleInWords[] | undefined {
    const id = this.requireLabel(label)
    const model = this.model()
    if (!(model instanceof RulesModel)) return undefined
    return model.rules(id).map((rule) => ruleInWords(rule, this.parts.vectoriser.terms))
  }

  /** The rule that speaks for a label in a text; undefined where none does. */
  firedRule(input: Input, label: string): RuleInWords | undefined {
    const id = this.requireLabel(label)
    const model = this.model()
    if (!(model instanceof RulesModel)) return undefined
    const rule = model.firedRule(this.vectorise(input), 0, id)
    return rule === undefined ? undefined : ruleInWords(rule, this.parts.vectoriser.terms)
  }

  /** The labels that a term (as the model knows it) speaks most for; none if it does not know it. */
  strongestLabels(term: string, top = DEFAULT_TOP): { label: string; weight: number }[] {
    const feature = this.parts.vectoriser.terms.findString(term)
    if (feature < 0) return []
    return this.model()
      .strongestLabels(feature, top)
      .map(({ label, weight }) => ({ label: this.labelName(label), weight }))
  }

  /** The parts, for writing them to a file. */
  toParts(): ClassifierParts {
    return {
      ...this.parts,
      model: this.model(),
      labelDocuments: this.labelDocuments.subarray(0, this.labelCount),
    }
  }

  private model(): Model {
    return this.parts.trainer?.model() ?? this.parts.model
  }

  private learnOne(document: Document, isNew: boolean): void {
    const { learner, trainer, vectoriser, labels } = this.parts
    if (this.shrunk !== undefined) throw new InputError(ONLY_ANSWERS)
    if (trainer === undefined) {
      throw new InputError(
        learner.online
          ? 'this model was made for ranking alone: it cannot learn'
          : `${learner.name} learns from all documents at once: train it again, or use an online learner`,
      )
    }
    if (judgementOf(document) === 0)
      throw new InputError('a document to learn from has no labels: expected "labels"')
    // Nothing is counted before all of it was found good: a refused document leaves no trace.
    checkLabels(document)
    this.scorer = undefined
    if (isNew) {
      vectoriser.look(document)
      vectoriser.weigh()
    } else vectoriser.vectorise(document)
    const rowLabels = internLabels(document, labels)
    this.reserveLabelCounts()
    this.row.clear()
    this.row.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, rowLabels)
    trainer.learn(this.row, 0)
    if (isNew) for (const label of rowLabels.positives) this.labelDocuments[label]++
  }

  /** Not where a label is newer than the model. */
  private scorerFor(thread?: ScoringThread): RowScorer | undefined {
    const model = this.model()
    return model.labelCount < this.labelCount ? undefined : model.scorer?.(thread)
  }

  private vectorise(input: Input): Dataset {
    this.parts.vectoriser.vectorise(documentOf(input))
    return this.rowMade()
  }

  /** The row that the vectoriser has made last. */
  private rowMade(): Dataset {
    const { columns, values, size } = this.parts.vectoriser
    this.row.clear()
    this.row.addRow(columns, values, size, UNLABELLED)
    return this.row
  }

  /** The first of these labels. */
  private named(ids: Uint32Array, count: number, scores: Scores): RankedLabel[] {
    const { calibration } = this.parts
    const { values } = scores
    const ranked: RankedLabel[] = []
    if (calibration === undefined) {
      for (let i = 0; i < count; i++) ranked.push({ label: this.labelName(ids[i]), score: values[ids[i]] })
      return ranked
    }
    const probable = this.probableFor(scores)
    const first = ids.subarray(0, count)
    probabilitiesOf(calibration, scores, this.comparableScores(scores), first, probable)
    for (const id of first)
      ranked.push({ label: this.labelName(id), score: values[id], probability: probable[id] })
    return ranked
  }

  private probableFor(scores: Scores): Float64Array {
    if (this.probable.length < scores.values.length) this.probable = new Float64Array(scores.values.length)
    return this.probable
  }

  private chosenFor(size: number): Uint32Array {
    if (this.chosen.length < size) this.chosen = new Uint32Array(size * 2)
    return this.chosen
  }

  private requireLabel(label: string): number {
    const id = this.labelId(label)
    if (id < 0)
      throw new InputError(`the model has no label "${label}": \`abound inspect\` lists those it has`)
    return id
  }

  private reserveLabelCounts(): void {
    if (this.labelDocuments.length >= this.labelCount) return
    const grown = new Float64Array(this.labelCount * 2)
    grown.set(this.labelDocuments)
    this.labelDocuments = grown
  }
}

function documentOf(input: Input): Document {
  return typeof input === 'string' ? { text: input } : input
}

/** The text as a string; malformed UTF-8 reads as U+FFFD. */
function textOf(input: Input): string | undefined {
  if (typeof input === 'string') return input
  return input.text instanceof Uint8Array ? decoder.decode(input.text.slice()) : input.text
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

function isIterable(input: Document | Iterable<Document>): input is Iterable<Document> {
  return Symbol.iterator in input
}
