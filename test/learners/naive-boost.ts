// Boosting as it is written down: whole tables of documents × labels and plain loops, for tests.

import { Rng } from '../../packages/abound/src/structures/rng.js'
import { type PlainRow, row } from './plain-rows.js'

export interface NaiveRule {
  readonly term: number
  readonly alpha: number
  /** α·c_1 and α·c_0 by label. */
  readonly present: number[]
  readonly absent: number[]
  /** Z of real rules, r of discrete ones. */
  readonly merit: number
}

export interface NaiveRun {
  readonly rules: NaiveRule[]
  /** D, or v, at the end. */
  readonly weights: number[][]
  /** The least distance of a sign's sum from what decides it, and of a term from the first it does not tie with. */
  readonly closest: number
}

const TIE = 1e-10
const sum = (numbers: number[]): number => numbers.reduce((a, b) => a + b, 0)
const sign = (x: number): number => (x > 1e-12 ? 1 : -1)

/** Y: 1, −1, or 0 where nothing is known. */
export function signsOf({ labels, not, judged }: PlainRow, k: number): number[] {
  return Array.from({ length: k }, (_, l) =>
    labels.includes(l) ? 1 : judged === 1 || not.includes(l) ? -1 : 0,
  )
}

/** Weight by term there or not (1, 0), sign and label. */
type Blocks = { plus: number[]; minus: number[] }[]

export function naiveBoost(
  rows: readonly PlainRow[],
  features: number,
  k: number,
  variant: string,
  rounds: number,
): NaiveRun {
  return variant === 'discrete-mr'
    ? naiveMr(rows, features, k, rounds)
    : naiveMh(rows, features, k, variant, rounds)
}

function naiveMh(
  rows: readonly PlainRow[],
  features: number,
  k: number,
  variant: string,
  rounds: number,
): NaiveRun {
  const all = rows.filter(({ judged }) => judged !== 0)
  const has = all.map(({ x }) => new Set(x.map(([column]) => column)))
  const signs = all.map((one) => signsOf(one, k))
  const pairs = sum(signs.map((row) => row.filter((y) => y !== 0).length))
  let weights = signs.map((row) => row.map((y) => (y === 0 ? 0 : 1 / pairs)))
  const epsilon = 1 / pairs
  const rules: NaiveRule[] = []
  let closest = Number.POSITIVE_INFINITY
  const labels = Array.from({ length: k }, (_, l) => l)

  const blocksOf = (term: number): Blocks => {
    const blocks = [0, 1].map(() => ({ plus: labels.map(() => 0), minus: labels.map(() => 0) }))
    weights.forEach((row, i) => {
      const block = blocks[has[i].has(term) ? 1 : 0]
      row.forEach((weight, l) => {
        if (signs[i][l] > 0) block.plus[l] += weight
        else block.minus[l] += weight
      })
    })
    return blocks
  }
  /** Less is better. */
  const costOf = (blocks: Blocks): number => {
    if (variant === 'discrete-mh')
      return -sum(blocks.map(({ plus, minus }) => sum(labels.map((l) => Math.abs(plus[l] - minus[l])))))
    const roots = blocks.map(({ plus, minus }) => 2 * sum(labels.map((l) => Math.sqrt(plus[l] * minus[l]))))
    return variant === 'real-mh' ? roots[0] + roots[1] : sum(blocks[0].plus) + sum(blocks[0].minus) + roots[1]
  }

  while (rules.length < rounds && features > 0 && pairs > 0) {
    const costs = Array.from({ length: features }, (_, term) => costOf(blocksOf(term)))
    const least = Math.min(...costs)
    const term = costs.findIndex((cost) => cost <= least + TIE)
    for (const cost of costs) closest = Math.min(closest, Math.abs(cost - least - TIE))
    const blocks = blocksOf(term)
    const real = (j: number): number[] =>
      labels.map((l) => Math.log((blocks[j].plus[l] + epsilon) / (blocks[j].minus[l] + epsilon)) / 2)
    const signed = (j: number): number[] => labels.map((l) => sign(blocks[j].plus[l] - blocks[j].minus[l]))
    let alpha = 1
    let last = false
    let [absent, present] = [labels.map(() => 0), labels.map(() => 0)]
    if (variant === 'discrete-mh') {
      const r = -costs[term]
      if (!(r > TIE)) break
      last = !(r < 1 - TIE)
      alpha = last ? Math.log(2 / epsilon) / 2 : Math.log((1 + r) / (1 - r)) / 2
      present = signed(1)
      absent = signed(0)
      for (const { plus, minus } of blocks)
        for (const l of labels) closest = Math.min(closest, Math.abs(plus[l] - minus[l] - 1e-12))
    } else {
      if (!(costs[term] < 1 - TIE)) break
      present = real(1)
      if (variant === 'real-mh') absent = real(0)
    }
    weights = weights.map((row, i) =>
      row.map(
        (weight, l) => weight * Math.exp(-alpha * signs[i][l] * (has[i].has(term) ? present : absent)[l]),
      ),
    )
    const z = sum(weights.map(sum))
    weights = weights.map((row) => row.map((weight) => weight / z))
    const times = (c: number[]): number[] => c.map((one) => alpha * one)
    rules.push({ term, alpha, present: times(present), absent: times(absent), merit: Math.abs(costs[term]) })
    if (last) break
  }
  return { rules, weights, closest }
}

function naiveMr(rows: readonly PlainRow[], features: number, k: number, rounds: number): NaiveRun {
  const all = rows.filter((one) => {
    const signs = signsOf(one, k)
    return one.judged !== 0 && signs.includes(1) && signs.includes(-1)
  })
  const m = all.length
  const has = all.map(({ x }) => new Set(x.map(([column]) => column)))
  const signs = all.map((one) => signsOf(one, k))
  const count = (row: number[], y: number): number => row.filter((one) => one === y).length
  let weights = signs.map((row) =>
    row.map((y) => (y === 0 ? 0 : (m * count(row, 1) * count(row, -1)) ** -0.5)),
  )
  const rules: NaiveRule[] = []
  const labels = Array.from({ length: k }, (_, l) => l)
  let closest = Number.POSITIVE_INFINITY
  while (rules.length < rounds && m > 0 && features > 0) {
    const pulls = weights.map((row, i) =>
      row.map((v, l) => {
        const others = sum(row.filter((_, other) => signs[i][l] * signs[i][other] < 0))
        return (signs[i][l] * v * others) / 2
      }),
    )
    const sumsOf = (term: number, there: boolean): number[] =>
      labels.map((l) => sum(pulls.map((row, i) => (has[i].has(term) === there ? row[l] : 0))))
    const strengths = Array.from({ length: features }, (_, term) =>
      sum([...sumsOf(term, true), ...sumsOf(term, false)].map(Math.abs)),
    )
    const most = Math.max(...strengths)
    if (!(most > TIE)) break
    const term = strengths.findIndex((r) => r >= most - TIE)
    for (const r of strengths) closest = Math.min(closest, Math.abs(most - TIE - r))
    const r = strengths[term]
    const last = !(r < 1 - TIE)
    const alpha = last ? Math.log(2 * m * k) / 2 : Math.log((1 + r) / (1 - r)) / 2
    const [present, absent] = [true, false].map((there) => sumsOf(term, there))
    for (const one of [...present, ...absent]) closest = Math.min(closest, Math.abs(one - 1e-12))
    const h = (i: number, l: number): number => sign((has[i].has(term) ? present : absent)[l])
    weights = weights.map((row, i) => row.map((v, l) => v * Math.exp((-alpha * signs[i][l] * h(i, l)) / 2)))
    const z = sum(
      weights.map(
        (row, i) => sum(row.filter((_, l) => signs[i][l] > 0)) * sum(row.filter((_, l) => signs[i][l] < 0)),
      ),
    )
    weights = weights.map((row) => row.map((v) => v / Math.sqrt(z)))
    rules.push({
      term,
      alpha,
      present: present.map((c) => alpha * sign(c)),
      absent: absent.map((c) => alpha * sign(c)),
      merit: r,
    })
    if (last) break
  }
  return { rules, weights, closest }
}

/** Seeded documents of 3 to 12 words in which some words tell of labels. */
export function boostDocuments(count: number, features: number, labels: number): PlainRow[] {
  const rng = new Rng(7)
  return Array.from({ length: count }, () => {
    const own = new Set([rng.below(labels)])
    if (rng.below(4) === 0) own.add(rng.below(labels))
    const words = new Set<number>()
    for (let i = 3 + rng.below(10); i > 0; i--) {
      const label = [...own][rng.below(own.size)]
      // Frequent words first: the product of two draws.
      const any = Math.floor(rng.float() * rng.float() * features)
      words.add(rng.below(3) === 0 ? (label * 3 + rng.below(5)) % features : any)
    }
    return row(
      [...words].map((word) => [word, 1] as const),
      ...own,
    )
  })
}
