// The unweighted index against a stream worked out by hand and against a slow version.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  type UnweightedIndexOptions,
  unweightedIndex,
} from '../../packages/abound/src/learners/unweighted-index/index.js'
import { UnweightedIndexModel } from '../../packages/abound/src/models/unweighted-index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { memberSeeds, startWeight } from '../../packages/abound/src/solvers/one-against-rest.js'
import { datasetOf, eighths, entriesOf, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, EMPTY, expectToGoOn, learnAll } from './trained.js'

const DEFAULTS = defaultOptions(unweightedIndex.options)

function trained(rows: readonly PlainRow[], given: Partial<UnweightedIndexOptions>): OnlineTrainer {
  return learnAll(unweightedIndex.start(EMPTY, { ...DEFAULTS, ...given }, CONTEXT), rows)
}

/** The rules, word by word: amounts, totals and perceptrons as Maps. */
class NaiveIndex {
  private readonly amounts = new Map<number, Map<number, number>>()
  private readonly totals = new Map<number, number>()
  /** By member. */
  private readonly perceptrons: Map<number, Map<number, number>>[]
  private readonly options: UnweightedIndexOptions

  constructor(options: UnweightedIndexOptions) {
    this.options = options
    this.perceptrons = Array.from({ length: options.members }, () => new Map())
  }

  learn({ x, labels, not, judged }: PlainRow): void {
    if (x.length === 0) return
    const retrieved = [...this.retrieve(x).keys()]
    const isWrong = (c: number): boolean => (judged === 2 ? not.includes(c) : !labels.includes(c))
    const wrong = retrieved.filter(isWrong)
    const seeds = memberSeeds(CONTEXT.seed, this.options.members)
    for (const [member, perceptrons] of this.perceptrons.entries()) {
      for (const c of retrieved) {
        const y = labels.includes(c) ? 1 : isWrong(c) ? -1 : 0
        const p = of(perceptrons, c)
        if (!this.options.classifiers || y === 0 || y * dot(p, x) > 0) continue
        const start = (f: number) => (this.options.members === 1 ? 0 : startWeight(seeds[member], f, c))
        for (const [f, value] of x) p.set(f, (p.get(f) || start(f)) + y * value)
      }
    }
    if (wrong.length > this.options.tolerance) {
      for (const c of wrong) {
        const v = of(this.amounts, c)
        for (const [f] of x) v.set(f, (v.get(f) ?? 0) / 2)
      }
    }
    const sum = x.reduce((total, [, value]) => total + value, 0)
    for (const c of labels) {
      if (retrieved.includes(c)) continue
      const v = of(this.amounts, c)
      for (const [f, value] of x) v.set(f, (v.get(f) ?? 0) + value / sum)
      this.totals.set(c, (this.totals.get(c) ?? 0) + 1)
    }
  }

  scores(x: PlainRow['x']): Map<number, number> {
    const retrieved = this.retrieve(x)
    if (this.options.classifiers) for (const c of retrieved.keys()) retrieved.set(c, this.classify(c, x))
    return retrieved
  }

  private retrieve(x: PlainRow['x']): Map<number, number> {
    const out = new Map<number, number>()
    for (const [c, v] of [...this.amounts].sort((a, b) => a[0] - b[0])) {
      const weights = x.map(([f]) => (v.get(f) ?? 0) / (this.totals.get(c) ?? 1))
      const edges = weights.filter((weight) => weight >= this.options.minWeight)
      if (edges.length > 0)
        out.set(
          c,
          edges.reduce((a, b) => a + b, 0),
        )
    }
    return out
  }

  private classify(c: number, x: PlainRow['x']): number {
    const scores = this.perceptrons.map((perceptrons) => dot(of(perceptrons, c), x))
    return scores.reduce((sum, score) => sum + score, 0) / scores.length
  }
}

function dot(p: ReadonlyMap<number, number>, x: PlainRow['x']): number {
  return x.reduce((sum, [f, value]) => sum + value * (p.get(f) ?? 0), 0)
}

function of(vectors: Map<number, Map<number, number>>, c: number): Map<number, number> {
  const known = vectors.get(c) ?? new Map<number, number>()
  vectors.set(c, known)
  return known
}

function expectScores(trainer: OnlineTrainer, naive: NaiveIndex, xs: readonly PlainRow['x'][]): void {
  const data = datasetOf(xs.map((x) => row(x)))
  for (const [at, x] of xs.entries()) {
    const scores = scoresOf(trainer.model(), data, at)
    const slow = naive.scores(x)
    expect([...scores.keys()]).toEqual([...slow.keys()])
    for (const [label, score] of scores) expect(score).toBeCloseTo(slow.get(label) ?? Number.NaN, 9)
    for (let label = 0; label < trainer.model().labelCount; label++) {
      const parts = trainer.model().explain(data, at, label)
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(slow.get(label) ?? 0, 9)
    }
  }
}

const tests = fc.array(entriesOf(9, eighths), { maxLength: 4 })
/** Limits that no weight made of eighths comes near by rounding. */
const anyOptions = fc.record({
  tolerance: fc.nat({ max: 3 }),
  minWeight: fc.constantFrom(0.0101357, 0.0771357, 0.2231357),
  classifiers: fc.boolean(),
  members: fc.constantFrom(1, 3),
  passes: fc.constant(1),
})

describe('the unweighted index', () => {
  it('follows a written-out stream', () => {
    const both = (a: number, x: number, b: number, y: number): PlainRow['x'] => [
      [a, x],
      [b, y],
    ]
    const rows = [
      row(both(0, 1, 1, 1), 0), // 0: ½ ½
      row(both(1, 1, 2, 3), 1), // reaches 0, which is wrong: ½ ¼; 1: word 1 ¼, word 2 ¾
      row([[3, 1]], 0), // not reached: ½ ¼ and 1, of 2
      row([[0, 1]], 0), // reached: left alone
    ]
    const trainer = trained(rows, { tolerance: 0, minWeight: 0.2 })
    const query = datasetOf([row([0, 1, 2, 3].map((word) => [word, 5] as const))])
    const scores = scoresOf(trainer.model(), query, 0)
    // 0: ¼ + ½, as the ⅛ of word 1 is not in the index; 1: ¼ + ¾.
    expect([...scores]).toEqual([
      [0, 3 / 4],
      [1, 1],
    ])
    expect(trainer.model().figures()).toEqual({ edges: 4 })
    expect(trainer.model().strongestFeatures(0, 3)).toEqual([
      { feature: 3, weight: 1 / 2 },
      { feature: 0, weight: 1 / 4 },
    ])
    expect(trainer.model().strongestLabels(1, 3)).toEqual([{ label: 1, weight: 1 / 4 }])
  })

  it('tolerates as many wrong labels as it is told to', () => {
    const rows = [row([[0, 1]], 0), row([[0, 1]], 1), row([[0, 1]], 2)]
    const sumsAfter = (tolerance: number): number[] => {
      const model = trained([...rows, row([[0, 1]])], { tolerance }).model()
      return [...scoresOf(model, datasetOf([row([[0, 1]])]), 0).values()]
    }
    expect(sumsAfter(3)).toEqual([1, 1, 1])
    expect(sumsAfter(2)).toEqual([1 / 2, 1 / 2, 1 / 2])
  })

  it('scores as the slow version does, while it grows', () => {
    fc.assert(
      fc.property(
        plainRows(6, 5, eighths, { maxLength: 20 }, 4),
        plainRows(8, 7, eighths, { maxLength: 15 }, 4),
        anyOptions,
        tests,
        (first, second, options, xs) => {
          const trainer = trained(first, options)
          const naive = new NaiveIndex(options)
          for (const one of first) naive.learn(one)
          expectScores(trainer, naive, xs)
          learnAll(trainer, second)
          for (const one of second) naive.learn(one)
          expectScores(trainer, naive, xs)
        },
      ),
    )
  })

  it('goes on after saving and loading as if nothing had happened', () => {
    fc.assert(
      fc.property(
        plainRows(6, 5, eighths, { maxLength: 20 }, 4),
        plainRows(8, 7, eighths, { maxLength: 15 }, 4),
        anyOptions,
        (first, second, options) => {
          const straight = trained(first, options)
          const loaded = unweightedIndex.resume(straight.state(), options, CONTEXT)
          expectToGoOn(loaded, straight, second)
        },
      ),
    )
  })

  it('lets every document of a class count alike, however many came after it', () => {
    const rows = Array.from({ length: 3000 }, (_, i) => row([[i, 1]], 0))
    const query = datasetOf([0, 1500, 2999].map((word) => row([[word, 1]])))
    const model = trained(rows, {}).model()
    for (let at = 0; at < query.count; at++) {
      expect(scoresOf(model, query, at).get(0)).toBeCloseTo(1 / 3000, 12)
    }
    // A class spread so thinly has no edge left that a higher bar would let in.
    expect(trained(rows, { minWeight: 0.01 }).model().figures()).toEqual({ edges: 0 })
  })

  it('unlearns an edge that misleads, and gives its weight to no other', () => {
    const rows = [row([[0, 1]], 0), ...Array.from({ length: 7 }, () => row([[0, 1]], 1))]
    const edges = (wrong: number): number =>
      trained(rows.slice(0, 1 + wrong), { tolerance: 0, minWeight: 0.1 })
        .model()
        .figures().edges
    // Each document of class 1 halves the edge to class 0, 1 at first: ½, ¼, ⅛, then it is out.
    expect([0, 1, 3, 4].map(edges)).toEqual([1, 2, 2, 1])
  })

  it('refuses values below 0 and changes nothing', () => {
    const trainer = trained([row([[0, 1]], 0)], {})
    const before = trainer.state()
    expect(() => trainer.learn(datasetOf([row([[4, -1]], 5)]), 0)).toThrow(InputError)
    expect(trainer.state()).toEqual(before)
  })

  it('refuses states that could not have been stored', () => {
    const { numbers, arrays } = trained([row([[0, 1]], 0)], {}).state()
    const given = (change: Record<string, Float64Array>): void => {
      UnweightedIndexModel.from({ numbers, arrays: { ...arrays, ...change } })
    }
    expect(() => given({})).not.toThrow()
    expect(() => given({ scales: Float64Array.of(0) })).toThrow(InputError)
    expect(() => given({ sums: Float64Array.of(-1) })).toThrow(InputError)
    expect(() => given({ 'edges.weights': Float64Array.of(1, 2) })).toThrow(InputError)
    const committee = trained([row([[0, 1]], 0)], { classifiers: true, members: 3 }).state()
    const members = (count: number) => () =>
      UnweightedIndexModel.from({ ...committee, numbers: { ...committee.numbers, members: count } })
    expect(members(3)).not.toThrow()
    for (const count of [1, 2.5, -3]) expect(members(count)).toThrow(InputError)
  })
})
