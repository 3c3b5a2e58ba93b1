// A rule set at work against counting anew.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mistakeBits, ruleBits } from '../../packages/abound/src/learners/ripper/description-length.js'
import { Presence } from '../../packages/abound/src/learners/ripper/presence.js'
import {
  type CoveringRule,
  RuleSet,
  rowsPassing,
} from '../../packages/abound/src/learners/ripper/rule-set.js'
import { datasetOf, row } from './plain-rows.js'

const FEATURES = 5
const rowsOf = fc.array(fc.tuple(fc.uniqueArray(fc.nat({ max: FEATURES - 1 })), fc.nat({ max: 2 })), {
  minLength: 1,
  maxLength: 20,
})
const rulesOf = fc.array(
  fc.uniqueArray(fc.nat({ max: 2 * FEATURES - 1 }), { minLength: 1, maxLength: 3, selector: (t) => t >> 1 }),
  { maxLength: 5 },
)
type Rows = readonly (readonly [readonly number[], number])[]

const passes = (words: readonly number[], tests: readonly number[]): boolean =>
  tests.every((test) => words.includes(test >> 1) === (test % 2 === 0))

function madeOf(rows: Rows, rules: readonly number[][]): { set: RuleSet; all: CoveringRule[] } {
  const presence = new Presence(
    datasetOf([
      ...rows.map(([words]) => row(words.map((word) => [word, 1] as const))),
      row([[FEATURES - 1, 1]]),
    ]),
  )
  const side = Uint8Array.from([...rows.map(([, which]) => which), 0])
  const rowsWith = (which: number): Uint32Array =>
    Uint32Array.from([...side.keys()].filter((r) => side[r] === which))
  const set = new RuleSet({ side, positives: rowsWith(1), negatives: rowsWith(2), possibleTests: 10 })
  const all = rules.map((tests) => ({ tests, rows: rowsPassing(presence, side, tests) }))
  return { set, all }
}

function naiveBits(rows: Rows, rules: readonly (readonly number[])[]): number {
  const count = (which: number, covered: boolean): number =>
    rows.filter(([words, side]) => side === which && rules.some((tests) => passes(words, tests)) === covered)
      .length
  const inside = count(1, true) + count(2, true)
  const outside = count(1, false) + count(2, false)
  return rules.reduce(
    (sum, tests) => sum + ruleBits(tests.length, 10),
    mistakeBits(inside, outside, count(2, true), count(1, false)),
  )
}

describe('rowsPassing', () => {
  it('finds the rows that take part and pass all tests', () => {
    fc.assert(
      fc.property(rowsOf, rulesOf, (rows, rules) => {
        for (const { tests, rows: found } of madeOf(rows, rules).all) {
          const expected = [...rows.keys()].filter((r) => rows[r][1] !== 0 && passes(rows[r][0], tests))
          expect([...found]).toEqual(expected)
        }
      }),
    )
  })
})

describe('RuleSet', () => {
  it('takes the bits that counting anew finds, whatever was added and removed', () => {
    fc.assert(
      fc.property(rowsOf, rulesOf, fc.array(fc.nat()), (rows, rules, steps) => {
        const { set, all } = madeOf(rows, rules)
        const check = (): void => {
          expect(set.bits()).toBe(
            naiveBits(
              rows,
              set.rules.map(({ tests }) => tests),
            ),
          )
          const left = [...rows.keys()].filter(
            (r) => rows[r][1] === 1 && !set.rules.some(({ tests }) => passes(rows[r][0], tests)),
          )
          expect(set.uncoveredPositives).toBe(left.length)
          const positives = Uint32Array.from([...rows.keys()].filter((r) => rows[r][1] === 1))
          expect([...set.uncovered(positives)]).toEqual(left)
        }
        check()
        for (const rule of all) {
          set.insert(set.rules.length, rule)
          check()
        }
        for (const step of steps) {
          if (set.rules.length === 0) break
          set.remove(step % set.rules.length)
          check()
        }
      }),
    )
  })

  it('deletes what costs bits, last first, and can say beforehand what that would leave', () => {
    fc.assert(
      fc.property(rowsOf, rulesOf, (rows, rules) => {
        fc.pre(rules.length > 1)
        const { set, all } = madeOf(rows, rules)
        for (const rule of all.slice(1)) set.insert(set.rules.length, rule)
        const before = set.bits()
        const promised = set.bitsWith(0, all[0])
        expect(set.rules).toEqual(all.slice(1))
        expect(set.bits()).toBe(before)

        const naive = (given: readonly number[][]): number[][] => {
          let kept = [...given]
          for (let at = given.length - 1; at >= 0; at--) {
            const without = kept.filter((_, i) => i !== at)
            if (naiveBits(rows, without) < naiveBits(rows, kept)) kept = without
          }
          return kept
        }
        expect(promised).toBe(naiveBits(rows, naive([rules[0], ...rules.slice(2)])))
        set.simplify()
        expect(set.rules.map(({ tests }) => tests)).toEqual(naive(rules.slice(1)))
      }),
    )
  })
})
