import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign } from '../../packages/abound/src/decide/assign.js'
import type { ThresholdRule } from '../../packages/abound/src/decide/thresholds.js'
import { denseScores, scoresOf } from '../measure/scores-of.js'

const out = new Uint32Array(300)
const assigned = (...args: [ThresholdRule, ReturnType<typeof denseScores>, Float64Array?]) => {
  const [rule, scores, comparable = scores.values] = args
  return [...out.subarray(0, assign(rule, scores, comparable, out))]
}

describe('assign', () => {
  it('takes scores above the threshold, not on it, best first', () => {
    expect(assigned({ kind: 'fixed', t: 1 }, denseScores([1, 2, 0, 3, 2]))).toEqual([3, 1, 4])
  })

  it('holds each label against its own threshold, later labels against the other', () => {
    const rule: ThresholdRule = { kind: 'perLabel', thresholds: Float64Array.of(5, 1, -1), otherwise: 2 }
    expect(assigned(rule, denseScores([4, 2, 0, 3, 2]))).toEqual([3, 1, 2])
  })

  it('takes the best k, ties to the lower id', () => {
    expect(assigned({ kind: 'top', k: 2 }, denseScores([1, 2, 2, 2]))).toEqual([1, 2])
    expect(assigned({ kind: 'top', k: 9 }, denseScores([1, 2]))).toEqual([1, 0])
  })

  it('never assigns a label that was not retrieved', () => {
    const scores = scoresOf(4, [[2, -3]])
    expect(assigned({ kind: 'fixed', t: Number.NEGATIVE_INFINITY }, scores)).toEqual([2])
    expect(assigned({ kind: 'fixed', t: -1 }, scores)).toEqual([])
    expect(assigned({ kind: 'top', k: 3 }, scores)).toEqual([2])
  })

  it('decides by the comparable scores and orders by the ranking scores', () => {
    expect(assigned({ kind: 'fixed', t: 0 }, denseScores([-9, -5, -7]), Float64Array.of(2, 1, -1))).toEqual([
      1, 0,
    ])
  })

  it('agrees with a plain filter and sort', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: -5, max: 5 }), fc.integer({ min: -5, max: 5 })), {
          maxLength: 120,
        }),
        fc.array(fc.integer({ min: -5, max: 5 }), { maxLength: 120, size: 'max' }),
        (pairs, thresholds) => {
          const values = pairs.map(([value]) => value)
          const rule: ThresholdRule = {
            kind: 'perLabel',
            thresholds: Float64Array.from(thresholds),
            otherwise: 0,
          }
          const expected = [...values.keys()]
            .filter((l) => pairs[l][1] > (thresholds[l] ?? 0))
            .sort((a, b) => values[b] - values[a] || a - b)
          expect(
            assigned(
              rule,
              denseScores(values),
              Float64Array.from(pairs, ([, c]) => c),
            ),
          ).toEqual(expected)
        },
      ),
    )
  })

  it('says so when there is no room, and needs no more than what is assigned', () => {
    const scores = denseScores([1, 2, 3])
    const little = new Uint32Array(1)
    expect(() => assign({ kind: 'fixed', t: 1 }, scores, scores.values, little)).toThrow(RangeError)
    expect(() => assign({ kind: 'top', k: 2 }, scores, scores.values, little)).toThrow(RangeError)
    expect(assign({ kind: 'fixed', t: 2 }, scores, scores.values, little)).toBe(1)
    expect(assign({ kind: 'top', k: 1 }, scores, scores.values, little)).toBe(1)
    expect(little[0]).toBe(2)
  })
})
