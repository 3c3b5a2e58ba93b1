// Every weighting and norm against its formula, written here a second time.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Norm, weighRow } from '../../packages/abound/src/vector/weighting.js'
import {
  WEIGHTINGS,
  type WeightingName,
  weightings,
} from '../../packages/abound/src/vector/weightings/index.js'

interface Row {
  /** Count by term. */
  readonly counts: ReadonlyMap<number, number>
  readonly m: number
  readonly df: readonly number[]
  readonly meanDistinct: number
  readonly meanLength: number
}

const TERMS = 8
const rows: fc.Arbitrary<Row> = fc.integer({ min: 1, max: 30 }).chain((m) =>
  fc.record({
    counts: fc
      .uniqueArray(fc.tuple(fc.nat(TERMS - 1), fc.integer({ min: 1, max: 40 })), {
        selector: ([term]) => term,
      })
      .map((entries) => new Map(entries)),
    m: fc.constant(m),
    df: fc.array(fc.oneof(fc.constant(m), fc.integer({ min: 1, max: m })), {
      minLength: TERMS,
      maxLength: TERMS,
    }),
    meanDistinct: fc.double({ min: 1, max: 30, noNaN: true }),
    meanLength: fc.double({ min: 1, max: 90, noNaN: true }),
  }),
)

/** The value of a term before the norm, from the table of weightings. */
const FORMULAS: Record<WeightingName, (d: number, df: number, row: Row) => number> = {
  binary: () => 1,
  tf: (d) => d,
  'log-tf': (d) => 1 + Math.log(d),
  tfidf: (d, df, { m }) => (1 + Math.log(d)) * Math.log(m / df),
  'tfidf-raw': (d, df, { m }) => d * Math.log(m / df),
  pivoted: (d, df, { m, counts, meanDistinct }) => {
    const u = counts.size
    const averageCount = lengthOf(counts) / u
    const top = (1 + Math.log(d)) / (1 + Math.log(averageCount))
    return (Math.log(m / df) * top) / (0.7 + 0.3 * (u / meanDistinct))
  },
  inquery: (d, df, { m, counts, meanLength }) => {
    const belief =
      0.4 +
      0.6 *
        (d / (d + 0.5 + 1.5 * (lengthOf(counts) / meanLength))) *
        (Math.log((m + 0.5) / df) / Math.log(m + 1))
    return belief - 0.4
  },
}

function lengthOf(counts: ReadonlyMap<number, number>): number {
  return [...counts.values()].reduce((a, b) => a + b, 0)
}

function naive(row: Row, weighting: WeightingName, norm: Norm): [number, number][] {
  const values = [...row.counts].map(
    ([term, d]) => [term, FORMULAS[weighting](d, row.df[term], row)] as [number, number],
  )
  const present = values.filter(([term]) => {
    const hasIdf = weighting === 'tfidf' || weighting === 'tfidf-raw' || weighting === 'pivoted'
    return !(hasIdf && row.df[term] === row.m)
  })
  const length = norm === 'l2' ? Math.hypot(...present.map(([, value]) => value)) : 1
  return present.map(([term, value]) => [term, value / length])
}

function weigh(row: Row, weighting: WeightingName, norm: Norm): [number, number][] {
  const columns = Uint32Array.from(row.counts.keys())
  const values = Float64Array.from(row.counts.values())
  const { m: documents, meanDistinct, meanLength } = row
  const statistics = { documents, df: Float64Array.from(row.df), meanDistinct, meanLength }
  const left = weighRow(columns, values, row.counts.size, weightings.named(weighting), norm, statistics)
  return Array.from({ length: left }, (_, i) => [columns[i], values[i]])
}

describe.each(Object.keys(FORMULAS) as WeightingName[])('%s', (weighting) => {
  it.each(['none', 'l2'] as const)('is its formula, norm %s; terms worth nothing leave', (norm) => {
    fc.assert(
      fc.property(rows, (row) => {
        const own = weigh(row, weighting, norm)
        const expected = naive(row, weighting, norm)
        expect(own.map(([term]) => term)).toEqual(expected.map(([term]) => term))
        for (const [i, [, value]] of own.entries()) expect(value).toBeCloseTo(expected[i][1], 11)
      }),
      { numRuns: 150 },
    )
  })

  it('leaves an empty row empty', () => {
    const row = { counts: new Map(), m: 3, df: [1], meanDistinct: 2, meanLength: 4 }
    expect(weigh(row, weighting, 'l2')).toEqual([])
  })

  it('reads only the first n entries', () => {
    const columns = Uint32Array.of(0, 1)
    const values = Float64Array.of(2, 7)
    const statistics = { documents: 4, df: Float64Array.of(2, 1), meanDistinct: 1, meanLength: 2 }
    expect(weighRow(columns, values, 1, weightings.named(weighting), 'none', statistics)).toBe(1)
    expect(values[1]).toBe(7)
  })
})

describe('by hand', () => {
  // m = 8 documents; wheat in 2 of them, corn in 8, gold in 1; wheat 3 times, corn and gold once.
  const row: Row = {
    counts: new Map([
      [0, 3],
      [1, 1],
      [2, 1],
    ]),
    m: 8,
    df: [2, 8, 1],
    meanDistinct: 2,
    meanLength: 10,
  }
  const rounded = (list: [number, number][]): [number, number][] =>
    list.map(([term, value]) => [term, Math.round(value * 1e6) / 1e6])

  it('tfidf: (1 + ln 3) · ln 4 and ln 8, corn is in all', () => {
    expect(rounded(weigh(row, 'tfidf', 'none'))).toEqual([
      [0, 2.909294],
      [2, 2.079442],
    ])
  })

  it('tfidf-raw: 3 · ln 4 and ln 8', () => {
    expect(rounded(weigh(row, 'tfidf-raw', 'none'))).toEqual([
      [0, 4.158883],
      [2, 2.079442],
    ])
  })

  it('tf with l2: 3, 1, 1 over √11', () => {
    expect(rounded(weigh(row, 'tf', 'l2'))).toEqual([
      [0, 0.904534],
      [1, 0.301511],
      [2, 0.301511],
    ])
  })

  it('pivoted: 2.909294 / (1 + ln 5/3) / (0.7 + 0.3 · 3/2)', () => {
    expect(rounded(weigh(row, 'pivoted', 'none'))[0]).toEqual([0, 1.674463])
  })

  it('inquery: 0.6 · 3/(3 + 0.5 + 1.5 · 5/10) · ln(8.5/2)/ln 9', () => {
    expect(rounded(weigh(row, 'inquery', 'none'))[0]).toEqual([0, 0.278903])
  })
})

it('has a formula here for every weighting', () => {
  expect(Object.keys(FORMULAS)).toEqual(WEIGHTINGS.map(({ name }) => name))
})

describe('the norm', () => {
  it('goes with the weighting', () => {
    expect(WEIGHTINGS.filter(({ norm }) => norm === 'none').map(({ name }) => name)).toEqual([
      'binary',
      'pivoted',
      'inquery',
    ])
  })

  it('gives length 1 and keeps directions', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -40, max: 40 }), { minLength: 1, maxLength: 9 }), (numbers) => {
        const values = Float64Array.from(numbers)
        const columns = Uint32Array.from(numbers.keys())
        const statistics = { documents: 1, df: new Float64Array(9), meanDistinct: 1, meanLength: 1 }
        const left = weighRow(columns, values, values.length, weightings.named('tf'), 'l2', statistics)
        const length = Math.hypot(...numbers)
        expect(left).toBe(numbers.filter((number) => number !== 0).length)
        for (let i = 0; i < left; i++) expect(values[i]).toBeCloseTo(numbers[columns[i]] / length, 12)
      }),
    )
  })
})
