import { describe, expect, it } from 'vitest'
import { isBetter, parseObjective } from '../../packages/abound/src/decide/objective.js'

describe('what thresholds are for', () => {
  it.each([
    ['f1', { kind: 'f', beta: 1 }],
    ['f0.5', { kind: 'f', beta: 0.5 }],
    ['f2', { kind: 'f', beta: 2 }],
    ['utility:3,2,0', { kind: 'utility', right: 3, wrong: 2, missed: 0 }],
    ['precision:.9', { kind: 'precision', least: 0.9 }],
    ['recall:0.95', { kind: 'recall', least: 0.95 }],
    ['labels:3', { kind: 'labels', perDocument: 3 }],
    ['labels:0.5', { kind: 'labels', perDocument: 0.5 }],
  ])('is read from %s', (text, objective) => {
    expect(parseObjective(text)).toEqual(objective)
  })

  it.each([
    ['f0', /after f/],
    ['f', /after f/],
    ['fast', /after f/],
    ['utility:1,2', /utility:3,2,0/],
    ['utility:0,2,0', /utility:3,2,0/],
    ['precision:1.5', /precision:\.9/],
    ['precision:', /precision:\.9/],
    ['recall:.9,.8', /recall:\.9/],
    ['labels:0', /labels:3/],
    ['accuracy', /f1 \(or f0\.5/],
    ['', /f1 \(or f0\.5/],
  ])('refuses %j and says what was expected', (text, message) => {
    expect(() => parseObjective(text)).toThrow(message)
  })
})

describe('the better of two cuts', () => {
  const cut = (hits: number, assigned: number) => ({ hits, assigned, relevant: 10 })

  it('by a floor is the one above it, then the one that gains more', () => {
    const precision = { kind: 'precision', least: 0.8 } as const
    expect(isBetter(precision, cut(8, 10), cut(9, 12))).toBe(true)
    expect(isBetter(precision, cut(9, 11), cut(8, 9))).toBe(true)
    expect(isBetter(precision, cut(8, 9), cut(8, 10))).toBe(true)
    // Neither reaches it: nearer is better.
    expect(isBetter(precision, cut(7, 10), cut(6, 10))).toBe(true)
    const recall = { kind: 'recall', least: 0.8 } as const
    expect(isBetter(recall, cut(8, 20), cut(7, 7))).toBe(true)
    expect(isBetter(recall, cut(8, 9), cut(9, 30))).toBe(true)
    expect(isBetter(recall, cut(9, 10), cut(8, 9))).toBe(true)
  })

  it('by F is none where both are the same', () => {
    expect(isBetter({ kind: 'f', beta: 1 }, cut(5, 10), cut(5, 10))).toBe(false)
    expect(isBetter({ kind: 'f', beta: 1 }, cut(0, 5), cut(0, 0))).toBe(false)
  })

  it('by utility counts hits, false alarms and misses', () => {
    const utility = { kind: 'utility', right: 1, wrong: 1, missed: 1 } as const
    // 4 − 1 − 6 against 5 − 5 − 5.
    expect(isBetter(utility, cut(4, 5), cut(5, 10))).toBe(true)
  })
})
