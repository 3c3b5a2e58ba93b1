// RIPPER: rules against a version on plain sets, labels in turn and each on its own, counts and defaults.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type RipperOptions, ripper } from '../../packages/abound/src/learners/ripper/index.js'
import { RulesModel } from '../../packages/abound/src/models/rules.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { type NaiveRow, naiveRules } from './naive-ripper.js'
import { datasetOf, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'

const DEFAULTS: RipperOptions = { ordered: true, absence: false, revisions: 2, slackBits: 64 }
const FEATURES = 7
const LABELS = 3

function trained(rows: readonly PlainRow[], options: Partial<RipperOptions> = {}, seed = 1): RulesModel {
  const model = ripper.train(datasetOf(rows), { ...DEFAULTS, ...options }, { seed })
  if (!(model instanceof RulesModel)) throw new Error('expected rules')
  return model
}

/** What the model must say of a label: tests as sorted text, with counts. */
type Told = { readonly tests: string; readonly covered: number; readonly errors: number }

const told = (model: RulesModel, label: number): Told[] =>
  model
    .rules(label)
    .map(({ present, absent, covered, errors }) => ({ tests: wordsOf(present, absent), covered, errors }))

const wordsOf = (present: readonly number[], absent: readonly number[]): string =>
  [...present.map((term) => `${term}`), ...absent.map((term) => `not ${term}`)].join(' and ')

const termsOf = ({ x }: PlainRow): Set<number> => new Set(x.map(([column]) => column))

function naiveTold(
  rows: readonly PlainRow[],
  among: readonly PlainRow[],
  label: number,
  all: readonly PlainRow[],
  options: RipperOptions,
  seed: number,
): Told[] {
  const asNaive = (one: PlainRow): NaiveRow => ({ terms: termsOf(one), positive: one.labels.includes(label) })
  const used = new Set(all.flatMap((one) => [...termsOf(one)])).size
  const rules = naiveRules(rows.map(asNaive), new Rng(seed + label * 2 ** 32), {
    absence: options.absence,
    revisions: options.revisions,
    slack: options.slackBits,
    possibleTests: used * (options.absence ? 2 : 1),
  })
  const others = among.map(asNaive)
  return rules
    .map((tests) => {
      const inside = others.filter(({ terms }) =>
        tests.every((test) => terms.has(test >> 1) === (test % 2 === 0)),
      )
      const present = tests.filter((test) => test % 2 === 0).map((test) => test >> 1)
      const absent = tests.filter((test) => test % 2 === 1).map((test) => test >> 1)
      return {
        tests: wordsOf(present, absent),
        covered: inside.length,
        errors: inside.filter(({ positive }) => !positive).length,
      }
    })
    .filter(({ covered, errors }) => 2 * errors < covered)
    .sort((a, b) => confidence(b) - confidence(a))
}

const confidence = ({ covered, errors }: { covered: number; errors: number }): number =>
  (covered - errors + 1) / (covered + 2)

const fires = (one: PlainRow, { tests }: Told): boolean =>
  tests
    .split(' and ')
    .every((test) => termsOf(one).has(Number(test.replace('not ', ''))) !== /not/.test(test))

/** Rows with labels that rules of one and two words tell, but for every seventh. */
const telling: fc.Arbitrary<PlainRow[]> = fc
  .array(fc.tuple(fc.uniqueArray(fc.nat({ max: FEATURES - 1 })), fc.nat({ max: LABELS - 1 })), {
    minLength: 30,
    maxLength: 110,
  })
  .map((some) =>
    some.map(([words, random], i) => {
      const has = (...wanted: number[]): boolean => wanted.every((word) => words.includes(word))
      const label = has(0, 1) || has(2, 5) ? 1 : has(3, 4) || has(6) ? 2 : 0
      return row(
        words.map((word) => [word, 1] as const),
        i % 7 === 6 ? random : label,
      )
    }),
  )

const anyOptions = fc.record({
  absence: fc.boolean(),
  revisions: fc.nat({ max: 2 }),
  slackBits: fc.constantFrom(0, 8, 64),
})
const one = fc.constant(1)

describe('RIPPER', () => {
  it('finds the rule that made the labels', () => {
    // grain = wheat (0) and tonnes (1), or corn (2); word 3 means nothing.
    const rows = Array.from({ length: 64 }, (_, i) => {
      const words = [0, 1, 2, 3].filter((bit) => ((i >> bit) & 1) === 1)
      const grain = (words.includes(0) && words.includes(1)) || words.includes(2)
      return row(
        words.map((word) => [word, 1] as const),
        grain ? 0 : 1,
      )
    })
    // 40 of 64 have it, so that the other label comes first, in turn; on its own it has its rules.
    const model = trained(rows, { ordered: false })
    expect(told(model, 0)).toEqual([
      { tests: '2', covered: 32, errors: 0 },
      { tests: '0 and 1', covered: 16, errors: 0 },
    ])
    // No document with it is left: its default is its share of one document among 24 + 1.
    const scores = scoresOf(model, datasetOf([row([[3, 1]]), row([[2, 1]])]), 0)
    expect(scores.get(0)).toBeCloseTo(40 / 64 / 25, 12)
    expect(scoresOf(model, datasetOf([row([[2, 1]])]), 0).get(0)).toBeCloseTo(33 / 34, 12)
    const inTurn = trained(rows, { absence: true })
    expect(told(inTurn, 0)).toEqual([])
    expect(told(inTurn, 1).every(({ errors }) => errors === 0)).toBe(true)
    const data = datasetOf(rows)
    for (const [at, { labels }] of rows.entries()) {
      const ranked = [...scoresOf(inTurn, data, at)].sort((a, b) => b[1] - a[1])
      expect(ranked[0][0]).toBe(labels[0])
    }
  })

  it('learns each label as sets do', () => {
    const rows = fc.oneof(telling, plainRows(FEATURES, LABELS, one, { minLength: 8, maxLength: 36 }))
    let several = 0
    fc.assert(
      fc.property(rows, anyOptions, fc.nat(), (some, given, seed) => {
        const options = { ...DEFAULTS, ...given, ordered: false }
        const model = trained(some, options, seed)
        for (let label = 0; label < model.labelCount; label++) {
          const known = some.filter(
            (r) => r.judged === 1 || r.labels.includes(label) || r.not.includes(label),
          )
          const expected = naiveTold(known, known, label, some, options, seed)
          expect(told(model, label)).toEqual(expected)
          if (expected.length > 1) several++
          const left = known.filter((r) => !expected.some((rule) => fires(r, rule)))
          const own = (of: readonly PlainRow[]): number => of.filter((r) => r.labels.includes(label)).length
          const empty = scoresOf(model, datasetOf([row([])]), 0).get(label)
          if (expected.every(({ tests }) => /^\d/.test(tests))) {
            const share = own(known) / Math.max(1, known.length)
            expect(empty).toBeCloseTo((own(left) + share) / (left.length + 1), 12)
          }
        }
      }),
      { numRuns: 60 },
    )
    expect(several).toBeGreaterThan(0)
  })

  it('learns labels in turn as sets do', () => {
    let several = 0
    fc.assert(
      fc.property(telling, anyOptions, fc.nat(), (some, given, seed) => {
        const options = { ...DEFAULTS, ...given }
        const model = trained(some, options, seed)
        const count = (label: number): number => some.filter((r) => r.labels[0] === label).length
        const order = [0, 1, 2].filter((label) => count(label) > 0)
        order.sort((a, b) => count(a) - count(b) || a - b)
        let remaining = some
        for (const [place, label] of order.entries()) {
          const problem = remaining.filter((r) => order.indexOf(r.labels[0]) >= place)
          const expected =
            place === order.length - 1 ? [] : naiveTold(problem, remaining, label, some, options, seed)
          expect(told(model, label)).toEqual(expected)
          if (expected.length > 1) several++
          remaining = remaining.filter((r) => !expected.some((rule) => fires(r, rule)))
        }
        expect([...(model.state().arrays.order ?? [])]).toEqual(order)
        const { defaults } = model.state().arrays
        for (const label of order) {
          const own = remaining.filter((r) => r.labels[0] === label).length
          expect(defaults[label]).toBeCloseTo((own + count(label) / some.length) / (remaining.length + 1), 12)
        }
      }),
      { numRuns: 60 },
    )
    expect(several).toBeGreaterThan(0)
  })

  it('takes labels in turn only where every document has one', () => {
    const inTurn = (rows: readonly PlainRow[]): boolean => trained(rows).state().arrays.order !== undefined
    const single = [row([[0, 1]], 0), row([[1, 1]], 1)]
    expect(inTurn(single)).toBe(true)
    expect(inTurn([...single, row([[0, 1]], 0, 1)])).toBe(false)
    expect(inTurn([...single, row([[0, 1]])])).toBe(false)
    expect(inTurn([...single, { x: [[0, 1]], labels: [0], not: [], judged: 2 }])).toBe(false)
  })

  it('gives documents that do not say whether they have a label no part in its rules', () => {
    const wheat = Array.from({ length: 8 }, () => row([[0, 1]], 0))
    const gold = Array.from({ length: 8 }, () => row([[1, 1]], 1))
    const unknown = Array.from(
      { length: 30 },
      (): PlainRow => ({ x: [[0, 1]], labels: [1], not: [], judged: 2 }),
    )
    const unlabelled = Array.from({ length: 30 }, (): PlainRow => ({ ...row([[0, 1]]), judged: 0 }))
    const model = trained([...wheat, ...gold, ...unknown, ...unlabelled])
    expect(told(model, 0)).toEqual([{ tests: '0', covered: 8, errors: 0 }])
    expect(told(model, 1)).toEqual([{ tests: '1', covered: 8, errors: 0 }])
  })

  it('is the same for the same seed', () => {
    fc.assert(
      fc.property(telling, fc.nat(), (some, seed) => {
        expect(trained(some, {}, seed).state()).toEqual(trained(some, {}, seed).state())
      }),
      { numRuns: 30 },
    )
  })
})
