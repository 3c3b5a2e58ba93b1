// Perceptrons, one against the rest, the slow way: a Map of weights for each label, every label on its own, every
// weight vector kept for the mean. Straight from the rules.

import { startWeight } from '../../packages/abound/src/solvers/one-against-rest.js'
import { permutation, Rng } from '../../packages/abound/src/structures/rng.js'
import type { PlainRow } from './plain-rows.js'

type Weights = ReadonlyMap<number, number>

export class NaivePerceptron {
  /** Random starts come of this seed; without it weights start at 0. */
  readonly seed: number | undefined
  /** For each label w_1, w_2, …: the vector before the first row, and that after each. */
  readonly history: Weights[][] = []
  private rows = 0

  constructor(labels: number, seed?: number) {
    this.seed = seed
    for (let label = 0; label < labels; label++) this.history.push([new Map()])
  }

  /** Learns from a row with all labels that exist by then. */
  learn(row: PlainRow): void {
    const most = Math.max(-1, ...row.labels, ...row.not)
    // A label that comes late had no weights so far.
    while (this.history.length <= most) {
      this.history.push(Array.from({ length: this.rows + 1 }, () => new Map()))
    }
    for (let label = 0; label < this.history.length; label++) this.learnLabel(label, row)
    this.rows++
  }

  /** Each label goes on by itself, in the order of the rows or one by the seed, until its errors were not fewer for `patience` passes; the last weights stay. */
  trainWithEarlyStopping(
    rows: readonly PlainRow[],
    patience: number,
    maxPasses: number,
    orderSeed?: number,
  ): void {
    for (let label = 0; label < this.history.length; label++) {
      const rng = orderSeed === undefined ? undefined : new Rng(orderSeed)
      let fewest = Number.POSITIVE_INFINITY
      let idle = 0
      for (let pass = 0; pass < maxPasses && idle < patience && fewest > 0; pass++) {
        for (const at of rng === undefined ? rows.keys() : permutation(rows.length, rng))
          this.learnLabel(label, rows[at])
        const errors = rows.filter((row) => this.isWrong(label, row)).length
        idle = errors < fewest ? 0 : idle + 1
        fewest = Math.min(fewest, errors)
      }
    }
  }

  weight(label: number, feature: number): number {
    return this.last(label).get(feature) ?? 0
  }

  mean(label: number, feature: number): number {
    const all = this.history[label]
    return all.reduce((sum, weights) => sum + (weights.get(feature) ?? 0), 0) / all.length
  }

  private learnLabel(label: number, row: PlainRow): void {
    const weights = new Map(this.last(label))
    if (this.isWrong(label, row)) {
      for (const [feature, x] of row.x) {
        const start = this.seed === undefined ? 0 : startWeight(this.seed, feature, label)
        const weight = weights.get(feature) ?? start
        weights.set(feature, weight + signOf(label, row) * x)
        if (weights.get(feature) === 0) weights.delete(feature)
      }
    }
    this.history[label].push(weights)
  }

  private isWrong(label: number, row: PlainRow): boolean {
    const weights = this.last(label)
    const score = row.x.reduce((sum, [feature, x]) => sum + x * (weights.get(feature) ?? 0), 0)
    const y = signOf(label, row)
    return y !== 0 && y * score <= 0
  }

  private last(label: number): Weights {
    return this.history[label][this.history[label].length - 1]
  }
}

/** +1, −1, or 0 where nobody knows. */
function signOf(label: number, row: PlainRow): number {
  if (row.labels.includes(label)) return 1
  return row.judged === 1 || row.not.includes(label) ? -1 : 0
}
