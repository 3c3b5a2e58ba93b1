// One rule: grown and pruned by hand, and against all tests tried on sets.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { foilGain } from '../../packages/abound/src/learners/ripper/description-length.js'
import { Presence } from '../../packages/abound/src/learners/ripper/presence.js'
import { RuleGrower } from '../../packages/abound/src/learners/ripper/rule-growing.js'
import { prunedWorth } from '../../packages/abound/src/learners/ripper/rule-induction.js'
import { datasetOf, row, signedEighths } from './plain-rows.js'

const [WHEAT, TONNES, PRICE, GOLD] = [0, 1, 2, 3]
const there = (term: number): number => 2 * term
const absent = (term: number): number => 2 * term + 1

const presenceOf = (rows: readonly (readonly number[])[]): Presence =>
  new Presence(datasetOf(rows.map((terms) => row(terms.map((term) => [term, 1] as const)))))

describe('Presence', () => {
  it('knows which rows have which terms, both ways; values below 0 are not there', () => {
    const entries = fc.uniqueArray(fc.tuple(fc.nat({ max: 9 }), signedEighths), { selector: ([c]) => c })
    fc.assert(
      fc.property(fc.array(entries, { maxLength: 12 }), (rows) => {
        const presence = new Presence(datasetOf(rows.map((x) => row(x))))
        const has = (r: number, term: number): boolean => rows[r].some(([c, v]) => c === term && v > 0)
        let used = 0
        for (let term = 0; term < presence.featureCount; term++) {
          const expected = [...rows.keys()].filter((r) => has(r, term))
          const { termStarts } = presence
          expect([...presence.rows.subarray(termStarts[term], termStarts[term + 1])]).toEqual(expected)
          expect(presence.frequency(term)).toBe(expected.length)
          if (expected.length > 0) used++
          for (const r of rows.keys()) expect(presence.has(r, term)).toBe(has(r, term))
        }
        expect(presence.usedTerms()).toBe(used)
        for (const r of rows.keys()) {
          const terms = rows[r].filter(([, v]) => v > 0).map(([c]) => c)
          const { rowStarts } = presence
          expect([...presence.terms.subarray(rowStarts[r], rowStarts[r + 1])]).toEqual(
            terms.sort((a, b) => a - b),
          )
        }
      }),
    )
  })
})

describe('a rule', () => {
  const presence = presenceOf([
    [WHEAT, TONNES],
    [WHEAT, TONNES],
    [WHEAT, TONNES, PRICE],
    [WHEAT, PRICE],
    [PRICE, GOLD],
    [WHEAT, GOLD],
    [WHEAT, PRICE],
    [TONNES, GOLD],
  ])
  const positives = Uint32Array.of(0, 1, 2, 3)
  const negatives = Uint32Array.of(4, 5, 6, 7)

  it('is grown by the test that gains most', () => {
    // From 4 : 4. wheat 4 : 2 gains 4 · 0.415 = 1.66, tonnes 3 : 1 gains 3 · 0.585 = 1.75, price 2 : 2 nothing.
    // Then 3 : 1. wheat 3 : 0 gains 3 · 0.415, price 1 : 0 gains 0.415. No negative row is left.
    for (const few of [0, 100]) {
      expect(new RuleGrower(presence, false, few).grow(positives, negatives)).toEqual([
        there(TONNES),
        there(WHEAT),
      ])
    }
  })

  it('may ask that a term is absent', () => {
    // From 4 : 4. not gold 4 : 1 gains 4 · 0.678 = 2.71. Then tonnes 3 : 0 gains 3 · 0.322 = 0.97, not price 2 : 0
    // gains 0.64.
    expect(new RuleGrower(presence, true).grow(positives, negatives)).toEqual([absent(GOLD), there(TONNES)])
  })

  it('goes on from the tests it is given', () => {
    const grower = new RuleGrower(presence, false)
    // Price leaves 2 : 2: tonnes 1 : 0 gains 1, wheat 2 : 1 gains 2 · 0.415.
    expect(grower.grow(positives, negatives, [there(PRICE)])).toEqual([there(PRICE), there(TONNES)])
    expect(grower.grow(positives, negatives, [there(WHEAT), there(TONNES)])).toHaveLength(2)
  })

  it('is pruned to where it is worth most, the shorter on ties', () => {
    const grower = new RuleGrower(presence, false)
    const rule = [there(WHEAT), there(TONNES), there(PRICE)]
    // wheat 4 : 2 is worth 1/3, with tonnes 3 : 0 worth 1, with price 1 : 0 worth 1 too.
    expect(grower.prune(rule, positives, negatives, prunedWorth)).toEqual(rule.slice(0, 2))
    // By p − n: 2, 3, 1.
    expect(grower.prune(rule, positives, negatives, (p, n) => p - n)).toEqual(rule.slice(0, 2))
    // Rows that it does not cover at all are worth 0 everywhere.
    expect(grower.prune(rule, Uint32Array.of(), Uint32Array.of(4, 7), prunedWorth)).toEqual([there(WHEAT)])
    expect(grower.prune([], positives, negatives, prunedWorth)).toEqual([])
  })

  it('ends where no test gains', () => {
    const same = presenceOf([[WHEAT], [WHEAT], []])
    const grower = new RuleGrower(same, true)
    expect(grower.grow(Uint32Array.of(0), Uint32Array.of(1))).toEqual([])
    expect(grower.grow(Uint32Array.of(), Uint32Array.of(1))).toEqual([])
    expect(grower.grow(Uint32Array.of(0), Uint32Array.of())).toEqual([])
    expect(new RuleGrower(same, false, 0).grow(Uint32Array.of(2), Uint32Array.of(0))).toEqual([])
  })

  it('is the one that trying all tests finds, however rows are counted', () => {
    const terms = fc.uniqueArray(fc.nat({ max: 7 }))
    const rows = fc.array(fc.tuple(terms, fc.boolean()), { maxLength: 30 })
    fc.assert(
      fc.property(rows, fc.boolean(), fc.constantFrom(0, 5, 1e9), (given, absence, few) => {
        const naive = (): number[] => {
          const tests: number[] = []
          let left = given
          for (;;) {
            const count = (of: typeof given): [number, number] => [
              of.filter(([, positive]) => positive).length,
              of.filter(([, positive]) => !positive).length,
            ]
            const [p0, n0] = count(left)
            let best = -1
            let most = 0
            for (let test = 0; test < 16 && p0 > 0 && n0 > 0; test += absence ? 1 : 2) {
              const [p1, n1] = count(left.filter(([own]) => own.includes(test >> 1) === (test % 2 === 0)))
              if (p1 === 0 || foilGain(p0, n0, p1, n1) <= most) continue
              most = foilGain(p0, n0, p1, n1)
              best = test
            }
            if (best < 0) return tests
            tests.push(best)
            left = left.filter(([own]) => own.includes(best >> 1) === (best % 2 === 0))
          }
        }
        const rowsOf = (positive: boolean): Uint32Array =>
          Uint32Array.from([...given.keys()].filter((r) => given[r][1] === positive))
        const grower = new RuleGrower(presenceOf(given.map(([own]) => own)), absence, few)
        expect(grower.grow(rowsOf(true), rowsOf(false))).toEqual(naive())
        expect(grower.grow(rowsOf(true), rowsOf(false))).toEqual(naive())
      }),
      { numRuns: 300 },
    )
  })
})
