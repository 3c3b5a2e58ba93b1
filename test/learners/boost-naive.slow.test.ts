// BoosTexter against the plain algorithm over whole tables: the same terms, and what they say.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boost } from '../../packages/abound/src/learners/boost/index.js'
import type { StumpsModel } from '../../packages/abound/src/models/stumps.js'
import { boostDocuments, naiveBoost } from './naive-boost.js'
import { datasetOf, type PlainRow, plainRows, signedEighths } from './plain-rows.js'

const VARIANTS = ['real-mh', 'real-abstain-mh', 'discrete-mh', 'discrete-mr'] as const
const FEATURES = 7
const LABELS = 4

function trained(rows: readonly PlainRow[], variant: (typeof VARIANTS)[number], rounds: number): StumpsModel {
  const data = datasetOf(rows)
  data.featureCount = Math.max(data.featureCount, FEATURES)
  data.labelCount = Math.max(data.labelCount, LABELS)
  return boost.train(data, { variant, rounds, stopAfter: 0 }, { seed: 1 }) as StumpsModel
}

describe.each(VARIANTS)('%s', (variant) => {
  it('finds the rules of the plain algorithm on any rows', () => {
    fc.assert(
      fc.property(plainRows(FEATURES, LABELS, signedEighths, { maxLength: 14 }), (rows) => {
        const naive = naiveBoost(rows, FEATURES, LABELS, variant, 12)
        // Where a tie or a sign hangs on the last bits, either answer is right.
        fc.pre(naive.closest > 1e-13)
        const { rules } = trained(rows, variant, 12)
        expect(rules.map(({ term }) => term)).toEqual(naive.rules.map(({ term }) => term))
        rules.forEach(({ alpha, present, absent }, r) => {
          expect(alpha).toBeCloseTo(naive.rules[r].alpha, 6)
          present.forEach((c, l) => {
            expect(alpha * c).toBeCloseTo(naive.rules[r].present[l], 6)
          })
          absent.forEach((c, l) => {
            expect(alpha * c).toBeCloseTo(naive.rules[r].absent[l], 6)
          })
        })
      }),
      { numRuns: 60 },
    )
  })
})

describe('the fast search', () => {
  it.each(VARIANTS)('finds the terms of the plain one for 310 rounds of %s', (variant) => {
    const rows = boostDocuments(200, 40, 5)
    const naive = naiveBoost(rows, 40, 5, variant, 310)
    const { rules } = trained(rows, variant, 310)
    expect(rules.length).toBe(310)
    expect(rules.map(({ term }) => term)).toEqual(naive.rules.map(({ term }) => term))
    const [mine, plain] = [rules[309], naive.rules[309]]
    mine.present.forEach((c, l) => {
      expect(mine.alpha * c).toBeCloseTo(plain.present[l], 6)
    })
  })
})
