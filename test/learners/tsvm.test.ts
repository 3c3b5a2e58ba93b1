// One label against the rest: which documents count as what, and how many of the unlabelled get a label.

import { describe, expect, it } from 'vitest'
import type { Model, TrainingContext } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { svm } from '../../packages/abound/src/learners/svm/index.js'
import { type TsvmOptions, tsvm } from '../../packages/abound/src/learners/tsvm/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { datasetOf, type PlainRow, row, scoresOf } from './plain-rows.js'

const unlabelled = (x: PlainRow['x']): PlainRow => ({ x, labels: [], not: [], judged: 0 })

function trained(
  rows: PlainRow[],
  given: Partial<TsvmOptions> = {},
  context: Partial<TrainingContext> = {},
): Model {
  const options = { ...defaultOptions(tsvm.options), ...given }
  return tsvm.train(datasetOf(rows), options, { seed: 1, ...context })
}

/** By label: the rows that it was found for. */
function decided(
  rows: PlainRow[],
  given: Partial<TsvmOptions> = {},
  context: Partial<TrainingContext> = {},
): number[][] {
  const out: number[][] = []
  trained(rows, given, {
    decided: (label, places, signs) => {
      out[label] = [...places].filter((_, i) => signs[i] > 0)
    },
    ...context,
  })
  return out
}

/** Labels 0 and 1, a document each, and ten unlabelled: three with the words of label 0, seven of label 1. */
const TEN: PlainRow[] = [
  row([[0, 1]], 0),
  row([[1, 1]], 1),
  ...Array.from({ length: 10 }, (_, i) =>
    i < 3
      ? unlabelled([
          [0, 0.5],
          [2, 1],
        ])
      : unlabelled([
          [1, 0.5],
          [3, 1],
        ]),
  ),
]

describe('tsvm', () => {
  it('finds the documents that go with the few that are labelled, and learns their words', () => {
    const found = decided(TEN, { positives: '0\t3\n1\t7' })
    expect(found).toEqual([
      [2, 3, 4],
      [5, 6, 7, 8, 9, 10, 11],
    ])
    const model = trained(TEN, { positives: '0\t0.3\n1\t0.7\n' })
    const scores = scoresOf(model, datasetOf([row([[2, 1]]), row([[3, 1]])]), 0)
    expect(scores.get(0)!).toBeGreaterThan(0.2)
    expect(scores.get(1)!).toBeLessThan(-0.2)
  })

  it('takes as many as the share of the labelled, one number, or a number for each label', () => {
    const counts = (positives: string): number[] => decided(TEN, { positives }).map((rows) => rows.length)
    expect(counts('share')).toEqual([5, 5])
    expect(counts('4')).toEqual([4, 4])
    expect(counts('0.25')).toEqual([3, 3])
    expect(counts('1\t8')).toEqual([5, 8])
    const named = { labelName: (label: number) => ['one', 'an\tother'][label] }
    expect(decided(TEN, { positives: 'an\tother\t2\r\n\r\none\t0.9' }, named).map((r) => r.length)).toEqual([
      9, 2,
    ])
  })

  it('estimates the shares from the unlabelled that are nearest to the mean of each label, by hand', () => {
    const counts = (rows: PlainRow[]): number[] =>
      decided(rows, { positives: 'estimate' }).map((r) => r.length)
    // Three of ten have the word of label 0, the others that of label 1.
    expect(counts(TEN)).toEqual([3, 7])
    // A document without labels has a mean of its own: the four that are nearest to it have no label.
    const others = Array.from({ length: 4 }, () => unlabelled([[4, 1]]))
    expect(counts([...TEN, row([[4, 1]]), ...others])).toEqual([3, 7])
    // Sets of labels are told apart: whatever is near a document with two labels has two.
    const both = TEN.map((one, i) => (i === 1 ? { ...one, labels: [1, 2] } : one))
    expect(counts([...both, row([[4, 1]]), ...others])).toEqual([3, 7, 7])
    // Words that no labelled document has say nothing; a label nearest to none keeps a third of one document's share.
    const strange = Array.from({ length: 10 }, () => unlabelled([[9, 1]]))
    expect(counts([...TEN, ...strange])).toEqual([6, 14])
    expect(counts([...TEN, row([[5, 1]], 2)])).toEqual([3, 7, Math.round(10 * (1 / 3 / 3))])
  })

  it('takes at least one and not all where the share comes to none or all', () => {
    const rare = [...Array.from({ length: 30 }, () => row([[0, 1]], 0)), row([[1, 1]], 1), ...TEN.slice(2)]
    expect(decided(rare).map((rows) => rows.length)).toEqual([9, 1])
  })

  it('refuses numbers that leave no document on one side, and labels that nobody has', () => {
    for (const positives of [
      '0',
      '10',
      '11',
      '2.5',
      '0.01',
      '0.99',
      '1\t0',
      '0\t10',
      '0\tx',
      '0\t',
      '7\t3',
      '0\t1\nno tab',
    ])
      expect(() => trained(TEN, { positives }), positives).toThrow(InputError)
    expect(() => trained(TEN, { positives: '1\t0' })).toThrow(
      '`positives: \'0\'` for "1": expected a number from 1 to 9',
    )
    expect(() => trained(TEN.slice(0, 3))).toThrow(/1 unlabelled document/)
  })

  it('is svm where nothing is unlabelled', () => {
    const rows = [row([[0, 1]], 0), row([[1, 1]], 1), row('0:1 2:0.5', 0, 1), row([[2, 1]])]
    const data = datasetOf(rows)
    const exact = { tolerance: 1e-8 }
    const plain = svm.train(data, { ...defaultOptions(svm.options), ...exact }, { seed: 1 })
    const same = trained(rows, exact)
    rows.forEach((_, at) => {
      const scores = scoresOf(same, data, at)
      for (const [label, score] of scoresOf(plain, data, at)) expect(scores.get(label)).toBeCloseTo(score, 6)
    })
    // C* is given, and there is nothing for it to weigh.
    expect(trained(rows, { ...exact, unlabelledCost: 7 }).state()).toStrictEqual(same.state())
  })

  it('learns a label that all or none of the labelled have from these alone', () => {
    const all = TEN.map((one) => (one.judged === 0 ? one : { ...one, labels: [...one.labels, 2] }))
    const found = decided(all)
    expect(found[2]).toHaveLength(10)
    const denied: PlainRow = { x: [[5, 1]], labels: [], not: [2], judged: 2 }
    expect(decided([...TEN, denied])[2]).toEqual([])
  })

  it('gives partly judged documents no weight where they say nothing', () => {
    const partial: PlainRow = { x: [[4, 1]], labels: [1], not: [], judged: 2 }
    const model = trained([...TEN, partial], { positives: '5' })
    const scores = scoresOf(model, datasetOf([row([[4, 1]])]), 0)
    const base = scoresOf(model, datasetOf([row([])]), 0)
    expect(scores.get(0)).toBe(base.get(0))
    expect(scores.get(1)!).toBeGreaterThan(base.get(1)!)
  })

  it('tells where the objective stands', () => {
    const points: Readonly<Record<string, number>>[] = []
    trained(TEN, { cost: 2 }, { curve: (point) => points.push(point) })
    expect(new Set(points.map(({ label }) => label))).toEqual(new Set([0, 1]))
    // C* is C unless it is given.
    expect(points.at(-1)).toMatchObject({ minusCost: 2, plusCost: 2, objective: expect.any(Number) })
  })
})
