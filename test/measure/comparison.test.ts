import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { compareDocuments, compareLabels } from '../../packages/abound/src/measure/comparison.js'
import { Evaluation } from '../../packages/abound/src/measure/evaluation.js'
import { denseScores } from './scores-of.js'

const NAMES = ['a', 'b', 'c']

type Case = readonly [scores: readonly number[], truth: readonly number[], assigned: readonly number[]]

function evaluated(cases: readonly Case[]): Evaluation {
  const evaluation = new Evaluation({ labelCount: 3, labelName: (l) => NAMES[l], outcomes: true })
  for (const [scores, truth, assigned] of cases) evaluation.add(denseScores(scores), truth, [], 1, assigned)
  return evaluation
}

const good = evaluated([
  [[3, 2, 1], [0], [0]],
  [[3, 2, 1], [0], [0]],
  [[1, 2, 3], [2], [2]],
  [[1, 2, 3], [2, 1], [1]],
])
const poor = evaluated([
  [[1, 2, 3], [0], [1]],
  [[3, 2, 1], [0], [0]],
  [[2, 1, 3], [2], [2]],
  [
    [2, 1, 3],
    [2, 1],
    [1, 0],
  ],
])

describe('two systems on the same documents', () => {
  it('are compared document by document', () => {
    const { wins, losses, ties, oneTailed, twoTailed, difference, interval } = compareDocuments(
      good.outcomes(),
      poor.outcomes(),
      'averagePrecision',
    )
    expect([wins, losses, ties]).toEqual([2, 0, 2])
    expect([oneTailed, twoTailed]).toEqual([0.25, 0.5])
    // 1 against 1/3, and 1 against (1 + 2/3)/2.
    expect(difference).toBeCloseTo((2 / 3 + 1 / 6) / 4, 12)
    expect(interval!.low).toBeGreaterThanOrEqual(0)
    expect(interval!.high).toBeLessThan(2 / 3)
  })

  it('win where errors and losses are lower', () => {
    for (const by of ['oneError', 'coverage', 'loss1', 'loss2', 'loss3'] as const) {
      const { losses, wins, difference } = compareDocuments(good.outcomes(), poor.outcomes(), by)
      expect(wins, by).toBeGreaterThan(0)
      expect(losses, by).toBe(0)
      expect(difference, by).toBeLessThan(0)
      expect(compareDocuments(poor.outcomes(), good.outcomes(), by).losses).toBe(wins)
    }
  })

  it('are compared label by label', () => {
    expect(compareLabels(good.result(), poor.result(), 'f1')).toMatchObject({ wins: 2, losses: 0, ties: 1 })
    expect(compareLabels(poor.result(), good.result(), 'f1')).toMatchObject({ wins: 0, losses: 2, ties: 1 })
    expect(compareLabels(good.result(), good.result(), 'breakeven').ties).toBe(3)
  })

  it('are not compared on other documents', () => {
    const fewer = evaluated([[[3, 2, 1], [0], [0]]])
    const others = evaluated([
      [[3, 2, 1], [0], [0]],
      [[3, 2, 1], [0, 1], [0]],
      [[1, 2, 3], [2], [2]],
      [[1, 2, 3], [1], [1]],
    ])
    for (const other of [fewer, others]) {
      expect(() => compareDocuments(good.outcomes(), other.outcomes(), 'R1')).toThrow(InputError)
      expect(() => compareLabels(good.result(), other.result(), 'f1')).toThrow(InputError)
      expect(() => compareLabels(other.result(), good.result(), 'f1')).toThrow(InputError)
    }
  })

  it('are alike without documents', () => {
    const none = evaluated([]).outcomes()
    expect(compareDocuments(none, none, 'R1')).toMatchObject({ ties: 0, difference: null, interval: null })
  })
})
