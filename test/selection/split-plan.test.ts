import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SplitPlan, splitNames, splitsOf } from '../../packages/abound/src/selection/split-plan.js'

type Plan = Exclude<SplitPlan, { kind: 'test' }>

describe('splitsOf', () => {
  const values = fc.array(fc.integer({ min: 0, max: 5 }).map(String), { minLength: 12, maxLength: 40 })

  it('parts all documents in two, as many times as there are names', () => {
    fc.assert(
      fc.property(values, fc.nat(5), (fields, seed) => {
        const both = ['0', '1', ...fields]
        const plans: Plan[] = [
          { kind: 'folds', folds: 3, seed },
          { kind: 'trials', trials: 2, holdout: 0.3, seed },
          { kind: 'time', field: 'f', holdout: 0.3 },
          { kind: 'group', field: 'f', holdout: 0.3, seed },
          { kind: 'group-folds', field: 'f', folds: 2, seed },
        ]
        for (const plan of plans) {
          const splits = splitsOf(plan, both.length, both)
          expect(splits).toHaveLength(splitNames(plan).length)
          for (const { train, test } of splits) {
            expect(train.length).toBeGreaterThan(0)
            expect(test.length).toBeGreaterThan(0)
            expect([...train, ...test].sort((a, b) => a - b)).toEqual([...both.keys()])
            expect([...test]).toEqual([...test].sort((a, b) => a - b))
          }
        }
      }),
    )
  })

  it('time: whatever is tested is later than all that trains', () => {
    fc.assert(
      fc.property(values, fc.double({ min: 0.05, max: 0.95, noNaN: true }), (fields, holdout) => {
        const times = ['3', '10', ...fields]
        const [{ train, test }] = splitsOf({ kind: 'time', field: 'f', holdout }, times.length, times)
        const latest = Math.max(...Array.from(train, (row) => Number(times[row])))
        expect(Math.min(...Array.from(test, (row) => Number(times[row])))).toBeGreaterThan(latest)
      }),
    )
  })

  it('time: dates sort as text, and one time only is refused', () => {
    const dates = ['2024-03-01', '2023-12-31', '2024-02-11', '2022-01-01']
    const [{ test }] = splitsOf({ kind: 'time', field: 'd', holdout: 0.5 }, 4, dates)
    expect([...test]).toEqual([0, 2])
    const alike = ['x', 'x', 'x']
    expect(() => splitsOf({ kind: 'time', field: 'd', holdout: 0.5 }, 3, alike)).toThrow(
      'expected several times',
    )
    expect(() => splitsOf({ kind: 'time', field: 'd', holdout: 1 }, 4, dates)).toThrow('below 1')
  })

  it('group: no group is on both sides, and each is tested in one fold', () => {
    fc.assert(
      fc.property(values, fc.nat(5), (fields, seed) => {
        const groups = ['a', 'b', 'c', ...fields]
        const n = groups.length
        const sides = (rows: Uint32Array) => new Set(Array.from(rows, (row) => groups[row]))
        const folds = splitsOf({ kind: 'group-folds', field: 'g', folds: 3, seed }, n, groups)
        for (const { train, test } of [
          ...splitsOf({ kind: 'group', field: 'g', holdout: 0.2, seed }, n, groups),
          ...folds,
        ])
          for (const group of sides(test)) expect(sides(train)).not.toContain(group)
        expect(folds.reduce((sum, { test }) => sum + test.length, 0)).toBe(n)
      }),
    )
    expect(() => splitsOf({ kind: 'group', field: 'g', holdout: 0.5, seed: 1 }, 2, ['a', 'a'])).toThrow(
      "`split: 'group:g'`: expected at least 2 groups, found 1",
    )
  })
})
