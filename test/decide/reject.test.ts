import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { confidenceOf, isRejected } from '../../packages/abound/src/decide/reject.js'
import { denseScores, scoresOf } from '../measure/scores-of.js'

describe('confidence', () => {
  it('is how far the first label leads the second', () => {
    expect(confidenceOf(denseScores([1, 4, 2.5]), 3)).toEqual({ answer: 1, lead: 1.5, refused: false })
    expect(confidenceOf(denseScores([-7, -9, -7.5]), 3)).toEqual({ answer: 0, lead: 0.5, refused: false })
    expect(confidenceOf(denseScores([2, 2]), 2)).toEqual({ answer: 0, lead: 0, refused: false })
  })

  it('takes a second label that was not retrieved as 0', () => {
    expect(confidenceOf(scoresOf(5, [[3, 0.75]]), 5)).toEqual({ answer: 3, lead: 0.75, refused: false })
    expect(confidenceOf(scoresOf(5, [[3, -0.5]]), 5)).toEqual({ answer: 3, lead: -0.5, refused: false })
  })

  it('is infinite for an only label, which has no rival', () => {
    expect(confidenceOf(denseScores([-3]), 1)).toEqual({ answer: 0, lead: Infinity, refused: false })
    // The accumulator may have more room than there are labels.
    expect(confidenceOf(scoresOf(4, [[0, 2]]), 1).lead).toBe(Infinity)
  })

  it('is −∞ where nothing was retrieved: no threshold accepts that', () => {
    const nothing = confidenceOf(scoresOf(3, []), 3)
    expect(nothing).toEqual({ answer: -1, lead: -Infinity, refused: true })
    expect(isRejected(nothing, -Infinity)).toBe(true)
  })

  it('stays a number where scores are infinite', () => {
    expect(confidenceOf(denseScores([-Infinity, -Infinity]), 2).lead).toBe(0)
    expect(confidenceOf(denseScores([Infinity, 1]), 2).lead).toBe(Infinity)
  })

  it('refuses where the label that stands for rejecting comes first; the next one is the answer', () => {
    expect(confidenceOf(denseScores([1, 4, 2.5]), 3, 1)).toEqual({ answer: 2, lead: 1.5, refused: true })
    expect(confidenceOf(denseScores([1, 4, 2.5]), 3, 2)).toEqual({ answer: 1, lead: 1.5, refused: false })
    expect(confidenceOf(scoresOf(3, [[1, 4]]), 3, 1)).toEqual({ answer: -1, lead: 4, refused: true })
  })

  it('rejects below the threshold, not on it', () => {
    const sure = confidenceOf(denseScores([1, 3]), 2)
    expect(isRejected(sure, 2)).toBe(false)
    expect(isRejected(sure, 2.0000001)).toBe(true)
    expect(isRejected(sure, -Infinity)).toBe(false)
    expect(isRejected(sure, Infinity)).toBe(true)
  })

  it('is the difference of the two best of any scores', () => {
    const values = fc.array(fc.integer({ min: -20, max: 20 }), { minLength: 2, maxLength: 8 })
    fc.assert(
      fc.property(values, (scores) => {
        const [first, second] = scores.toSorted((a, b) => b - a)
        expect(confidenceOf(denseScores(scores), scores.length)).toEqual({
          answer: scores.indexOf(first),
          lead: first - second,
          refused: false,
        })
      }),
    )
  })
})
