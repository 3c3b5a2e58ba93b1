// FF: hand-worked lists, and the slow version.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer, State } from '../../src/contract.js'
import { type FfOptions, ff, updateFeature } from '../../src/learners/ff.js'
import { IndexHalf } from '../../src/models/feature-index.js'
import { defaultOptions } from '../../src/options.js'
import { keyOf, NaiveFf, sorted } from './naive-ff.js'
import {
  datasetOf,
  eighths,
  entriesOf,
  type PlainRow,
  plainRows,
  row,
  scoresOf,
  signedEighths,
} from './plain-rows.js'

const DEFAULTS = defaultOptions(ff.options)
const EMPTY = { documents: 0, features: 0, labels: 0 }
const CONTEXT = { seed: 1 }
/** A margin that no document reaches: every true label learns from every document. */
const ALWAYS = 1e6

interface PlainFeature {
  readonly total: number
  readonly count: number
  readonly list: [number, number][]
}

/** The features of a state that were seen, by name. */
function featuresOf({ arrays }: State): Map<string, PlainFeature> {
  const out = new Map<string, PlainFeature>()
  for (const half of ['plus', 'minus']) {
    if (arrays[`${half}.lengths`] === undefined) continue
    const lengths = arrays[`${half}.lengths`]
    let at = 0
    for (let f = 0; f < lengths.length; f++) {
      const list: [number, number][] = []
      for (let i = 0; i < lengths[f]; i++, at++) {
        list.push([arrays[`${half}.labels`][at], arrays[`${half}.weights`][at]])
      }
      const total = arrays[`${half}.totals`][f]
      const count = arrays[`${half}.counts`][f]
      if (count > 0 || total > 0) out.set(`${half} ${f}`, { total, count, list })
    }
  }
  return out
}

function naiveFeatures(naive: NaiveFf): Map<string, PlainFeature> {
  const all = [...naive.features].map(
    ([key, feature]) => [key, { total: feature.total, count: feature.count, list: sorted(feature) }] as const,
  )
  return new Map(all)
}

function trained(rows: readonly PlainRow[], given: Partial<FfOptions>): OnlineTrainer {
  const options = { ...DEFAULTS, ...given }
  const trainer = ff.start(EMPTY, options, CONTEXT)
  const data = datasetOf(rows)
  for (let pass = 0; pass < ff.passes(options); pass++) {
    for (let at = 0; at < data.count; at++) trainer.learn(data, at)
    trainer.endPass()
  }
  return trainer
}

function expectSame(trainer: OnlineTrainer, naive: NaiveFf, tests: readonly PlainRow['x'][]): void {
  const own = featuresOf(trainer.state())
  const slow = naiveFeatures(naive)
  const byName = (a: [string, PlainFeature], b: [string, PlainFeature]): number => (a[0] < b[0] ? -1 : 1)
  expect([...own].sort(byName)).toEqual([...slow].sort(byName))
  const data = datasetOf(tests.map((x) => row(x)))
  for (const [at, x] of tests.entries()) {
    const scores = scoresOf(trainer.model(), data, at)
    expect(scores).toEqual(new Map([...naive.retrieve(x)].sort((a, b) => a[0] - b[0])))
    for (const [label, score] of scores) expect(score).toBeCloseTo(directScore(slow, x, label, naive), 10)
  }
}

/** s_c by its formula in the order it is written, for one class. */
function directScore(
  features: Map<string, PlainFeature>,
  x: PlainRow['x'],
  label: number,
  { options }: NaiveFf,
): number {
  let score = 0
  for (const entry of x) {
    const feature = features.get(keyOf(entry))
    const place = feature?.list.findIndex(([other]) => other === label) ?? -1
    if (feature === undefined || place < 0 || place >= options.maxDegree) continue
    const weight = feature.list[place][1] / feature.total
    const rate = options.rating ? Math.min(1, feature.count / 10) : 1
    if (weight >= options.retrieveAbove) score += rate * weight * Math.abs(entry[1])
  }
  return score
}

const anyOptions: fc.Arbitrary<FfOptions> = fc.record({
  margin: fc.constantFrom(0, 0.1, 0.5, -0.25, ALWAYS),
  passes: fc.integer({ min: 1, max: 3 }),
  minWeight: fc.constantFrom(0, 0.01, 0.3),
  maxDegree: fc.integer({ min: 1, max: 5 }),
  retrieveAbove: fc.constantFrom(0, 0, 0.1, 0.25),
  leaks: fc.boolean(),
  rating: fc.boolean(),
})

describe('FF against the slow version', () => {
  it('has the same lists, totals, counts and scores on small data', () => {
    let dropped = 0
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 40 }),
        anyOptions,
        fc.array(entriesOf(6, signedEighths), { maxLength: 4 }),
        (rows, options, tests) => {
          const naive = new NaiveFf(options)
          naive.train(rows)
          expectSame(trained(rows, options), naive, tests)
          dropped += naive.dropped
        },
      ),
      { numRuns: 400 },
    )
    expect(dropped).toBeGreaterThan(100)
  })

  it('has them with more than 50 classes to look at', () => {
    let missed = 0
    const options = fc.record({
      margin: fc.constantFrom(0, 0.01, 0.1),
      passes: fc.integer({ min: 1, max: 2 }),
      minWeight: fc.constantFrom(0, 0.01),
      maxDegree: fc.constantFrom(5, 25, 100),
      retrieveAbove: fc.constantFrom(0, 0.01),
      leaks: fc.boolean(),
      rating: fc.boolean(),
    })
    fc.assert(
      fc.property(
        plainRows(20, 90, eighths, { minLength: 150, maxLength: 200 }, 20),
        options,
        fc.array(entriesOf(21, eighths), { maxLength: 3 }),
        (rows, chosen, tests) => {
          const naive = new NaiveFf(chosen)
          naive.train(rows)
          expectSame(trained(rows, chosen), naive, tests)
          missed += naive.missedTop
        },
      ),
      { numRuns: 30 },
    )
    // Else the rule of the best 50 was never at work.
    expect(missed).toBeGreaterThan(100)
  })

  it('goes on after saving and loading as if nothing had happened', () => {
    fc.assert(
      fc.property(
        plainRows(5, 6, signedEighths, { maxLength: 25 }),
        plainRows(8, 9, signedEighths, { maxLength: 25 }),
        anyOptions,
        (first, second, options) => {
          const straight = trained(first, options)
          const loaded = ff.resume(straight.state(), options, CONTEXT)
          expect(loaded.state()).toEqual(straight.state())
          const data = datasetOf(second)
          for (let at = 0; at < data.count; at++) {
            straight.learn(data, at)
            loaded.learn(data, at)
          }
          expect(loaded.state()).toEqual(straight.state())
        },
      ),
    )
  })

  it('counts features of documents learned after training, once each', () => {
    const options = { ...DEFAULTS, passes: 3 }
    const trainer = trained([row([[0, 1]], 0)], options)
    const more = datasetOf([
      row(
        [
          [0, 1],
          [1, 1],
        ],
        1,
      ),
    ])
    trainer.learn(more, 0)
    const features = featuresOf(trainer.state())
    expect(features.get('plus 0')?.count).toBe(2)
    expect(features.get('plus 1')).toEqual({ total: 1, count: 1, list: [[1, 1]] })
    expect(scoresOf(trainer.model(), datasetOf([row([[1, 1]])]), 0)).toEqual(new Map([[1, 0.1]]))
  })
})

describe('FSU', () => {
  const [A, B, C, D] = [0, 1, 2, 3]

  /** Plays updates of one feature; each line: class, value, then the list and W_f after it. */
  function play(
    minWeight: number,
    leaks: boolean,
    lines: readonly (readonly [number, number, [number, number][], number])[],
  ): void {
    const half = IndexHalf.empty(1)
    half.ensure(0)
    for (const [step, [label, x, list, total]] of lines.entries()) {
      updateFeature(half, 0, label, x, minWeight, leaks)
      const { starts, lengths, labels, values } = half.postings
      const own = Array.from({ length: lengths[0] }, (_, i) => [labels[starts[0] + i], values[starts[0] + i]])
      expect(own, `list after step ${step + 1}`).toEqual(list)
      expect(half.totals[0], `W after step ${step + 1}`).toBe(total)
    }
  }

  it('follows a written-out stream with drops; weight leaks', () => {
    play(0.25, true, [
      [A, 1, [[A, 1]], 1],
      [
        B,
        1,
        [
          [A, 1],
          [B, 1],
        ],
        2,
      ],
      [
        B,
        1,
        [
          [B, 2],
          [A, 1],
        ],
        3,
      ],
      [
        C,
        1,
        [
          [B, 2],
          [A, 1],
          [C, 1],
        ],
        4,
      ], // 1/4 is not below 0.25
      [B, 1, [[B, 3]], 5], // A and C have 1/5
      [D, 1, [[B, 3]], 6], // 1/6: dropped as it comes, yet W grows
      [
        D,
        3,
        [
          [B, 3],
          [D, 3],
        ],
        9,
      ],
      [
        D,
        0.5,
        [
          [D, 3.5],
          [B, 3],
        ],
        9.5,
      ],
    ])
  })

  it('follows it without leaks', () => {
    play(0.25, false, [
      [A, 1, [[A, 1]], 1],
      [
        B,
        1,
        [
          [A, 1],
          [B, 1],
        ],
        2,
      ],
      [
        B,
        1,
        [
          [B, 2],
          [A, 1],
        ],
        3,
      ],
      [
        C,
        1,
        [
          [B, 2],
          [A, 1],
          [C, 1],
        ],
        4,
      ],
      [B, 1, [[B, 3]], 3], // A and C take their weight along
      [
        D,
        1,
        [
          [B, 3],
          [D, 1],
        ],
        4,
      ],
      [
        D,
        3,
        [
          [D, 4],
          [B, 3],
        ],
        7,
      ],
    ])
  })

  it('orders equal weights by class, from wherever they come', () => {
    play(0, true, [
      [D, 2, [[D, 2]], 2],
      [
        B,
        2,
        [
          [B, 2],
          [D, 2],
        ],
        4,
      ],
      [
        C,
        1,
        [
          [B, 2],
          [D, 2],
          [C, 1],
        ],
        5,
      ],
      [
        C,
        1,
        [
          [B, 2],
          [C, 2],
          [D, 2],
        ],
        6,
      ],
      [
        A,
        2,
        [
          [A, 2],
          [B, 2],
          [C, 2],
          [D, 2],
        ],
        8,
      ],
    ])
  })

  it('may drop everything', () => {
    play(1, true, [
      [A, 1, [[A, 1]], 1],
      [B, 1, [], 2],
      [B, 1, [], 3],
    ])
    play(1, false, [
      [A, 1, [[A, 1]], 1],
      [B, 1, [], 0],
      [B, 1, [[B, 1]], 1],
    ])
  })

  it('drops a new class at once when W_f > 1/w_min (MCG09)', () => {
    const first = (times: number): PlainRow[] => Array.from({ length: times }, () => row([[0, 1]], A))
    const listAfter = (times: number): PlainFeature | undefined =>
      featuresOf(trained([...first(times), row([[0, 1]], B)], { margin: ALWAYS }).state()).get('plus 0')
    // W becomes 100: 1/100 is not below 0.01. One more, and it is.
    expect(listAfter(99)).toEqual({
      total: 100,
      count: 100,
      list: [
        [A, 99],
        [B, 1],
      ],
    })
    expect(listAfter(100)).toEqual({ total: 101, count: 101, list: [[A, 100]] })
  })
})

describe('FF by hand', () => {
  it('learns from mistakes and leaves what it knows', () => {
    // wheat = 0, gold = 1, price = 2; grain = 0, metal = 1.
    const rows = [
      row(
        [
          [0, 1],
          [2, 1],
        ],
        0,
      ), // nothing known: δ = 0, learn
      row(
        [
          [1, 1],
          [2, 1],
        ],
        1,
      ), // price says grain .1 · 1 · 1: δ = −.2 (seen twice: r = .2), learn
      row([[0, 1]], 0), // wheat says grain, r = .2: δ = .2 > 0, leave
    ]
    const trainer = trained(rows, {})
    expect(featuresOf(trainer.state())).toEqual(
      new Map([
        ['plus 0', { total: 1, count: 2, list: [[0, 1]] }],
        ['plus 1', { total: 1, count: 1, list: [[1, 1]] }],
        [
          'plus 2',
          {
            total: 2,
            count: 2,
            list: [
              [0, 1],
              [1, 1],
            ],
          },
        ],
      ]),
    )
    // gold price: metal .1 + .2 · ½, grain .2 · ½.
    const scores = scoresOf(
      trainer.model(),
      datasetOf([
        row([
          [1, 1],
          [2, 1],
        ]),
      ]),
      0,
    )
    expect(scores.get(1)).toBeCloseTo(0.2, 12)
    expect(scores.get(0)).toBeCloseTo(0.1, 12)
  })

  it('computes all margins of a document before any update', () => {
    const rows = [
      row([[0, 1]], 0),
      row([[1, 4]], 2),
      row(
        [
          [0, 3],
          [1, 1],
        ],
        1,
        2,
      ),
    ]
    const features = featuresOf(trained(rows, { rating: false, minWeight: 0.3 }).state())
    // s_0 = 3, s_2 = 1, s_1 = 0: both true classes learn, though class 1 learning first drops class 0
    // from word 0, after which class 2 would have led.
    expect(features.get('plus 0')).toEqual({
      total: 7,
      count: 2,
      list: [
        [1, 3],
        [2, 3],
      ],
    })
    expect(features.get('plus 1')).toEqual({ total: 6, count: 2, list: [[2, 5]] })
  })

  it('takes only what a partly judged document is known not to have as wrong', () => {
    const known: PlainRow[] = [row([[0, 1]], 0), row([[0, 1]], 1), row([[0, 1]], 1)]
    const partial = (not: number[]): PlainRow => ({ x: [[0, 1]], labels: [0], not, judged: 2 })
    const listAfter = (last: PlainRow): unknown =>
      featuresOf(trained([...known, last], { rating: false }).state()).get('plus 0')?.list
    // Label 1 scores higher than 0, but whether it is wrong is not known: 0 leads with a score above 0.
    expect(listAfter(partial([]))).toEqual([
      [1, 2],
      [0, 1],
    ])
    expect(listAfter(partial([1]))).toEqual([
      [0, 2],
      [1, 2],
    ])
  })

  it('counts the words of a document known to have no labels, and learns nothing else', () => {
    const trainer = trained([row([[0, 1]])], {})
    expect(featuresOf(trainer.state())).toEqual(new Map([['plus 0', { total: 0, count: 1, list: [] }]]))
  })

  it('reports its edges', () => {
    const rows = [
      row(
        [
          [0, 1],
          [1, 1],
        ],
        0,
      ),
      row([[0, 1]], 1),
    ]
    const figures = trained(rows, { margin: ALWAYS }).model().figures()
    // Word 0 was met twice and has two edges, word 1 once and has one: (2 · 2 + 1) / 3.
    expect(figures).toEqual({ edges: 3, edgesPerFeature: 5 / 3 })
  })
})
