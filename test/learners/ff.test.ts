// FF by hand: lists under written-out streams, margins, drops.

import { describe, expect, it } from 'vitest'
import { featureStreamingUpdate } from '../../packages/abound/src/learners/ff/feature-streaming-update.js'
import { IndexHalf } from '../../packages/abound/src/models/feature-index.js'
import { datasetOf, type PlainRow, row, scoresOf } from './plain-rows.js'
import { ALWAYS, DEFAULTS, featuresOf, type PlainFeature, trained } from './trained-ff.js'

describe('FSU', () => {
  const [A, B] = [0, 1]

  /** Plays updates of one feature; each line: class, value, then the list and w'_f after it. */
  function play(
    minWeight: number,
    leaks: boolean,
    lines: readonly (readonly [label: string, x: number, list: string, total: number])[],
  ): void {
    const half = IndexHalf.empty(1)
    half.ensure(0)
    for (const [step, [label, x, list, total]] of lines.entries()) {
      featureStreamingUpdate(half, 0, 'ABCD'.indexOf(label), x, minWeight, leaks)
      const { starts, lengths, labels, values } = half.postings
      const own = Array.from(
        { length: lengths[0] },
        (_, i) => `${'ABCD'[labels[starts[0] + i]]}${values[starts[0] + i]}`,
      )
      expect(own.join(' '), `list after step ${step + 1}`).toBe(list)
      expect(half.totals[0], `W after step ${step + 1}`).toBe(total)
    }
  }

  it('follows a written-out stream with drops; weight leaks', () => {
    play(0.25, true, [
      ['A', 1, 'A1', 1],
      ['B', 1, 'A1 B1', 2],
      ['B', 1, 'B2 A1', 3],
      ['C', 1, 'B2 A1 C1', 4], // 1/4 is not below 0.25
      ['B', 1, 'B3', 5], // A and C have 1/5
      ['D', 1, 'B3', 6], // 1/6: dropped as it comes, yet W grows
      ['D', 3, 'B3 D3', 9],
      ['D', 0.5, 'D3.5 B3', 9.5],
    ])
  })

  it('follows it without leaks', () => {
    play(0.25, false, [
      ['A', 1, 'A1', 1],
      ['B', 1, 'A1 B1', 2],
      ['B', 1, 'B2 A1', 3],
      ['C', 1, 'B2 A1 C1', 4],
      ['B', 1, 'B3', 3], // A and C take their weight along
      ['D', 1, 'B3 D1', 4],
      ['D', 3, 'D4 B3', 7],
    ])
  })

  it('orders equal weights by class, from wherever they come', () => {
    play(0, true, [
      ['D', 2, 'D2', 2],
      ['B', 2, 'B2 D2', 4],
      ['C', 1, 'B2 D2 C1', 5],
      ['C', 1, 'B2 C2 D2', 6],
      ['A', 2, 'A2 B2 C2 D2', 8],
    ])
  })

  it('may drop everything', () => {
    play(1, true, [
      ['A', 1, 'A1', 1],
      ['B', 1, '', 2],
      ['B', 1, '', 3],
    ])
    play(1, false, [
      ['A', 1, 'A1', 1],
      ['B', 1, '', 0],
      ['B', 1, 'B1', 1],
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
      row('0:1 2:1', 0), // nothing known: δ = 0, learn
      row('1:1 2:1', 1), // price says grain .1 · 1 · 1: δ = −.2 (seen twice: r = .2), learn
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
    const scores = scoresOf(trainer.model(), datasetOf([row('1:1 2:1')]), 0)
    expect(scores.get(1)).toBeCloseTo(0.2, 12)
    expect(scores.get(0)).toBeCloseTo(0.1, 12)
  })

  it('computes all margins of a document before any update', () => {
    const rows = [row([[0, 1]], 0), row([[1, 4]], 2), row('0:3 1:1', 1, 2)]
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

  it('looks at the best 50 classes; others count as 0', () => {
    const classes = Array.from({ length: 60 }, (_, label) => label)
    const first = classes.map((label) => row([[0, 1]], label))
    // All 60 have 1/60, so the first 50 are the best. They are right and lead; the wrong ones beyond
    // count as 0, and so does 55, which alone does not lead and learns.
    const last = row([[0, 1]], ...classes.slice(0, 50), 55)
    const trainer = trained([...first, last], { rating: false, minWeight: 0, maxDegree: 100 })
    const others = classes.filter((label) => label !== 55).map((label) => [label, 1])
    expect(featuresOf(trainer.state()).get('plus 0')).toEqual({
      total: 61,
      count: 61,
      list: [[55, 2], ...others],
    })
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
    const rows = [row('0:1 1:1', 0), row([[0, 1]], 1)]
    const figures = trained(rows, { margin: ALWAYS }).model().figures()
    // Word 0 was met twice and has two edges, word 1 once and has one: (2 · 2 + 1) / 3.
    expect(figures).toEqual({ edges: 3, edgesPerFeature: 5 / 3 })
  })

  it('counts features of documents learned after training, once each', () => {
    const options = { ...DEFAULTS, passes: 3 }
    const trainer = trained([row([[0, 1]], 0)], options)
    const more = datasetOf([row('0:1 1:1', 1)])
    trainer.learn(more, 0)
    const features = featuresOf(trainer.state())
    expect(features.get('plus 0')?.count).toBe(2)
    expect(features.get('plus 1')).toEqual({ total: 1, count: 1, list: [[1, 1]] })
    expect(scoresOf(trainer.model(), datasetOf([row([[1, 1]])]), 0)).toEqual(new Map([[1, 0.1]]))
  })
})
