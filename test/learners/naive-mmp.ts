// MMP the slow way: all pairs of a true and a wrong label, straight from the rules.

import type { PlainRow } from './plain-rows.js'

/** What one document asks for: scales by label, and |E|. */
export interface NaiveMoves {
  readonly scales: Map<number, number>
  readonly errors: number
}

/** The moves for a document when `labelCount` labels are known and have these scores. */
export function naiveMoves(
  { labels, not, judged }: PlainRow,
  scoreOf: (label: number) => number,
  labelCount: number,
  loss: number,
): NaiveMoves {
  const all = Array.from({ length: labelCount }, (_, label) => label)
  const wrong = judged === 2 ? not : all.filter((label) => !labels.includes(label))
  const pairs: [number, number][] = []
  for (const r of labels) for (const q of wrong) if (scoreOf(r) <= scoreOf(q)) pairs.push([r, q])
  const counts = new Map<number, number>()
  for (const [r, q] of pairs) {
    counts.set(r, (counts.get(r) ?? 0) + 1)
    counts.set(q, (counts.get(q) ?? 0) - 1)
  }
  const best = labels.map(scoreOf).sort((a, b) => b - a)
  const precisions = best.map(
    (score, i) => (i + 1) / (i + 1 + wrong.filter((q) => scoreOf(q) >= score).length),
  )
  const precision = precisions.reduce((sum, one) => sum + one, 0) / labels.length
  const c = [pairs.length, 1, labels.length * wrong.length, pairs.length / (1 - precision)][loss - 1]
  const scales = new Map([...counts].map(([label, count]) => [label, count / c]))
  return { scales, errors: pairs.length }
}

export class NaiveMmp {
  labelCount = 0
  readonly loss: number
  private readonly weights = new Map<string, number>()
  /** Σ over w_1 … w_{t+1} of each weight, and how many there are. */
  private readonly sums = new Map<string, number>()
  private copies = 1

  constructor(loss: number) {
    this.loss = loss
  }

  learn(row: PlainRow): void {
    this.labelCount = Math.max(
      this.labelCount,
      ...row.labels.map((id) => id + 1),
      ...row.not.map((id) => id + 1),
    )
    const scoreOf = (label: number): number => this.score(row.x, label)
    const { scales } = naiveMoves(row, scoreOf, this.labelCount, this.loss)
    for (const [label, scale] of scales) {
      for (const [feature, x] of row.x) {
        const key = `${feature} ${label}`
        this.weights.set(key, (this.weights.get(key) ?? 0) + scale * x)
      }
    }
    for (const [key, weight] of this.weights) this.sums.set(key, (this.sums.get(key) ?? 0) + weight)
    this.copies++
  }

  score(x: PlainRow['x'], label: number): number {
    return x.reduce((sum, [feature, value]) => sum + value * this.weight(feature, label), 0)
  }

  weight(feature: number, label: number): number {
    return this.weights.get(`${feature} ${label}`) ?? 0
  }

  mean(feature: number, label: number): number {
    return (this.sums.get(`${feature} ${label}`) ?? 0) / this.copies
  }
}
