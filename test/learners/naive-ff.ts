// Feature-focus index learning the slow way: Maps and sorts, straight from the rules.
//
// Per feature a total W, a count # (first pass only) and weights w' by class. A feature with negative
// values is another feature. Nothing is kept sorted; every step sorts again.

import type { FfOptions } from '../../packages/abound/src/learners/ff/index.js'
import type { PlainRow } from './plain-rows.js'

const TOP = 50

interface Feature {
  total: number
  count: number
  weights: Map<number, number>
}

export class NaiveFf {
  readonly features = new Map<string, Feature>()
  /** How often a true class was retrieved, but not among the best 50. */
  missedTop = 0
  /** How often an entry was dropped. */
  dropped = 0
  readonly options: FfOptions

  constructor(options: FfOptions) {
    this.options = options
  }

  train(rows: readonly PlainRow[]): void {
    for (let pass = 0; pass < this.options.passes; pass++) {
      for (const row of rows) this.learn(row, pass === 0)
    }
  }

  learn(row: PlainRow, counts: boolean): void {
    for (const entry of row.x) if (counts) this.feature(entry).count++
    if (row.labels.length === 0) return

    const retrieved = this.retrieve(row.x)
    const ranking = [...retrieved].sort((a, b) => b[1] - a[1] || a[0] - b[0])
    const best = new Map(ranking.slice(0, TOP))
    for (const label of row.labels) if (retrieved.has(label) && !best.has(label)) this.missedTop++

    const isWrong = (label: number): boolean =>
      row.judged === 2 ? row.not.includes(label) : !row.labels.includes(label)
    let bestWrong = 0
    for (const [label, score] of best) if (isWrong(label)) bestWrong = Math.max(bestWrong, score)
    const weak = row.labels.filter((label) => (best.get(label) ?? 0) - bestWrong <= this.options.margin)
    for (const label of weak) for (const entry of row.x) this.strengthen(entry, label)
  }

  /**
   * s_c = Σ r_f · w_{f,c} · x_f. The factors are multiplied as ((r · x) / W) · w', feature after
   * feature: which of two equal scores leads by the last bit decides updates, so the order matters.
   */
  retrieve(x: PlainRow['x']): Map<number, number> {
    const { maxDegree, retrieveAbove, rating } = this.options
    const scores = new Map<number, number>()
    for (const entry of x) {
      const feature = this.features.get(keyOf(entry))
      if (feature === undefined) continue
      const rate = rating ? Math.min(1, feature.count / 10) : 1
      for (const [label, weight] of sorted(feature).slice(0, maxDegree)) {
        if (weight / feature.total < retrieveAbove) continue
        const part = ((rate * Math.abs(entry[1])) / feature.total) * weight
        scores.set(label, (scores.get(label) ?? 0) + part)
      }
    }
    return scores
  }

  private strengthen(entry: readonly [number, number], label: number): void {
    const feature = this.feature(entry)
    const x = Math.abs(entry[1])
    feature.weights.set(label, (feature.weights.get(label) ?? 0) + x)
    feature.total += x
    const weak = [...feature.weights].filter(([, weight]) => weight / feature.total < this.options.minWeight)
    for (const [other, weight] of weak) {
      feature.weights.delete(other)
      this.dropped++
      if (!this.options.leaks) feature.total -= weight
    }
  }

  private feature(entry: readonly [number, number]): Feature {
    const key = keyOf(entry)
    const known = this.features.get(key) ?? { total: 0, count: 0, weights: new Map() }
    this.features.set(key, known)
    return known
  }
}

export function keyOf([column, value]: readonly [number, number]): string {
  return value < 0 ? `minus ${column}` : `plus ${column}`
}

/** The list of a feature: by weight, then by class. */
export function sorted(feature: Feature): [number, number][] {
  return [...feature.weights].sort((a, b) => b[1] - a[1] || a[0] - b[0])
}
