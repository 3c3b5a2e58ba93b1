// Feature selection against dense tables of documents × terms.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type SelectionScope, selectFeatures } from '../../packages/abound/src/vector/selection.js'
import { datasetOf, eighths, type PlainRow, plainRows, row } from '../learners/plain-rows.js'

const FEATURES = 9
const LABELS = 4
/** Counts are whole; every row is fully judged, as selection is about documents with and without. */
const rows: fc.Arbitrary<PlainRow[]> = plainRows(FEATURES, LABELS, fc.integer({ min: 1, max: 3 }), {
  minLength: 2,
  maxLength: 25,
}).map((given) => given.map((one) => ({ ...one, not: [], judged: 1 })))
const scopes = fc.constantFrom<SelectionScope>('local', 'global')
const tops = fc.integer({ min: 1, max: FEATURES })

const has = (one: PlainRow, feature: number): boolean => one.x.some(([column]) => column === feature)
const kept = (keep: Uint8Array): number[] => [...keep.keys()].filter((feature) => keep[feature] !== 0)
const labelsOf = (given: PlainRow[]): number[] => [...new Set(given.flatMap(({ labels }) => labels))]
const featuresOf = (given: PlainRow[]): number[] =>
  Array.from({ length: datasetOf(given).featureCount }, (_, feature) => feature)

/** Documents by (has the term, has the label). */
function table(
  given: PlainRow[],
  feature: number,
  label: number,
): Record<'tl' | 't' | 'l' | 'neither', number> {
  const cells = { tl: 0, t: 0, l: 0, neither: 0 }
  for (const one of given) {
    const term = has(one, feature)
    cells[one.labels.includes(label) ? (term ? 'tl' : 'l') : term ? 't' : 'neither']++
  }
  return cells
}

/** I(T; L) = H(T) + H(L) − H(T, L), another form of the same. */
function mutualInformation(given: PlainRow[], feature: number, label: number): number {
  const { tl, t, l, neither } = table(given, feature, label)
  const entropy = (...counts: number[]): number =>
    -counts.reduce((sum, n) => sum + (n === 0 ? 0 : (n / given.length) * Math.log(n / given.length)), 0)
  return entropy(tl + t, l + neither) + entropy(tl + l, t + neither) - entropy(tl, t, l, neither)
}

/** Σ (observed − expected)² / expected. */
function chiSquare(given: PlainRow[], feature: number, label: number): number {
  const { tl, t, l, neither } = table(given, feature, label)
  const m = given.length
  let sum = 0
  for (const [observed, term, labelled] of [
    [tl, tl + t, tl + l],
    [t, tl + t, t + neither],
    [l, l + neither, tl + l],
    [neither, l + neither, t + neither],
  ]) {
    const expected = (term * labelled) / m
    if (expected > 0) sum += (observed - expected) ** 2 / expected
  }
  return sum
}

function rocchio(given: PlainRow[], feature: number, label: number): number {
  const value = (one: PlainRow): number => one.x.find(([column]) => column === feature)?.[1] ?? 0
  const mean = (some: PlainRow[]): number =>
    some.length === 0 ? 0 : some.reduce((sum, one) => sum + value(one), 0) / some.length
  const inside = given.filter(({ labels }) => labels.includes(label))
  const outside = given.filter(({ labels }) => !labels.includes(label))
  return 16 * mean(inside) - 4 * mean(outside)
}

const CLOSE = 1e-9

/**
 * What must be kept (clearly among the best), and what may be: measures that differ by rounding only
 * can fall either way.
 */
function bestOf(
  features: number[],
  measure: (feature: number) => number,
  top: number,
): { must: number[]; may: number[] } {
  const positive = features.filter((feature) => measure(feature) > CLOSE)
  const sorted = positive.map(measure).sort((a, b) => b - a)
  const least = sorted[top - 1] ?? 0
  const next = sorted[top] ?? 0
  const must = positive.filter(
    (feature) => measure(feature) > next + CLOSE && measure(feature) >= least - CLOSE,
  )
  const may = features.filter((feature) => measure(feature) >= least - CLOSE)
  return { must, may }
}

function expectBest(keep: Uint8Array, bests: { must: number[]; may: number[] }[]): void {
  const own = kept(keep)
  const must = new Set(bests.flatMap((best) => best.must))
  const may = new Set(bests.flatMap((best) => best.may))
  for (const feature of must) expect(own, `${feature} must be kept`).toContain(feature)
  for (const feature of own) expect([...may], `${feature} must not be kept`).toContain(feature)
}

describe('df', () => {
  it('keeps the terms in most documents, ties to the lower id', () => {
    fc.assert(
      fc.property(rows, tops, scopes, (given, top, scope) => {
        const df = (feature: number): number => given.filter((one) => has(one, feature)).length
        const expected = featuresOf(given)
          .filter((feature) => df(feature) > 0)
          .sort((a, b) => df(b) - df(a) || a - b)
          .slice(0, top)
          .sort((a, b) => a - b)
        expect(kept(selectFeatures(datasetOf(given), 'df', top, scope))).toEqual(expected)
      }),
    )
  })
})

describe('mutual-information and chi2', () => {
  it.each(['mutual-information', 'chi2'] as const)('%s: the best of each label', (by) => {
    const measure = by === 'chi2' ? chiSquare : mutualInformation
    fc.assert(
      fc.property(rows, tops, (given, top) => {
        const bests = labelsOf(given).map((label) =>
          bestOf(featuresOf(given), (feature) => measure(given, feature, label), top),
        )
        expectBest(selectFeatures(datasetOf(given), by, top, 'local'), bests)
      }),
      { numRuns: 150 },
    )
  })

  it('mutual-information: the best of the sum over labels', () => {
    fc.assert(
      fc.property(rows, tops, (given, top) => {
        const sum = (feature: number): number =>
          labelsOf(given).reduce((total, label) => total + mutualInformation(given, feature, label), 0)
        expectBest(selectFeatures(datasetOf(given), 'mutual-information', top, 'global'), [
          bestOf(featuresOf(given), sum, top),
        ])
      }),
      { numRuns: 150 },
    )
  })

  it('chi2: the best of the maximum over labels', () => {
    fc.assert(
      fc.property(rows, tops, (given, top) => {
        const most = (feature: number): number =>
          Math.max(0, ...labelsOf(given).map((label) => chiSquare(given, feature, label)))
        expectBest(selectFeatures(datasetOf(given), 'chi2', top, 'global'), [
          bestOf(featuresOf(given), most, top),
        ])
      }),
      { numRuns: 150 },
    )
  })

  it('is presence that counts, not how often', () => {
    fc.assert(
      fc.property(rows, tops, scopes, (given, top, scope) => {
        const once = given.map((one) => ({ ...one, x: one.x.map(([column]) => [column, 1] as const) }))
        for (const by of ['df', 'chi2', 'mutual-information'] as const) {
          const a = selectFeatures(datasetOf(given), by, top, scope)
          expect(a).toEqual(selectFeatures(datasetOf(once), by, top, scope))
        }
      }),
      { numRuns: 50 },
    )
  })

  it('gives ties to the lower id', () => {
    // Terms 1, 3 and 5 are in the same documents; 0 is in all, 4 in none.
    const both = [
      [1, 1],
      [3, 1],
      [5, 1],
      [0, 1],
    ] as const
    const given = [
      row(both, 0),
      row(both, 0),
      row(
        [
          [0, 1],
          [2, 1],
        ],
        1,
      ),
      row([[0, 1]], 1),
    ]
    for (const by of ['chi2', 'mutual-information'] as const) {
      for (const scope of ['local', 'global'] as const) {
        expect(kept(selectFeatures(datasetOf(given), by, 2, scope)), `${by} ${scope}`).toEqual([1, 3])
      }
    }
    expect(kept(selectFeatures(datasetOf(given), 'df', 3, 'global'))).toEqual([0, 1, 3])
  })

  it('by hand: chi2 of a term in both documents of a label and in one of two others', () => {
    // a = 2, b = 1, c = 0, d = 1: 4 · (2 · 1 − 1 · 0)² / (3 · 1 · 2 · 2) = 4/3, more than 4/3 is no one.
    const given = [row([[0, 1]], 0), row([[0, 1]], 0), row([[0, 1]], 1), row([[1, 1]], 1)]
    expect(chiSquare(given, 0, 0)).toBeCloseTo(4 / 3, 12)
    expect(mutualInformation(given, 0, 0)).toBeCloseTo(
      0.5 * Math.log(4 / 3) + 0.25 * Math.log(2 / 3) + 0.25 * Math.log(2),
      12,
    )
    expect(kept(selectFeatures(datasetOf(given), 'chi2', 2, 'local'))).toEqual([0, 1])
  })
})

describe('rocchio', () => {
  it('keeps every positive term of a label with few', () => {
    const weighted = plainRows(FEATURES, LABELS, eighths, { maxLength: 25 }).map((given) =>
      given.map((one) => ({ ...one, not: [], judged: 1 as const })),
    )
    fc.assert(
      fc.property(weighted, (given) => {
        const expected = featuresOf(given).filter((feature) =>
          labelsOf(given).some((label) => rocchio(given, feature, label) > CLOSE),
        )
        const may = featuresOf(given).filter((feature) =>
          labelsOf(given).some((label) => rocchio(given, feature, label) > -CLOSE),
        )
        expectBest(selectFeatures(datasetOf(given), 'rocchio', 1, 'local'), [{ must: expected, may }])
      }),
    )
  })

  it('keeps the best 100 of a label, or 2.5 % of its positive terms, rounded down, ties to the lower id', () => {
    // One label with all the terms, weights falling; the last documents have nothing.
    const withTerms = (terms: number, weight: (feature: number) => number): PlainRow[] => [
      row(
        Array.from({ length: terms }, (_, feature) => [feature, weight(feature)] as const),
        0,
      ),
      row([], 1),
    ]
    const falling = (terms: number) => (feature: number) => (terms - feature) / 8
    const first = (n: number): number[] => Array.from({ length: n }, (_, feature) => feature)
    for (const [terms, expected] of [
      [50, 50],
      [100, 100],
      [250, 100],
      [4000, 100],
      [4039, 100],
      [4040, 101],
      [8000, 200],
    ]) {
      const keep = selectFeatures(datasetOf(withTerms(terms, falling(terms))), 'rocchio', 1, 'global')
      expect(kept(keep), `${terms} terms`).toEqual(first(expected))
      const tied = selectFeatures(datasetOf(withTerms(terms, () => 1)), 'rocchio', 1, 'global')
      expect(kept(tied), `${terms} tied terms`).toEqual(first(expected))
    }
    const rising = selectFeatures(
      datasetOf(withTerms(250, (feature) => (feature + 1) / 8)),
      'rocchio',
      1,
      'global',
    )
    expect(kept(rising)).toEqual(Array.from({ length: 100 }, (_, i) => 150 + i))
  })
})
