// How often each pair of ids was seen: open addressing over typed arrays, 12 bytes a slot, never a table of all
// pairs. When there are more different pairs than there may be, the rarest are forgotten until at most half are
// left, so what is counted often stays, and a pair that was forgotten once has a lower bound for its count.

import { hashPair } from '../structures/pair-index.js'

/** Different pairs that are kept: the table stays below 50 MB. */
const MOST = 1 << 21
const LEAST_SLOTS = 1024

export class PairTally {
  /** Different pairs at hand. */
  size = 0
  private readonly most: number
  private firsts = new Uint32Array(LEAST_SLOTS)
  private seconds = new Uint32Array(LEAST_SLOTS)
  /** 0: an empty slot. */
  private counts = new Uint32Array(LEAST_SLOTS)
  private mask = LEAST_SLOTS - 1

  constructor(most = MOST) {
    this.most = most
  }

  add(first: number, second: number): void {
    const { firsts, seconds, counts, mask } = this
    let s = hashPair(first, second) & mask
    for (; counts[s] !== 0; s = (s + 1) & mask) {
      if (firsts[s] === first && seconds[s] === second) {
        counts[s]++
        return
      }
    }
    firsts[s] = first
    seconds[s] = second
    counts[s] = 1
    this.size++
    if (this.size > this.most) this.rebuild(this.mask + 1, this.countOfHalf())
    else if (this.size * 3 > mask * 2) this.rebuild((mask + 1) * 2, 0)
  }

  /** All pairs, in no order that means anything. */
  forEach(visit: (first: number, second: number, count: number) => void): void {
    const { firsts, seconds, counts } = this
    for (let s = 0; s < counts.length; s++) if (counts[s] > 0) visit(firsts[s], seconds[s], counts[s])
  }

  /** The pairs seen most often, those first, of equals the lower ids; those with different ids alone, if asked. */
  mostFrequent(top: number, different = false): { first: number; second: number; count: number }[] {
    const out: { first: number; second: number; count: number }[] = []
    this.forEach((first, second, count) => {
      if (top === 0 || (different && first === second)) return
      let at = out.length
      if (at === top && !isBefore(count, first, second, out[at - 1])) return
      while (at > 0 && isBefore(count, first, second, out[at - 1])) at--
      out.splice(at, 0, { first, second, count })
      if (out.length > top) out.pop()
    })
    return out
  }

  /** The least count that at least half of the pairs do not exceed. */
  private countOfHalf(): number {
    const { counts, size } = this
    const sorted = counts.filter((count) => count > 0).sort()
    return sorted[(size - 1) >> 1]
  }

  /** Moves the pairs seen more than `floor` times into a new table. */
  private rebuild(slots: number, floor: number): void {
    const { firsts, seconds, counts } = this
    this.firsts = new Uint32Array(slots)
    this.seconds = new Uint32Array(slots)
    this.counts = new Uint32Array(slots)
    this.mask = slots - 1
    this.size = 0
    for (let i = 0; i < counts.length; i++) {
      if (counts[i] <= floor) continue
      let s = hashPair(firsts[i], seconds[i]) & this.mask
      while (this.counts[s] !== 0) s = (s + 1) & this.mask
      this.firsts[s] = firsts[i]
      this.seconds[s] = seconds[i]
      this.counts[s] = counts[i]
      this.size++
    }
  }
}

function isBefore(
  count: number,
  first: number,
  second: number,
  other: { first: number; second: number; count: number },
): boolean {
  if (count !== other.count) return count > other.count
  return first !== other.first ? first < other.first : second < other.second
}
