import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LOG_ODDS_LIMIT, logOdds } from '../../packages/abound/src/decide/log-odds.js'
import { denseScores, scoresOf } from '../measure/scores-of.js'

function oddsOf(values: readonly number[]): number[] {
  const out = new Float64Array(values.length)
  logOdds(denseScores(values), out)
  return [...out]
}

/** Each label's rest summed on its own, on the scale of its own greatest: O(k²), nothing cancels. */
function slowOdds(values: readonly number[]): number[] {
  return values.map((value, l) => {
    const rest = values.filter((_, other) => other !== l).sort((a, b) => a - b)
    const most = rest[rest.length - 1]
    return value - most - Math.log(rest.reduce((sum, s) => sum + Math.exp(s - most), 0))
  })
}

describe('logOdds', () => {
  it('is ln(p / (1 − p)) for two labels and more', () => {
    const [a, b] = oddsOf([Math.log(0.8), Math.log(0.2)])
    expect(a).toBeCloseTo(Math.log(4), 12)
    expect(b).toBeCloseTo(-Math.log(4), 12)
    expect(oddsOf([-700, -700, -700, -700])[2]).toBeCloseTo(-Math.log(3), 12)
  })

  it('stays exact where one label has all the mass', () => {
    // The rest of the first is e^−5000, far below what a double holds.
    expect(oddsOf([0, -5000, -5000])).toEqual([5000 - Math.log(2), -5000, -5000])
    expect(oddsOf([-123456, -1, -99999])).toEqual([-123455, 99998, -99998])
  })

  it('agrees with summing every rest on its own', () => {
    const score = fc.oneof(
      fc.double({ min: -30, max: 30, noNaN: true }),
      fc.double({ min: -3000, max: 0, noNaN: true }),
      fc.integer({ min: -3, max: 3 }),
    )
    fc.assert(
      fc.property(fc.array(score, { minLength: 2, maxLength: 60, size: 'max' }), (values) => {
        const slow = slowOdds(values)
        oddsOf(values).forEach((odds, l) => {
          expect(Math.abs(odds - slow[l])).toBeLessThanOrEqual(1e-12 * (1 + Math.abs(slow[l])))
        })
      }),
      { numRuns: 500 },
    )
  })

  it('keeps the order of the scores, and half the mass is 0', () => {
    const odds = oddsOf([Math.log(0.5), Math.log(0.3), Math.log(0.2)])
    expect(odds[0]).toBeCloseTo(0, 12)
    expect(odds[0]).toBeGreaterThan(odds[1])
    expect(odds[1]).toBeGreaterThan(odds[2])
  })

  it('is finite always', () => {
    const { NEGATIVE_INFINITY } = Number
    expect(oddsOf([-3])).toEqual([LOG_ODDS_LIMIT])
    expect(oddsOf([NEGATIVE_INFINITY, -3])).toEqual([-LOG_ODDS_LIMIT, LOG_ODDS_LIMIT])
    expect(oddsOf([NEGATIVE_INFINITY, NEGATIVE_INFINITY])).toEqual([-LOG_ODDS_LIMIT, -LOG_ODDS_LIMIT])
    expect(oddsOf([NEGATIVE_INFINITY, -3, -3])).toEqual([-LOG_ODDS_LIMIT, 0, 0])
    expect(oddsOf([-1e300, 0])).toEqual([-LOG_ODDS_LIMIT, LOG_ODDS_LIMIT])
    expect(oddsOf([])).toEqual([])
  })

  it('reads and writes touched labels only', () => {
    const out = new Float64Array(4).fill(7)
    logOdds(
      scoresOf(4, [
        [3, 1],
        [1, 1],
      ]),
      out,
    )
    expect([...out]).toEqual([7, 0, 7, 0])
  })
})
