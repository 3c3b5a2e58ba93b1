// (label, score, truth) triples of many documents, to look at each label over documents: breakeven,
// average precision, thresholds.
//
// A document gives the triples of its `keep` best labels and of its true retrieved ones, so memory is
// 12 bytes · documents · (keep + a few) at most, never documents × labels. With no more labels than
// `keep` nothing is lost. Beyond that, wrong documents that had a label far down are missing from its
// list, which flatters the label a little.

import type { Scores } from '../contract.js'
import { InputError } from '../errors.js'
import { topLabels } from '../structures/top-k.js'
import { sortDescending, sortScratch } from './sorting.js'

/** Labels kept of each document unless told otherwise. */
export const KEPT_LABELS = 200

/** A model whose weights overflowed: figures from it would mean nothing. */
export const NOT_A_NUMBER = 'a score is not a number: the model overflowed in training or is damaged'

const CHUNK = 1 << 14
const TRUE = 1
const DONE = 2

/** One after the other. */
interface Triples {
  /** Label · 2 + 1 where it is true. */
  readonly packed: Uint32Array
  readonly scores: Float64Array
}

/** What was collected of some documents. Plain data. */
export interface CollectedScores {
  readonly triples: readonly Triples[]
  readonly truncated: boolean
}

/** The kept scores of label l: `offsets[l] … offsets[l + 1]`, descending, ties in document order. */
export interface GroupedScores {
  readonly offsets: Uint32Array
  readonly scores: Float64Array
  readonly truth: Uint8Array
}

/** Collects triples document by document, then groups them by label. */
export class LabelScores {
  readonly labelCount: number
  /** Documents that truly have each label, retrieved or not. */
  readonly positives: Uint32Array
  /** Triples kept so far. */
  count = 0
  /** Whether the score of some retrieved label was left out. */
  truncated = false
  private readonly keep: number
  private readonly best: Uint32Array
  private readonly marks: Uint8Array
  private readonly chunks: Triples[] = []
  /** How much of the last is taken. */
  private filled = CHUNK

  constructor(labelCount: number, keep = KEPT_LABELS) {
    this.labelCount = labelCount
    this.keep = keep
    this.positives = new Uint32Array(labelCount)
    this.best = new Uint32Array(Math.min(keep, labelCount))
    this.marks = new Uint8Array(labelCount)
  }

  /**
   * A document whose labels not in `truth` are all wrong. `scores` says which labels are its best,
   * `comparable` (by label) is what is kept.
   */
  add(scores: Scores, comparable: Float64Array, truth: ArrayLike<number>, truthCount = truth.length): void {
    this.addBest(this.bestOf(scores), scores, comparable, truth, truthCount)
  }

  /** The labels of a document that are kept whether they are true or not; the next call may overwrite them. */
  bestOf(scores: Scores): Uint32Array {
    const { touched, count } = scores
    if (count <= this.keep) return touched.subarray(0, count)
    return this.best.subarray(0, topLabels(scores, this.keep, this.best))
  }

  /** The same where these are known. */
  addBest(
    best: Uint32Array,
    scores: Scores,
    comparable: Float64Array,
    truth: ArrayLike<number>,
    truthCount = truth.length,
  ): void {
    const { marks } = this
    this.markTrue(truth, truthCount)
    for (let i = 0; i < best.length; i++) {
      const label = best[i]
      this.push(label, comparable[label], marks[label] & TRUE)
      marks[label] |= DONE
    }
    if (best.length < scores.count) {
      this.truncated = true
      this.addRest(scores, comparable, truth, truthCount)
    }
    for (let i = 0; i < best.length; i++) marks[best[i]] = 0
    for (let i = 0; i < truthCount; i++) marks[truth[i]] = 0
  }

  /** A partly judged document: nothing is known of labels that neither list names. */
  addNamed(
    scores: Scores,
    comparable: Float64Array,
    truth: ArrayLike<number>,
    wrong: ArrayLike<number>,
  ): void {
    const { marks } = this
    const kept = this.count
    this.markTrue(truth, truth.length)
    this.addRest(scores, comparable, truth, truth.length)
    this.addRest(scores, comparable, wrong, wrong.length)
    if (this.count - kept < scores.count) this.truncated = true
    for (let i = 0; i < truth.length; i++) marks[truth[i]] = 0
    for (let i = 0; i < wrong.length; i++) marks[wrong[i]] = 0
  }

  /** Views of what was collected, in the order of the documents. */
  triples(): readonly Triples[] {
    const { chunks, filled } = this
    if (filled === CHUNK) return chunks
    const { packed, scores } = chunks[chunks.length - 1]
    return [
      ...chunks.slice(0, -1),
      { packed: packed.subarray(0, filled), scores: scores.subarray(0, filled) },
    ]
  }

  /** What was collected, to be sent to another thread; it is gone then, but for `positives`. */
  take(): CollectedScores {
    const { chunks, truncated } = this
    const triples = this.triples().map(({ packed, scores }) => ({
      packed: packed.slice(),
      scores: scores.slice(),
    }))
    chunks.length = Math.min(1, chunks.length)
    this.filled = chunks.length === 0 ? CHUNK : 0
    this.count = 0
    this.truncated = false
    return { triples, truncated }
  }

  /** Adds what was collected of the documents that come next, without `positives`. */
  append({ triples, truncated }: CollectedScores): void {
    const { chunks } = this
    const last = chunks.length - 1
    if (last >= 0) chunks[last] = this.triples()[last]
    this.filled = CHUNK
    for (const chunk of triples) {
      chunks.push(chunk)
      this.count += chunk.packed.length
    }
    if (truncated) this.truncated = true
  }

  /** A document with these labels, of which scores are appended. */
  addPositives(labels: Uint32Array, count: number): void {
    for (let i = 0; i < count; i++) this.positives[labels[i]]++
  }

  /** The triples by label, sorted. What was collected stays as it is. */
  grouped(): GroupedScores {
    const { labelCount, count } = this
    const triples = this.triples()
    const offsets = new Uint32Array(labelCount + 1)
    for (const { packed } of triples) for (let i = 0; i < packed.length; i++) offsets[(packed[i] >>> 1) + 1]++
    let longest = 0
    for (let l = 0; l < labelCount; l++) {
      if (offsets[l + 1] > longest) longest = offsets[l + 1]
      offsets[l + 1] += offsets[l]
    }
    const next = offsets.slice(0, labelCount)
    const scores = new Float64Array(count)
    const truth = new Uint8Array(count)
    for (const { packed, scores: own } of triples) {
      for (let i = 0; i < packed.length; i++) {
        const at = next[packed[i] >>> 1]++
        scores[at] = own[i]
        if ((packed[i] & 1) !== 0) truth[at] = 1
      }
    }
    const scratch = sortScratch(longest)
    for (let l = 0; l < labelCount; l++) sortDescending(scores, truth, offsets[l], offsets[l + 1], scratch)
    return { offsets, scores, truth }
  }

  private markTrue(truth: ArrayLike<number>, truthCount: number): void {
    const { marks, positives, labelCount } = this
    for (let i = 0; i < truthCount; i++) {
      const label = truth[i]
      if (!(label < labelCount)) throw new RangeError(`label ${label} is not below ${labelCount}`)
      if (marks[label] === 0) positives[label]++
      marks[label] = TRUE
    }
  }

  /** Keeps those of `labels` that were retrieved and not kept yet. */
  private addRest(scores: Scores, comparable: Float64Array, labels: ArrayLike<number>, count: number): void {
    const { marks } = this
    const { seen } = scores
    for (let i = 0; i < count; i++) {
      const label = labels[i]
      if (seen[label] !== 1 || (marks[label] & DONE) !== 0) continue
      this.push(label, comparable[label], marks[label] & TRUE)
      marks[label] |= DONE
    }
  }

  private push(label: number, score: number, truth: number): void {
    if (label >= this.labelCount) throw new RangeError(`label ${label} is not below ${this.labelCount}`)
    if (Number.isNaN(score)) throw new InputError(NOT_A_NUMBER)
    if (this.filled === CHUNK) {
      this.chunks.push({ packed: new Uint32Array(CHUNK), scores: new Float64Array(CHUNK) })
      this.filled = 0
    }
    const { packed, scores } = this.chunks[this.chunks.length - 1]
    packed[this.filled] = label * 2 + truth
    scores[this.filled++] = score
    this.count++
  }
}
