// Verdicts on claims: direction, chance, and the weakest part.

import { describe, expect, it } from 'vitest'
import {
  alike,
  checked,
  every,
  formatTest,
  higher,
  highest,
  lower,
  lowest,
} from '../../packages/lab/src/papers/claims.js'

const side = (name: string, ...figures: number[]) => ({ name, figures })
const a = side('a', 5, 6, 7, 8, 9)
const b = side('b', 1, 2, 3, 4, 5)

describe('claims', () => {
  it('hold where the sign test says that luck would hardly do it', () => {
    expect(higher(a, b, 1)).toMatchObject({ verdict: 'held', numbers: 'a 7.0, b 3.0' })
    expect(higher(a, b).test).toMatchObject({ wins: 5, losses: 0, oneTailed: 1 / 32 })
    expect(lower(a, b).verdict).toBe('not held')
    expect(lower(b, a).verdict).toBe('held')
  })

  it('lean where there are too few pairs', () => {
    expect(higher(side('a', 2, 3), side('b', 1, 2)).verdict).toBe('leans')
    expect(higher(side('a', 2, 1), side('b', 1, 2)).verdict).toBe('not held')
    expect(higher(side('a', 1), side('b', 1)).verdict).toBe('not held')
  })

  it('compare one with several, the weakest comparison deciding', () => {
    const c = side('c', 9, 9, 9, 9, 9)
    expect(highest(a, [b]).verdict).toBe('held')
    expect(highest(a, [b, c], 0)).toEqual({
      verdict: 'not held',
      numbers: 'a 7; b 3 (5 : 0, p .031), c 9 (0 : 4, 1 ties, p 1.000)',
    })
    expect(lowest(b, [a, c]).verdict).toBe('held')
  })

  it('of likeness go by the means', () => {
    expect(alike(side('a', 0.5, 0.6), side('b', 0.51, 0.6), 0.01).verdict).toBe('held')
    expect(alike(side('a', 0.5, 0.6), side('b', 0.51, 0.63), 0.01).verdict).toBe('not held')
  })

  it('made of several are as strong as the weakest', () => {
    expect(every([checked(true, 'x'), checked(false, 'y')])).toEqual({ verdict: 'not held', numbers: 'x; y' })
    expect(every([higher(a, b, 0)])).toEqual(higher(a, b, 0))
  })

  it('say their test in words', () => {
    expect(formatTest(undefined)).toBe('')
    expect(formatTest({ wins: 20, losses: 0, ties: 0, oneTailed: 9e-7, twoTailed: 2e-6 })).toBe(
      ' (20 : 0, p < .001)',
    )
  })
})
