// Where a (feature, label) pair stands in its feature's list: open addressing over typed arrays. Lists
// that hold few labels are scanned faster than they are hashed, so only longer ones are indexed.

import type { Postings } from './postings.js'

/** Lists up to this length are scanned. */
const SCAN = 16

export class PairIndex {
  private readonly postings: Postings
  private features = new Uint32Array(1024)
  private labels = new Uint32Array(1024)
  /** Position within the list + 1; 0: empty slot. */
  private places = new Uint32Array(1024)
  private mask = 1023
  private count = 0

  constructor(postings: Postings) {
    this.postings = postings
    for (let f = 0; f < postings.count; f++) if (postings.lengths[f] > SCAN) this.indexList(f)
  }

  /** The pool position of the pair's entry, which is appended with value 0 if it was not there. */
  locate(feature: number, label: number): number {
    const { postings } = this
    const start = postings.starts[feature]
    const length = postings.lengths[feature]
    if (length <= SCAN) {
      const labels = postings.labels
      for (let i = start; i < start + length; i++) if (labels[i] === label) return i
      const at = postings.append(feature, label, 0)
      if (length === SCAN) this.indexList(feature)
      return at
    }
    let s = hashPair(feature, label) & this.mask
    for (; this.places[s] !== 0; s = (s + 1) & this.mask) {
      if (this.labels[s] === label && this.features[s] === feature) return start + this.places[s] - 1
    }
    const at = postings.append(feature, label, 0)
    this.put(s, feature, label, length + 1)
    return at
  }

  private indexList(feature: number): void {
    const { starts, lengths, labels } = this.postings
    const start = starts[feature]
    for (let i = 0; i < lengths[feature]; i++) {
      const label = labels[start + i]
      let s = hashPair(feature, label) & this.mask
      while (this.places[s] !== 0) s = (s + 1) & this.mask
      this.put(s, feature, label, i + 1)
    }
  }

  private put(slot: number, feature: number, label: number, place: number): void {
    this.features[slot] = feature
    this.labels[slot] = label
    this.places[slot] = place
    if (++this.count * 3 > this.mask * 2) this.grow()
  }

  private grow(): void {
    const { features, labels, places } = this
    const size = (this.mask + 1) * 2
    this.features = new Uint32Array(size)
    this.labels = new Uint32Array(size)
    this.places = new Uint32Array(size)
    this.mask = size - 1
    for (let i = 0; i < places.length; i++) {
      if (places[i] === 0) continue
      let s = hashPair(features[i], labels[i]) & this.mask
      while (this.places[s] !== 0) s = (s + 1) & this.mask
      this.features[s] = features[i]
      this.labels[s] = labels[i]
      this.places[s] = places[i]
    }
  }
}

/** A hash of two ids. */
export function hashPair(feature: number, label: number): number {
  let h = Math.imul(feature, 0x9e3779b1) ^ Math.imul(label, 0x85ebca77)
  h = Math.imul(h ^ (h >>> 15), 0xc2b2ae3d)
  return (h ^ (h >>> 13)) >>> 0
}
