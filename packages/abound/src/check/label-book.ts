// The labels of all documents: which set of labels each has, sets and labels numbered, no object a document.

import type { Document } from '../contract.js'
import { checkLabels, judgementOf } from '../pipeline/rows.js'
import { ByteTable } from '../structures/byte-table.js'
import { Growing } from './growing.js'

/** In place of a set: not all labels of the document are known. */
export const NOT_ALL_KNOWN = 0xffffffff

export class LabelBook {
  readonly labels = new ByteTable()
  /** By document: the number of its set, or NOT_ALL_KNOWN. */
  readonly sets = new Growing()
  /** Documents that nothing is known of. */
  unlabelled = 0
  private readonly table = new ByteTable()
  /** By label: documents in this part, and the first one. */
  private readonly counts: number[] = []
  private readonly firsts: number[] = []

  add(document: Document): void {
    const judged = judgementOf(document)
    const number = this.sets.count
    if (judged === 0) this.unlabelled++
    else checkLabels(document)
    const ids = [...new Set((document.labels ?? []).map((label) => this.labels.internString(label)))]
    for (const id of ids) {
      this.counts[id] = (this.counts[id] ?? 0) + 1
      this.firsts[id] ??= number
    }
    this.sets.push(
      judged === 1 ? this.table.internString(ids.sort((a, b) => a - b).join(' ')) : NOT_ALL_KNOWN,
    )
  }

  /** The ids of the labels of a set. */
  idsOf(set: number): number[] {
    const text = this.table.string(set)
    return text === '' ? [] : text.split(' ').map(Number)
  }

  namesOf(set: number): string[] {
    return this.idsOf(set).map((id) => this.labels.string(id))
  }

  /** Documents by label since the last call, and the first document of each; then resets both. */
  endPart(): { counts: Map<string, number>; firsts: Map<string, number>; unlabelled: number } {
    const counts = new Map<string, number>()
    const firsts = new Map<string, number>()
    for (let id = 0; id < this.labels.count; id++) {
      if (this.counts[id] === undefined) continue
      counts.set(this.labels.string(id), this.counts[id])
      firsts.set(this.labels.string(id), this.firsts[id])
    }
    const { unlabelled } = this
    this.counts.length = 0
    this.firsts.length = 0
    this.unlabelled = 0
    return { counts, firsts, unlabelled }
  }
}
