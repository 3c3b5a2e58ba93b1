// The accumulator: what was touched is cleared, and nothing else is looked at.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scores } from '../../packages/abound/src/contract.js'
import { clearScores, createScores, scoresFor, touchAll } from '../../packages/abound/src/engine/scores.js'

function add(scores: Scores, label: number, value: number): void {
  if (scores.seen[label] === 0) {
    scores.seen[label] = 1
    scores.touched[scores.count++] = label
  }
  scores.values[label] += value
}

const isClear = (scores: Scores): boolean =>
  scores.count === 0 && scores.values.every((v) => v === 0) && scores.seen.every((s) => s === 0)

describe('scores', () => {
  it('start clear, with room for every label', () => {
    const scores = createScores(5)
    expect(isClear(scores)).toBe(true)
    expect([scores.values.length, scores.touched.length, scores.seen.length]).toEqual([5, 5, 5])
    expect(createScores(0).values.length).toBe(0)
  })

  it('are clear again after clearScores, whatever was added', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.nat(29), fc.double())), (additions) => {
        const scores = createScores(30)
        for (const [label, value] of additions) add(scores, label, value)
        clearScores(scores)
        expect(isClear(scores)).toBe(true)
      }),
    )
  })

  it('touchAll marks the first labels, each once, and can be cleared', () => {
    const scores = createScores(6)
    touchAll(scores, 4)
    expect(scores.count).toBe(4)
    expect([...scores.touched.subarray(0, 4)]).toEqual([0, 1, 2, 3])
    expect([...scores.seen]).toEqual([1, 1, 1, 1, 0, 0])
    scores.values.fill(3, 0, 4)
    clearScores(scores)
    expect(isClear(scores)).toBe(true)
  })

  it('scoresFor clears and reuses what is large enough', () => {
    const scores = createScores(4)
    add(scores, 2, 1.5)
    expect(scoresFor(4, scores)).toBe(scores)
    expect(isClear(scores)).toBe(true)
    add(scores, 3, 1)
    expect(scoresFor(2, scores)).toBe(scores)
    expect(isClear(scores)).toBe(true)
  })

  it('scoresFor makes a larger one where the old is too small or there is none', () => {
    const small = createScores(3)
    for (const made of [scoresFor(100, small), scoresFor(100, undefined)]) {
      expect(made).not.toBe(small)
      expect(made.values.length).toBeGreaterThanOrEqual(100)
      expect(isClear(made)).toBe(true)
    }
    expect(scoresFor(1, undefined).values.length).toBe(1)
  })
})
