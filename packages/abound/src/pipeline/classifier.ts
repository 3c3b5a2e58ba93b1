// A classifier: text options, a learner's model and decisions as one thing, which is what `train` and `load` return. Each
// verb has a file of its own: document-scorer.ts, label-ranker.ts, document-teacher.ts, explanation.ts; model-bytes.ts saves it.

import type { Contribution, Document, Scores, ScoringThread, SharedScoringMemory } from '../contract.js'
import { InputError } from '../errors.js'
import { RulesModel } from '../models/rules.js'
import { nearestName, wrongOption } from '../wording.js'
import type { ClassifierParts, Shrunk } from './classifier-parts.js'
import { DocumentScorer, type Input, textOf } from './document-scorer.js'
import { DocumentTeacher } from './document-teacher.js'
import { type Explanation, inPlace, namedTerms, type TermContribution } from './explanation.js'
import {
  checkDocument,
  checkInput,
  checkInputs,
  checkOptions,
  checkString,
  type OptionTypes,
} from './input-checks.js'
import {
  checkTop,
  LabelRanker,
  type Prediction,
  type PredictOptions,
  type RankedLabel,
  type RejectOptions,
} from './label-ranker.js'
import { type RuleInWords, ruleInWords } from './rules-in-words.js'
import { TimeSlices } from './time-slices.js'

const DEFAULT_TOP = 10
/** Labels that are named where one was asked for that is not there. */
const SHOWN_LABELS = 8

/** Options that were not given: nothing to check. */
const NONE = Object.freeze({})

const RANK_OPTIONS: OptionTypes<{ top: number }> = { top: 'count' }
const PREDICT_OPTIONS: OptionTypes<PredictOptions> = {
  top: 'count',
  assign: 'boolean',
  reject: 'number',
  rejectLabel: 'string',
}
const LEARN_OPTIONS: OptionTypes<{ replay: unknown; seed: number }> = { replay: 'array', seed: 'count' }

/**
 * A trained model with everything around it: ranks, assigns, explains, learns on.
 *
 * @example
 * const model = await train([{ text: 'wheat and corn', labels: ['grain'] }, { text: 'gold', labels: ['metal'] }])
 * model.rank('corn prices', { top: 1 }) // [{ label: 'grain', score: … }]
 */
export class Classifier {
  protected readonly parts: ClassifierParts
  private readonly scorer: DocumentScorer
  private readonly ranker: LabelRanker
  private readonly teacher: DocumentTeacher

  constructor(parts: ClassifierParts) {
    this.parts = parts
    this.scorer = new DocumentScorer(parts)
    this.ranker = new LabelRanker(parts, this.scorer)
    this.teacher = new DocumentTeacher(parts)
  }

  /** Name of the learner. */
  get learner(): string {
    return this.parts.learner.name
  }

  /** Whether `learn` works. */
  get online(): boolean {
    return this.parts.trainer !== undefined && this.parts.shrunk === undefined
  }

  /** Only of a shrunk model: what it was before. */
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
    return this.ranker.nameOf(id)
  }

  /** The id of a label, or −1. */
  labelId(label: string): number {
    return this.parts.labels.findString(label)
  }

  /** Training documents of a label id. */
  documentsOf(id: number): number {
    return this.teacher.documentsOf(id)
  }

  /** Figures of the model, such as the edges of an index. */
  figures(): Record<string, number> {
    return this.scorer.model().figures()
  }

  /** The best labels of a text, best first; `top` of them (default 10). */
  rank(input: Input, options: { readonly top?: number } = NONE): RankedLabel[] {
    if (typeof input !== 'string') checkInput('rank', input)
    if (options !== NONE) checkOptions('rank', options, RANK_OPTIONS)
    const { top = DEFAULT_TOP } = options
    return this.ranker.rank(this.score(input), top)
  }

  /**
   * The best labels of each text, in order, as `rank` gives them: read, ranked and given one by one as they are asked for,
   * and the event loop has its turn in between.
   */
  async *rankMany(
    inputs: Iterable<Input> | AsyncIterable<Input>,
    options: { readonly top?: number } = NONE,
  ): AsyncGenerator<RankedLabel[], void, undefined> {
    checkInputs('rankMany', inputs)
    const slices = new TimeSlices()
    for await (const input of inputs) {
      yield this.rank(input, options)
      if (slices.over) await slices.pause()
    }
  }

  /** The labels above their thresholds, best first. */
  assign(input: Input): string[] {
    if (typeof input !== 'string') checkInput('assign', input)
    return Array.from(this.assignIds(this.score(input)), (id) => this.labelName(id))
  }

  /**
   * The best labels of a text, or those above their thresholds, unless it is rejected: no label where the first
   * leads the second by too little. A text that the model finds no label for is rejected too, if rejecting was asked
   * for at all.
   */
  predict(input: Input, options: PredictOptions = NONE): Prediction {
    if (typeof input !== 'string') checkInput('predict', input)
    if (options !== NONE) checkOptions('predict', options, PREDICT_OPTIONS)
    return this.predictScored(this.score(input), options)
  }

  /** What `predict` says of a document with these scores, for whoever needs more than one answer of them. */
  predictScored(scores: Scores, options: PredictOptions = NONE): Prediction {
    const { top = 1, reject } = options
    checkTop(top)
    if (Number.isNaN(reject)) throw new InputError(wrongOption('reject', reject, 'a number'))
    return this.ranker.predict(scores, options, this.rejectLabelId(options))
  }

  /** The id of the label that stands for rejecting, −1 without one; refuses one that the model does not have. */
  rejectLabelId({ rejectLabel }: RejectOptions): number {
    return rejectLabel === undefined ? -1 : this.requireLabel(rejectLabel, 'rejectLabel')
  }

  /** What each word of the text said for a label; the weights add up to its score. Strongest first. */
  explain(input: Input, label: string): TermContribution[] {
    checkInput('explain', input)
    const id = this.requireLabel(label, 'explain')
    return namedTerms(this.scorer.model().explain(this.scorer.rowOf(input), 0, id), this.parts.vectoriser)
  }

  /** The same in place: what each word of the text said for a label, and what no word said; they add up to its score. */
  explainInPlace(input: Input, label: string): Explanation {
    checkInput('explainInPlace', input)
    const id = this.requireLabel(label, 'explainInPlace')
    const { vectoriser } = this.parts
    const scores = this.score(input)
    const probability = scores.seen[id] === 1 ? this.probabilities(scores)?.[id] : undefined
    const contributions = this.scorer.model().explain(this.scorer.rowMade(), 0, id)
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
    options: { readonly replay?: readonly Document[]; readonly seed?: number } = NONE,
  ): void {
    const documents = documentsIn(input)
    if (options !== NONE) checkOptions('learn', options, LEARN_OPTIONS)
    const { replay = [], seed = 1 } = options
    for (const document of replay) checkDocument('learn, replay', document)
    this.teacher.teach(documents, replay, seed, () => this.scorer.forgetScorer())
  }

  /**
   * The scores of a document, for measuring and batch work: the accumulator is the classifier's own
   * and is overwritten by the next call.
   */
  score(input: Input): Scores {
    return this.scorer.score(input)
  }

  /**
   * Prepares for many texts. As one of several threads, answers by words and weights that they share: the first lays them
   * out and sends what this returns to the others, which have the same model. What cannot be shared each has for itself.
   */
  scoreIn(thread: ScoringThread): SharedScoringMemory {
    return this.scorer.prepare(thread)
  }

  /** The label ids assigned under these scores, best first (a view that the next call overwrites). */
  assignIds(scores: Scores): Uint32Array {
    return this.ranker.assignIds(scores)
  }

  /** The scores in a form that can be compared between documents, by label id. */
  comparableScores(scores: Scores): Float64Array {
    return this.scorer.comparableScores(scores)
  }

  /**
   * The probabilities of the retrieved labels under these scores, by label id (a view that the next call overwrites);
   * undefined where the model has none.
   */
  probabilities(scores: Scores): Float64Array | undefined {
    return this.scorer.probabilities(scores)
  }

  /** The words that speak most for a label. */
  strongestTerms(label: string, top = DEFAULT_TOP): TermContribution[] {
    checkTop(top)
    const { terms } = this.parts.vectoriser
    return this.scorer
      .model()
      .strongestFeatures(this.requireLabel(label, 'strongestTerms'), top)
      .map(({ feature, weight }: Contribution) => ({ term: terms.string(feature), weight }))
  }

  /** A label's rules, best first; undefined where the model is not made of rules. */
  rules(label: string): RuleInWords[] | undefined {
    const id = this.requireLabel(label, 'rules')
    const model = this.scorer.model()
    if (!(model instanceof RulesModel)) return undefined
    return model.rules(id).map((rule) => ruleInWords(rule, this.parts.vectoriser.terms))
  }

  /** The rule that speaks for a label in a text; undefined where none does. */
  firedRule(input: Input, label: string): RuleInWords | undefined {
    checkInput('firedRule', input)
    const id = this.requireLabel(label, 'firedRule')
    const model = this.scorer.model()
    if (!(model instanceof RulesModel)) return undefined
    const rule = model.firedRule(this.scorer.rowOf(input), 0, id)
    return rule === undefined ? undefined : ruleInWords(rule, this.parts.vectoriser.terms)
  }

  /** The labels that a term (as the model knows it) speaks most for; none if it does not know it. */
  strongestLabels(term: string, top = DEFAULT_TOP): { label: string; weight: number }[] {
    checkString('strongestLabels', 'a term', term)
    checkTop(top)
    const feature = this.parts.vectoriser.terms.findString(term)
    if (feature < 0) return []
    return this.scorer
      .model()
      .strongestLabels(feature, top)
      .map(({ label, weight }) => ({ label: this.labelName(label), weight }))
  }

  /** The parts, for writing them to a file. */
  toParts(): ClassifierParts {
    return {
      ...this.parts,
      model: this.scorer.model(),
      labelDocuments: this.teacher.allDocuments(),
    }
  }

  private requireLabel(label: string, method: string): number {
    checkString(method, 'the name of a label', label)
    const id = this.labelId(label)
    return id < 0 ? this.refuseLabel(label) : id
  }

  private refuseLabel(label: string): never {
    const names = Array.from({ length: this.labelCount }, (_, id) => this.labelName(id))
    const meant = nearestName(label, names)
    const refusal = `the model has no label ${JSON.stringify(label)}: `
    if (meant !== undefined) throw new InputError(`${refusal}did you mean ${JSON.stringify(meant)}?`)
    const first = names.slice(0, SHOWN_LABELS).join(', ')
    throw new InputError({
      message: `${refusal}it has ${first}${names.length > SHOWN_LABELS ? `, … (${names.length})` : ''}`,
      commandLine: `${refusal}\`abound inspect\` lists those it has`,
    })
  }
}

/** The documents to learn from, checked before any is learned. */
function documentsIn(input: Document | Iterable<Document>): readonly Document[] {
  if (typeof input !== 'object' || input === null || !(Symbol.iterator in input)) {
    checkDocument('learn', input, 'a document { text, labels }, or several in an iterable')
    return [input]
  }
  const documents = [...input]
  for (const [i, document] of documents.entries())
    checkDocument(documents.length === 1 ? 'learn' : `learn, document ${i + 1}`, document)
  return documents
}
