// Learning from the log, one example after another. Old examples are mixed in, as many as keep the shares of the
// labels, drawn by a generator that starts from the example's number: the same log gives the same bytes.

import { type Classifier, type Document, InputError } from 'abound'
import { Rng } from 'abound/internal'
import type { LearnEvent, LoggedEvent } from '../log/events.js'
import type { FeedbackLog } from '../log/feedback-store.js'
import type { LabelNames } from './label-renaming.js'

/** Old examples mixed in with a new one, at most. */
const MOST_MIXED_IN = 19
/** Old examples in the cache, and the characters they may have. */
const KEPT = 4096
const KEPT_CHARACTERS = 8e6

interface LearnerParts {
  readonly model: string
  readonly classifier: Classifier
  readonly log: Pick<FeedbackLog, 'at'>
  readonly names: LabelNames
  /** Of the documents that the base was trained on, some to mix in. */
  readonly corpus: readonly Document[]
  /** Earlier examples, which the model knows. */
  readonly earlier: readonly number[]
}

export class IncrementalLearner {
  readonly classifier: Classifier
  private readonly parts: LearnerParts
  private readonly pool: number[]
  private readonly kept = new Map<number, LearnEvent>()
  private keptCharacters = 0

  constructor(parts: LearnerParts) {
    this.parts = parts
    this.classifier = parts.classifier
    this.pool = parts.earlier.slice()
  }

  /** Learns one example; with a batch learner it only counts as an earlier one. */
  async learn({ seq, body }: LoggedEvent<LearnEvent>): Promise<void> {
    const { classifier, pool } = this
    if (classifier.online) {
      const document = this.document(body, seq)
      const replay = await this.draw(document, seq)
      try {
        classifier.learn(document, { replay, seed: seq })
      } catch (error) {
        // An example that the model cannot take is skipped, in every replay.
        if (!(error instanceof InputError)) throw error
      }
    }
    this.keep(seq, body)
    pool.push(seq)
  }

  /** The example as the model has to see it: labels under the names it knows. */
  private document({ text, labels, notLabels = [], partial }: LearnEvent, seq: number): Document {
    const { names } = this.parts
    const inModel = (list: readonly string[]): string[] => [
      ...new Set(list.map((name) => names.nameInModel(name, seq, this.classifier))),
    ]
    const positives = inModel(labels)
    const negatives = inModel(notLabels).filter((name) => !positives.includes(name))
    return {
      text,
      labels: positives,
      ...(negatives.length > 0 ? { notLabels: negatives } : {}),
      ...(partial === true ? { partial } : {}),
    }
  }

  private async draw({ labels = [] }: Document, seq: number): Promise<Document[]> {
    const { corpus, log, model } = this.parts
    const { pool } = this
    const size = corpus.length + pool.length
    const wanted = Math.min(size, this.mixedInWith(labels))
    if (wanted === 0) return []
    const rng = new Rng(seq)
    const drawn = new Set<number>()
    while (drawn.size < wanted) drawn.add(rng.below(size))
    const seqs = [...drawn].filter((i) => i >= corpus.length).map((i) => pool[i - corpus.length])
    const missing = seqs.filter((old) => !this.kept.has(old))
    if (missing.length > 0) {
      for (const { seq: old, body } of await log.at(model, missing))
        if (body.kind === 'learn') this.keep(old, body)
    }
    const out: Document[] = []
    for (const i of drawn) {
      if (i < corpus.length) out.push(corpus[i])
      else {
        const old = this.kept.get(pool[i - corpus.length])
        if (old !== undefined) out.push(this.document(old, seq))
      }
    }
    return out
  }

  /** As many as keep the share of the rarest of these labels in what is learned. */
  private mixedInWith(labels: readonly string[]): number {
    const { classifier } = this
    let most = 0
    for (const label of labels) {
      const id = classifier.labelId(label)
      const known = id < 0 ? 0 : classifier.documentsOf(id)
      const others = known === 0 ? MOST_MIXED_IN : Math.round(classifier.documents / known) - 1
      most = Math.max(most, Math.min(MOST_MIXED_IN, others))
    }
    return most
  }

  private keep(seq: number, body: LearnEvent): void {
    this.kept.set(seq, body)
    this.keptCharacters += body.text.length
    for (const [oldest, { text }] of this.kept) {
      if (this.kept.size <= KEPT && this.keptCharacters <= KEPT_CHARACTERS) break
      // What was just put in stays: it is about to be drawn.
      if (this.kept.size <= MOST_MIXED_IN + 1) break
      this.kept.delete(oldest)
      this.keptCharacters -= text.length
    }
  }
}
