// FF against the slow version.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { type FfOptions, ff } from '../../packages/abound/src/learners/ff/index.js'
import { keyOf, NaiveFf, sorted } from './naive-ff.js'
import {
  datasetOf,
  eighths,
  entriesOf,
  type PlainRow,
  plainRows,
  row,
  scoresOf,
  signedEighths,
} from './plain-rows.js'
import { CONTEXT, expectToGoOn } from './trained.js'
import { ALWAYS, featuresOf, type PlainFeature, trained } from './trained-ff.js'

function naiveFeatures(naive: NaiveFf): Map<string, PlainFeature> {
  const all = [...naive.features].map(
    ([key, feature]) => [key, { total: feature.total, count: feature.count, list: sorted(feature) }] as const,
  )
  return new Map(all)
}

function expectSame(trainer: OnlineTrainer, naive: NaiveFf, tests: readonly PlainRow['x'][]): void {
  const own = featuresOf(trainer.state())
  const slow = naiveFeatures(naive)
  const byName = (a: [string, PlainFeature], b: [string, PlainFeature]): number => (a[0] < b[0] ? -1 : 1)
  expect([...own].sort(byName)).toEqual([...slow].sort(byName))
  const data = datasetOf(tests.map((x) => row(x)))
  for (const [at, x] of tests.entries()) {
    const scores = scoresOf(trainer.model(), data, at)
    expect(scores).toEqual(new Map([...naive.retrieve(x)].sort((a, b) => a[0] - b[0])))
    for (const [label, score] of scores) expect(score).toBeCloseTo(directScore(slow, x, label, naive), 10)
  }
}

/** s_c by its formula in the order it is written, for one class. */
function directScore(
  features: Map<string, PlainFeature>,
  x: PlainRow['x'],
  label: number,
  { options }: NaiveFf,
): number {
  let score = 0
  for (const entry of x) {
    const feature = features.get(keyOf(entry))
    const place = feature?.list.findIndex(([other]) => other === label) ?? -1
    if (feature === undefined || place < 0 || place >= options.maxDegree) continue
    const weight = feature.list[place][1] / feature.total
    const rate = options.rating ? Math.min(1, feature.count / 10) : 1
    if (weight >= options.retrieveAbove) score += rate * weight * Math.abs(entry[1])
  }
  return score
}

const anyOptions: fc.Arbitrary<FfOptions> = fc.record({
  margin: fc.constantFrom(0, 0.1, 0.5, -0.25, ALWAYS),
  passes: fc.integer({ min: 1, max: 3 }),
  minWeight: fc.constantFrom(0, 0.01, 0.3),
  maxDegree: fc.integer({ min: 1, max: 5 }),
  retrieveAbove: fc.constantFrom(0, 0, 0.1, 0.25),
  leaks: fc.boolean(),
  rating: fc.boolean(),
})

describe('FF against the slow version', () => {
  it('has the same lists, totals, counts and scores on small data', () => {
    let dropped = 0
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 40 }),
        anyOptions,
        fc.array(entriesOf(6, signedEighths), { maxLength: 4 }),
        (rows, options, tests) => {
          const naive = new NaiveFf(options)
          naive.train(rows)
          expectSame(trained(rows, options), naive, tests)
          dropped += naive.dropped
        },
      ),
      { numRuns: 250 },
    )
    expect(dropped).toBeGreaterThan(0)
  })

  it('has them with more than 50 classes to look at', () => {
    let missed = 0
    const options = fc.record({
      margin: fc.constantFrom(0, 0.01, 0.1),
      passes: fc.integer({ min: 1, max: 2 }),
      minWeight: fc.constantFrom(0, 0.01),
      maxDegree: fc.constantFrom(5, 25, 100),
      retrieveAbove: fc.constantFrom(0, 0.01),
      leaks: fc.boolean(),
      rating: fc.boolean(),
    })
    fc.assert(
      fc.property(
        plainRows(20, 90, eighths, { minLength: 150, maxLength: 200 }, 20),
        options,
        fc.array(entriesOf(21, eighths), { maxLength: 3 }),
        (rows, chosen, tests) => {
          const naive = new NaiveFf(chosen)
          naive.train(rows)
          expectSame(trained(rows, chosen), naive, tests)
          missed += naive.missedTop
        },
      ),
      { numRuns: 20 },
    )
    // Else the rule of the best 50 was never at work.
    expect(missed).toBeGreaterThan(0)
  })

  it('goes on after saving and loading as if nothing had happened', () => {
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 25 }),
        plainRows(8, 9, signedEighths, { maxLength: 25 }),
        anyOptions,
        (first, second, options) => {
          const straight = trained(first, options)
          const loaded = ff.resume(straight.state(), options, CONTEXT)
          expectToGoOn(loaded, straight, second)
        },
      ),
    )
  })
})
