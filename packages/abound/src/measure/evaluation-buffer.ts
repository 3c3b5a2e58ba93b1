// Documents as found-document.ts holds them, serialised into two arrays to be sent between threads. Labels unknown to
// the model are indices into a list of names, as the reader numbers them in its own way.

import type { Judgement } from '../contract.js'
import { grow } from '../structures/grow.js'
import type { LabelList } from './document-labels.js'
import type { FoundDocument } from './found-document.js'

/** Plain data. */
export interface EvaluationBuffer {
  readonly documents: number
  readonly whole: Uint32Array
  /** Wrong pairs of each document with a label: more than 32 bits may count. */
  readonly errors: Float64Array
  readonly unknownNames: readonly string[]
}

export class BufferWriter {
  private documents = 0
  private whole = new Uint32Array(1024)
  private size = 0
  private errors = new Float64Array(64)
  private labelled = 0

  write({ judged, labels, ranks, first }: FoundDocument): void {
    const { known, unknown, right, wrong, missing, size } = labels
    this.documents++
    this.put(judged)
    if (judged === 0) return
    this.put(first + 1)
    this.putAll(known.labels, known.count)
    this.putAll(unknown.labels, unknown.count)
    this.putAll(right.labels, right.count)
    this.putAll(wrong.labels, wrong.count)
    this.putAll(missing.labels, missing.count - unknown.count)
    if (size === 0) return
    this.put(ranks.retrieved)
    this.putAll(ranks.labels, known.count)
    this.putAll(ranks.ranks, known.count)
    this.putErrors(ranks.errors)
  }

  /** What was written; the next document begins another buffer. */
  take(unknownNames: readonly string[]): EvaluationBuffer {
    const { documents, whole, size, errors, labelled } = this
    this.documents = 0
    this.size = 0
    this.labelled = 0
    return {
      documents,
      whole: whole.slice(0, size),
      errors: errors.slice(0, labelled),
      unknownNames: [...unknownNames],
    }
  }

  private put(number: number): void {
    if (this.size === this.whole.length) this.whole = grow(this.whole, this.size * 2)
    this.whole[this.size++] = number
  }

  private putAll(numbers: Uint32Array, count: number): void {
    this.put(count)
    for (let i = 0; i < count; i++) this.put(numbers[i])
  }

  private putErrors(errors: number): void {
    if (this.labelled === this.errors.length) this.errors = grow(this.errors, this.labelled * 2)
    this.errors[this.labelled++] = errors
  }
}

export class BufferReader {
  private readonly buffer: EvaluationBuffer
  private at = 0
  private labelled = 0

  constructor(buffer: EvaluationBuffer) {
    this.buffer = buffer
  }

  /** The next document, as if it had been worked out here. */
  read(found: FoundDocument): void {
    const { labels, ranks } = found
    const { known, unknown, right, wrong, missing } = labels
    found.judged = this.next() as Judgement
    if (found.judged === 0) return
    found.first = this.next() - 1
    this.list(known)
    this.list(unknown)
    const { unknownNames } = this.buffer
    for (let i = 0; i < unknown.count; i++)
      unknown.labels[i] = labels.numberOf(unknownNames[unknown.labels[i]])
    this.list(right)
    this.list(wrong)
    this.list(missing)
    labels.missUnknown()
    if (labels.size === 0) return
    const retrieved = this.next()
    ranks.take(retrieved, this.view(), this.view(), this.buffer.errors[this.labelled++])
    ranks.rankUnknown(unknown.labels, unknown.count)
  }

  private next(): number {
    return this.buffer.whole[this.at++]
  }

  private view(): Uint32Array {
    const count = this.next()
    this.at += count
    return this.buffer.whole.subarray(this.at - count, this.at)
  }

  private list(list: LabelList): void {
    list.count = 0
    for (let left = this.next(); left > 0; left--) list.push(this.next())
  }
}
