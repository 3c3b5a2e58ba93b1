import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { folds, holdOut, type Split, trials } from '../../packages/abound/src/data/splits.js'
import { InputError } from '../../packages/abound/src/errors.js'

const seed = fc.integer({ min: 0, max: Number.MAX_SAFE_INTEGER })

function expectParts(n: number, { train, test }: Split): void {
  const all = [...train, ...test].sort((a, b) => a - b)
  expect(all).toEqual(Array.from({ length: n }, (_, i) => i))
  for (const part of [train, test]) {
    expect(part.length).toBeGreaterThan(0)
    for (let i = 1; i < part.length; i++) expect(part[i]).toBeGreaterThan(part[i - 1])
  }
}

describe('holdOut', () => {
  it('cuts in two, with a rounded share on the test side', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 2, max: 200 }),
        fc.double({ min: 1e-9, max: 1, maxExcluded: true, noNaN: true }),
        seed,
        (n, f, s) => {
          const split = holdOut(n, f, s)
          expectParts(n, split)
          expect(split.test.length).toBe(Math.min(n - 1, Math.max(1, Math.round(n * f))))
          expect(holdOut(n, f, s)).toEqual(split)
        },
      ),
    )
  })

  it('depends on the seed, and treats all rows alike', () => {
    expect(holdOut(100, 0.5, 1)).not.toEqual(holdOut(100, 0.5, 2))
    const tested = new Array<number>(10).fill(0)
    for (let s = 0; s < 2000; s++) for (const row of holdOut(10, 0.3, s).test) tested[row]++
    // 600 expected for each, with a standard deviation of 20.
    for (const count of tested) expect(Math.abs(count - 600)).toBeLessThan(110)
  })

  it('refuses what makes no sense', () => {
    for (const fraction of [0, 1, -0.1, 2, Number.NaN])
      expect(() => holdOut(10, fraction, 1)).toThrow(InputError)
    for (const n of [0, 1]) expect(() => holdOut(n, 0.5, 1)).toThrow(/at least 2 documents/)
  })
})

describe('folds', () => {
  it('tests each row once, in parts of the same size within one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 2, max: 12 }), fc.nat(100), seed, (k, more, s) => {
        const n = k + more
        const splits = folds(n, k, s)
        expect(splits).toHaveLength(k)
        for (const split of splits) expectParts(n, split)
        const tested = splits.flatMap(({ test }) => [...test]).sort((a, b) => a - b)
        expect(tested).toEqual(Array.from({ length: n }, (_, i) => i))
        const sizes = splits.map(({ test }) => test.length)
        expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThanOrEqual(1)
        expect(folds(n, k, s)).toEqual(splits)
      }),
    )
  })

  it('refuses fewer documents than folds, and fewer folds than two', () => {
    expect(() => folds(4, 5, 1)).toThrow('expected at least 5 documents for 5 folds, found 4')
    for (const k of [0, 1, 2.5, Number.NaN]) expect(() => folds(10, k, 1)).toThrow(InputError)
  })
})

describe('trials', () => {
  it('draws anew each time, the first as holdOut does', () => {
    const splits = trials(50, 5, 0.2, 9)
    expect(splits).toHaveLength(5)
    for (const split of splits) expectParts(50, split)
    expect(splits[0]).toEqual(holdOut(50, 0.2, 9))
    expect(new Set(splits.map(({ test }) => test.join())).size).toBe(5)
    expect(trials(50, 5, 0.2, 9)).toEqual(splits)
  })

  it('refuses what makes no sense', () => {
    for (const times of [0, -1, 1.5]) expect(() => trials(10, times, 0.1, 1)).toThrow(InputError)
  })
})
