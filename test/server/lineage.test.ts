// Which examples a model is made of, by hand and against a naive reading of the log.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Mark } from '../../packages/server/src/log/events.js'
import { Lineage, remaining } from '../../packages/server/src/model/lineage.js'

const at = 0
const base: Mark = { kind: 'base', sha256: 'b', documents: 1, at }

/** A log as a list: an L is an example. */
function lineageOf(log: readonly (Mark | 'L')[]): Lineage {
  const lineage = new Lineage()
  for (const [i, body] of log.entries()) if (body !== 'L') lineage.take({ seq: i + 1, id: '', body })
  return lineage
}

describe('a lineage', () => {
  it('has what was taught, in order', () => {
    const log: (Mark | 'L')[] = ['L', base, 'L', { kind: 'label', label: 'x', at }, 'L']
    expect(lineageOf(log).recipe(5)).toMatchObject({ learned: [1, 3, 5], trained: [] })
    expect(lineageOf(log).recipe(3)!.learned).toEqual([1, 3])
    expect(lineageOf(log).recipe(1)).toBeUndefined()
  })

  it('leaves out what was taken back, from when it was', () => {
    const lineage = lineageOf([base, 'L', 'L', { kind: 'undo', target: 2, at }, 'L'])
    expect(lineage.recipe(5)!.learned).toEqual([3, 5])
    expect(lineage.recipe(3, 3)!.learned).toEqual([2, 3])
  })

  it('goes back, and on from there', () => {
    const lineage = lineageOf([
      base,
      'L',
      'L',
      { kind: 'rollback', to: 2, at },
      'L',
      { kind: 'rollback', to: 3, at },
    ])
    expect(lineage.recipe(5)!.learned).toEqual([2, 5])
    expect(lineage.recipe(6)!.learned).toEqual([2, 3])
    expect(lineage.surviving(5)).toEqual([2, 5])
  })

  it('stands on what was retrained', () => {
    const rebuild: Mark = { kind: 'rebuild', upTo: 3, sha256: 'r', at }
    const lineage = lineageOf([base, 'L', 'L', 'L', rebuild, 'L'])
    expect(lineage.recipe(6)).toMatchObject({ trained: [2, 3], learned: [4, 6], rebuild: { seq: 5 } })
    expect(lineage.stale).toBe(false)
    expect(lineage.take({ seq: 7, id: '', body: { kind: 'erase', target: 2, at } })).toBe('same')
    expect(lineage.stale).toBe(true)
    expect(lineage.take({ seq: 8, id: '', body: { kind: 'undo', target: 4, at } })).toBe('replay')
    expect(lineage.recipe(8)!.learned).toEqual([6])
    expect([...lineage.erased]).toEqual([2])
    lineage.take({ seq: 9, id: '', body: { kind: 'rebuild', upTo: 8, sha256: 's', at } })
    expect(lineage.stale).toBe(false)
    expect(lineage.recipe(9)).toMatchObject({ trained: [3, 6], learned: [] })
  })

  it('tells what is left to learn, where one can go on to another', () => {
    const lineage = lineageOf([base, 'L', 'L', 'L', { kind: 'undo', target: 3, at }])
    expect(remaining(lineage.recipe(2, 2)!, lineage.recipe(5)!)).toEqual([4])
    expect(remaining(lineage.recipe(3, 3)!, lineage.recipe(5)!)).toBeUndefined()
  })

  it('is what a naive reading gives, whatever the log', () => {
    const step = fc.oneof(
      { weight: 5, arbitrary: fc.constant('L' as const) },
      fc.record({ kind: fc.constantFrom('undo' as const, 'rollback' as const), of: fc.nat(30) }),
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), (steps) => {
        const log: (Mark | 'L')[] = [base]
        const states: number[][] = [[]]
        const gone = new Set<number>()
        for (const one of steps) {
          const last = states.at(-1)!
          if (one === 'L') {
            log.push('L')
            states.push([...last, log.length])
            continue
          }
          const target = 1 + (one.of % log.length)
          if (one.kind === 'rollback') {
            log.push({ kind: 'rollback', to: target, at })
            states.push(states[target - 1])
          } else if (log[target - 1] === 'L' && !gone.has(target)) {
            log.push({ kind: 'undo', target, at })
            gone.add(target)
            states.push(last)
          }
        }
        const expected = states.at(-1)!.filter((seq) => !gone.has(seq))
        expect(lineageOf(log).recipe(log.length)!.learned).toEqual(expected)
      }),
    )
  })
})
