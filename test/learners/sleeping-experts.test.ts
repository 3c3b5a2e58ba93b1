// Sleeping experts against a stream worked out by hand and against a slow version.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  type SleepingExpertsOptions,
  sleepingExperts,
} from '../../packages/abound/src/learners/sleeping-experts/index.js'
import { RatioModel } from '../../packages/abound/src/models/ratio.js'
import { datasetOf, eighths, entriesOf, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, EMPTY, expectToGoOn, learnAll } from './trained.js'

const HALF: SleepingExpertsOptions = { beta: 0.5, passes: 1 }

function trained(rows: readonly PlainRow[], options = HALF, labels = 0): OnlineTrainer {
  return learnAll(sleepingExperts.start({ ...EMPTY, labels }, options, CONTEXT), rows)
}

/** One pair of weights for each label and word, made when it is first needed. */
class NaiveExperts {
  private readonly experts = new Map<string, { in: number; out: number }>()
  private readonly met = new Set<number>()
  labels: number
  private readonly beta: number

  constructor(labels: number, { beta }: SleepingExpertsOptions) {
    this.labels = labels
    this.beta = beta
  }

  learn({ x, labels, not, judged }: PlainRow): void {
    this.labels = Math.max(this.labels, ...labels.map((l) => l + 1), ...not.map((l) => l + 1))
    if (this.labels === 0) return
    for (const [f] of x) this.met.add(f)
    for (let l = 0; l < this.labels; l++) {
      if (judged === 2 && !labels.includes(l) && !not.includes(l)) continue
      const active = x.map(([f]) => this.expert(l, f))
      const before = total(active)
      for (const one of active) {
        if (labels.includes(l)) one.out *= this.beta
        else one.in *= this.beta
      }
      const after = total(active)
      for (const one of active) {
        one.in *= before / after
        one.out *= before / after
      }
    }
  }

  scores(x: PlainRow['x']): number[] {
    const known = x.filter(([f]) => this.met.has(f))
    if (known.length === 0) return []
    return Array.from({ length: this.labels }, (_, l) => {
      const active = known.map(([f]) => this.expert(l, f))
      return active.reduce((sum, one) => sum + one.in, 0) / total(active)
    })
  }

  private expert(label: number, feature: number): { in: number; out: number } {
    const key = `${label} ${feature}`
    const known = this.experts.get(key) ?? { in: 1, out: 1 }
    this.experts.set(key, known)
    return known
  }
}

function total(experts: readonly { in: number; out: number }[]): number {
  return experts.reduce((sum, one) => sum + one.in + one.out, 0)
}

function expectScores(trainer: OnlineTrainer, naive: NaiveExperts, xs: readonly PlainRow['x'][]): void {
  const data = datasetOf(xs.map((x) => row(x)))
  for (const [at, x] of xs.entries()) {
    const scores = scoresOf(trainer.model(), data, at)
    const slow = naive.scores(x)
    expect([...scores.keys()]).toEqual([...slow.keys()])
    for (const [label, score] of scores) expect(score).toBeCloseTo(slow[label], 9)
    for (const label of slow.keys()) {
      const parts = trainer.model().explain(data, at, label)
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(slow[label], 9)
    }
  }
}

const tests = fc.array(entriesOf(9, eighths), { maxLength: 4 })
const anyOptions = fc.record({ beta: fc.constantFrom(0.5, 0.125, 0.9), passes: fc.constant(1) })

describe('sleeping experts', () => {
  it('follows a written-out stream', () => {
    const trainer = trained([
      // in 1 1, out ½ ½: 3 of 4, so all by 4/3.
      row('0:1 1:5', 0),
    ])
    const first = trainer.state().arrays.experts
    for (const [i, weight] of [4 / 3, 2 / 3, 4 / 3, 2 / 3].entries()) expect(first[i]).toBeCloseTo(weight, 12)
    // Words 1 and 2, not the label: in ⅔ ½, out ⅔ 1: 17/6 of 4, so all by 24/17.
    const second = datasetOf([row('1:1 2:1')])
    trainer.learn(second, 0)
    const weights = trainer.state().arrays.experts
    const expected = [4 / 3, 2 / 3, 16 / 17, 16 / 17, 12 / 17, 24 / 17]
    for (const [i, weight] of expected.entries()) expect(weights[i]).toBeCloseTo(weight, 12)
    // Words 0 and 2, and one never seen: 4/3 + 12/17 of that and 2/3 + 24/17.
    const query = datasetOf([row('0:1 2:1 9:1')])
    const score = scoresOf(trainer.model(), query, 0).get(0)
    expect(score).toBeCloseTo((4 / 3 + 12 / 17) / (2 + 36 / 17), 12)
    expect(trainer.model().explain(query, 0, 0)).toEqual([
      { feature: 0, weight: expect.closeTo(4 / 3 / (2 + 36 / 17), 12) },
      { feature: 2, weight: expect.closeTo(12 / 17 / (2 + 36 / 17), 12) },
    ])
    // Word 0 leads by 4/3 − 2/3; word 1 is even, word 2 speaks against.
    expect(trainer.model().strongestFeatures(0, 5)).toEqual([
      { feature: 0, weight: expect.closeTo(2 / 3, 12) },
    ])
  })

  it('scores as the slow version does, while it grows', () => {
    fc.assert(
      fc.property(
        plainRows(5, 4, eighths, { maxLength: 15 }),
        plainRows(8, 7, eighths, { maxLength: 15 }),
        fc.nat({ max: 6 }),
        anyOptions,
        tests,
        (first, second, labels, options, xs) => {
          const trainer = trained(first, options, labels)
          const naive = new NaiveExperts(labels, options)
          for (const one of first) naive.learn(one)
          expectScores(trainer, naive, xs)
          learnAll(trainer, second)
          for (const one of second) naive.learn(one)
          expectScores(trainer, naive, xs)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('leaves labels alone that a partly judged document does not speak of', () => {
    const trainer = trained([row([[0, 1]], 0, 1, 2)])
    const data = datasetOf([{ x: [[0, 1]], labels: [0], not: [1], judged: 2 }])
    const before = scoresOf(trainer.model(), data, 0)
    trainer.learn(data, 0)
    const after = scoresOf(trainer.model(), data, 0)
    expect(after.get(0)).toBeCloseTo(4 / 5, 12)
    expect(after.get(1)).toBeCloseTo(1 / 2, 12)
    expect(after.get(2)).toBe(before.get(2))
  })

  it('goes on after saving and loading as if nothing had happened', () => {
    fc.assert(
      fc.property(
        plainRows(5, 4, eighths, { maxLength: 15 }),
        plainRows(8, 7, eighths, { maxLength: 15 }),
        anyOptions,
        (first, second, options) => {
          const straight = trained(first, options)
          const loaded = sleepingExperts.resume(straight.state(), options, CONTEXT)
          expectToGoOn(loaded, straight, second)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('stays finite however often it hears the same', () => {
    const rows = Array.from({ length: 5000 }, (_, i) =>
      row(
        [
          [0, 1],
          [1 + (i % 2), 1],
        ],
        i % 2,
      ),
    )
    const trainer = trained(rows)
    for (const weight of trainer.state().arrays.experts) {
      expect(weight).toBeGreaterThan(0)
      expect(weight).toBeLessThanOrEqual(6)
    }
    const scores = scoresOf(trainer.model(), datasetOf([row([[1, 1]])]), 0)
    expect(scores.get(0)).toBeCloseTo(1, 9)
    expect(scores.get(1)).toBeCloseTo(0, 9)
  })

  it('refuses values below 0 and changes nothing', () => {
    const trainer = trained([row([[0, 1]], 0)])
    const before = trainer.state()
    const data = datasetOf([row('0:1 3:-1', 5)])
    expect(() => trainer.learn(data, 0)).toThrow(InputError)
    expect(trainer.state()).toEqual(before)
    expect(scoresOf(trainer.model(), data, 0).get(0)).toBeCloseTo(2 / 3, 12)
  })

  it('refuses states that could not have been stored, and sizes beyond memory', () => {
    const { numbers, arrays } = trained([row([[0, 1]], 0)]).state()
    const given = (experts: number[]): void => {
      RatioModel.from({ numbers, arrays: { ...arrays, experts: Float64Array.from(experts) } })
    }
    expect(() => given([1, 1])).not.toThrow()
    expect(() => given([1])).toThrow(InputError)
    expect(() => given([1, 0])).toThrow(InputError)
    expect(() => given([0, 1])).toThrow(InputError)
    expect(() => given([1, -1])).toThrow(InputError)
    expect(() => new RatioModel(1e6, 1e6)).toThrow(InputError)
  })
})
