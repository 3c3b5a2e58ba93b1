// Boosting with its rounds shared out: the same rules and the same weights after each, to the bit.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { ForkJoinJob, ForkJoinPool } from '../../packages/abound/src/contract.js'
import type { FoundRule } from '../../packages/abound/src/learners/boost/boosting-gain.js'
import { MhBooster } from '../../packages/abound/src/learners/boost/boosting-mh.js'
import { MrBooster } from '../../packages/abound/src/learners/boost/boosting-mr.js'
import {
  type BoostingRows,
  readBoostingRows,
} from '../../packages/abound/src/learners/boost/boosting-rows.js'
import { boostDocuments } from './naive-boost.js'
import { datasetOf, type PlainRow, plainRows, signedEighths } from './plain-rows.js'

const VARIANTS = ['real-mh', 'real-abstain-mh', 'discrete-mh', 'discrete-mr'] as const
type Variant = (typeof VARIANTS)[number]
const FEATURES = 9
const LABELS = 5

/**
 * A pool whose threads take turns within one: each has a job of its own from a copy of the input, as messages make it, and
 * the last part is done first. Tells how many parts were done together.
 */
class Turns implements ForkJoinPool {
  readonly size: number
  together = 0

  constructor(size: number) {
    this.size = size
  }

  memory(bytes: number): SharedArrayBuffer {
    return new SharedArrayBuffer(bytes)
  }

  job<Input>(job: ForkJoinJob<Input>, input: Input): (parts: number) => readonly unknown[] {
    const jobs = Array.from({ length: this.size }, () => job.start(structuredClone(input)))
    return (parts) => {
      for (let part = parts - 1; part >= 0; part--) jobs[part % jobs.length](part)
      if (parts > 1) this.together += parts
      return []
    }
  }
}

interface Round {
  readonly rule: FoundRule
  readonly weights: Float64Array
}

/** The rules of some rounds, and the weights after each. */
function rounds(rows: BoostingRows, variant: Variant, most: number, pool?: ForkJoinPool): Round[] {
  const booster = variant === 'discrete-mr' ? new MrBooster(rows, pool) : new MhBooster(rows, variant, pool)
  const { count, labelCount: k } = rows
  const found: Round[] = []
  while (rows.pairs > 0 && found.length < most) {
    const rule = booster.choose()
    if (rule === undefined) break
    booster.apply(rule)
    const weights = Float64Array.from({ length: count * k }, (_, at) =>
      booster.weightOf(Math.floor(at / k), at % k),
    )
    found.push({ rule, weights })
    if (rule.last) break
  }
  return found
}

function expectSame(found: readonly Round[], expected: readonly Round[]): void {
  expect(found.map(({ rule }) => rule)).toEqual(expected.map(({ rule }) => rule))
  const bytes = ({ weights }: Round): Buffer => Buffer.from(weights.buffer)
  expect(found.findIndex((round, i) => !bytes(round).equals(bytes(expected[i])))).toBe(-1)
}

function rowsOf(plain: readonly PlainRow[], variant: Variant): BoostingRows {
  const data = datasetOf(plain)
  data.featureCount = Math.max(data.featureCount, FEATURES)
  data.labelCount = Math.max(data.labelCount, LABELS)
  return readBoostingRows(data, variant === 'discrete-mr')
}

describe.each(VARIANTS)('%s', (variant) => {
  it('has the same rules and weights on two threads and three, on any rows', () => {
    fc.assert(
      fc.property(plainRows(FEATURES, LABELS, signedEighths, { maxLength: 14 }), (plain) => {
        const rows = rowsOf(plain, variant)
        const one = rounds(rows, variant, 10)
        for (const size of [2, 3]) expectSame(rounds(rows, variant, 10, new Turns(size)), one)
      }),
      { numRuns: 40 },
    )
  })

  it('has them on more rows than are taken in at once, while kept sums grow and are rebuilt', () => {
    const rows = rowsOf(boostDocuments(5000, 120, 12), variant)
    const { offsets } = rows.rows
    expect(Math.max(...offsets.slice(1).map((end, term) => end - offsets[term]))).toBeGreaterThan(1024)
    const one = rounds(rows, variant, 30)
    expect(one.length).toBe(30)
    for (const size of [2, 3]) {
      const pool = new Turns(size)
      expectSame(rounds(rows, variant, 30, pool), one)
      expect(pool.together).toBeGreaterThan(30)
    }
  })

  it('has them where factors are multiplied into the weights', () => {
    const rows = rowsOf(boostDocuments(150, 60, 4), variant)
    expectSame(rounds(rows, variant, 270, new Turns(3)), rounds(rows, variant, 270))
  })
})
