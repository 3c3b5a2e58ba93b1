// When a feature should be updated: the two cases of Madani, Connor & Greiner 2009, section 4.3.1. Learning from every
// document forgets what other features know already (case 1); learning from mistakes alone forgets how frequent
// classes are (case 2). A margin of 0 is the latter, an endless one the former.

import { describe, expect, it } from 'vitest'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { datasetOf, type PlainRow, row, scoresOf } from './plain-rows.js'
import { ALWAYS, featuresOf, type PlainFeature, trained } from './trained-ff.js'

const LAZY = { margin: 0, rating: false }
const EAGER = { margin: ALWAYS, rating: false }

describe('case 1: two classes, one feature of the first, one of both', () => {
  const [OWN, BOTH] = [0, 1]
  const [FIRST, SECOND] = [0, 1]
  const ofFirst = row(
    [
      [OWN, 1],
      [BOTH, 1],
    ],
    FIRST,
  )
  const ofSecond = row([[BOTH, 1]], SECOND)

  /** A stream in which the first class is the more frequent one. */
  function stream(seed: number): PlainRow[] {
    const rng = new Rng(seed)
    return Array.from({ length: 500 }, () => (rng.float() < 0.6 ? ofFirst : ofSecond))
  }

  const bestOf = (rows: readonly PlainRow[], options: typeof LAZY): number[] => {
    const model = trained(rows, options).model()
    const data = datasetOf([ofFirst, ofSecond])
    return [0, 1].map((at) => [...scoresOf(model, data, at)].sort((a, b) => b[1] - a[1])[0][0])
  }

  it('follows the first documents, learning from mistakes', () => {
    const lists = (rows: readonly PlainRow[]): unknown[] =>
      [...featuresOf(trained(rows, LAZY).state()).values()].map(({ list }) => list)
    expect(lists([ofFirst])).toEqual([[[FIRST, 1]], [[FIRST, 1]]])
    // 0 against 1, learn; ½ against ½, learn.
    const three = [ofFirst, ofSecond, ofSecond]
    const settled = [
      [[FIRST, 1]],
      [
        [SECOND, 2],
        [FIRST, 1],
      ],
    ]
    expect(lists(three)).toEqual(settled)
    // 1 + ⅓ against ⅔, ⅔ against ⅓: right, and by more than 0, for good.
    expect(lists([...three, ofFirst, ofFirst, ofSecond, ofFirst])).toEqual(settled)
  })

  it.each([1, 2, 3])('ranks both classes rightly, learning from mistakes (seed %i)', (seed) => {
    expect(bestOf(stream(seed), LAZY)).toEqual([FIRST, SECOND])
    const features = featuresOf(trained(stream(seed), LAZY).state())
    const weight = (feature: number, label: number): number => shareOf(features.get(`plus ${feature}`), label)
    expect(weight(OWN, SECOND)).toBe(0)
    expect(weight(OWN, FIRST)).toBeGreaterThan(weight(BOTH, SECOND))
    expect(weight(BOTH, SECOND)).toBeGreaterThan(weight(BOTH, FIRST))
    // Two or three updates were all it took.
    expect(features.get(`plus ${BOTH}`)?.total).toBeLessThanOrEqual(4)
  })

  it.each([1, 2, 3])('misses the rarer class, learning from everything (seed %i)', (seed) => {
    expect(bestOf(stream(seed), EAGER)).toEqual([FIRST, FIRST])
    const features = featuresOf(trained(stream(seed), EAGER).state())
    expect(shareOf(features.get(`plus ${BOTH}`), FIRST)).toBeCloseTo(0.6, 1)
  })
})

describe('case 2: one feature, a class of ½, two of ¼', () => {
  // Equal scores go to the lower id: the frequent class comes last.
  const [RARE, RARE_TOO, FREQUENT] = [0, 1, 2]
  const one = (label: number): PlainRow => row([[0, 1]], label)
  const featureAfter = (labels: readonly number[], options: typeof LAZY): PlainFeature | undefined =>
    featuresOf(trained(labels.map(one), options).state()).get('plus 0')

  /** The share of documents whose class came first before they were learned from. */
  function runningR1(labels: readonly number[], options: typeof LAZY): number {
    const trainer = trained([], options)
    const data = datasetOf(labels.map(one))
    let right = 0
    for (const [at, label] of labels.entries()) {
      const best = [...scoresOf(trainer.model(), data, at)].sort((a, b) => b[1] - a[1] || a[0] - b[0])[0]
      if (best?.[0] === label) right++
      trainer.learn(data, at)
    }
    return right / labels.length
  }

  it('loses the frequent class again and again in an alternating stream, learning from mistakes', () => {
    const round = [FREQUENT, RARE, FREQUENT, RARE_TOO]
    // 1 0 0; F 1, R 1: a tie that R wins; F 2; T 1. Then each round: F leads and stays, R ties, F wins back, T.
    expect(featureAfter(round, LAZY)?.list).toEqual([
      [FREQUENT, 2],
      [RARE, 1],
      [RARE_TOO, 1],
    ])
    const labels = Array.from({ length: 200 }, () => round).flat()
    // So all three come to weigh alike, and half of the frequent class's documents are missed.
    const lazy = featureAfter(labels, LAZY)
    for (const label of [RARE, RARE_TOO, FREQUENT]) expect(shareOf(lazy, label)).toBeCloseTo(1 / 3, 2)
    expect(runningR1(labels, LAZY)).toBeCloseTo(0.25, 2)
    const eager = featureAfter(labels, EAGER)
    expect([FREQUENT, RARE, RARE_TOO].map((label) => shareOf(eager, label))).toEqual([0.5, 0.25, 0.25])
    expect(runningR1(labels, EAGER)).toBeCloseTo(0.5, 2)
  })

  it('can always be wrong, learning from mistakes', () => {
    // Whatever comes first is not what comes next.
    const labels = [
      FREQUENT,
      RARE,
      FREQUENT,
      ...Array.from({ length: 300 }, (_, i) => [RARE_TOO, RARE, FREQUENT][i % 3]),
    ]
    expect(runningR1(labels, LAZY)).toBe(0)
  })

  it('is better and steadier on random streams, learning from everything', () => {
    const rng = new Rng(1)
    const results = { lazy: [] as number[], eager: [] as number[] }
    for (let trial = 0; trial < 100; trial++) {
      const labels = Array.from({ length: 2000 }, () => [FREQUENT, FREQUENT, RARE, RARE_TOO][rng.below(4)])
      const test = labels.slice(1600)
      for (const [name, options] of [
        ['lazy', LAZY],
        ['eager', EAGER],
      ] as const) {
        const best = featureAfter(labels.slice(0, 1600), options)?.list[0][0]
        results[name].push(test.filter((label) => label === best).length / test.length)
      }
    }
    const lazy = meanAndSpread(results.lazy)
    const eager = meanAndSpread(results.eager)
    expect(eager.mean).toBeGreaterThan(lazy.mean + 0.03)
    expect(eager.spread).toBeLessThan(0.04)
    expect(lazy.spread).toBeGreaterThan(2 * eager.spread)
  })
})

function shareOf(feature: PlainFeature | undefined, label: number): number {
  const amount = feature?.list.find(([id]) => id === label)?.[1] ?? 0
  return amount / (feature?.total ?? 1)
}

function meanAndSpread(numbers: readonly number[]): { mean: number; spread: number } {
  const mean = numbers.reduce((sum, one) => sum + one, 0) / numbers.length
  const squares = numbers.reduce((sum, one) => sum + (one - mean) ** 2, 0)
  return { mean, spread: Math.sqrt(squares / (numbers.length - 1)) }
}
