// Details by hand; against a slow version they are held in evaluation-naive.test.ts.

import { describe, expect, it } from 'vitest'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { Evaluation, type EvaluationOptions } from '../../packages/abound/src/measure/evaluation.js'
import { denseScores } from './scores-of.js'

const NAMES = ['a', 'b', 'c']

function evaluationOf(options: Partial<EvaluationOptions> = {}): Evaluation {
  return new Evaluation({ labelCount: 3, labelName: (l) => NAMES[l], details: true, ...options })
}

describe('confusions', () => {
  it('pair each missing label with each wrong one where documents have several', () => {
    const evaluation = evaluationOf()
    evaluation.add(denseScores([3, 2, 1]), [0, 1], [], 1, [0, 2]) // b missing, c wrong
    evaluation.add(denseScores([3, 2, 1]), [1], ['new'], 1, [2, 2]) // b and new missing, c wrong
    evaluation.add(denseScores([3, 2, 1]), [1], [], 1, [1, 2]) // nothing missing
    evaluation.add(denseScores([3, 2, 1]), [1], [], 0, [2]) // unlabelled
    const { confusions, singleLabel, confusionMatrix } = evaluation.result().details!
    expect(confusions).toEqual([
      { truth: 'b', taken: 'c', documents: 2 },
      { truth: 'new', taken: 'c', documents: 1 },
    ])
    expect([singleLabel, confusionMatrix]).toEqual([false, undefined])
  })

  it('are of the first label where documents have one, whatever is assigned', () => {
    const evaluation = evaluationOf()
    evaluation.add(denseScores([3, 2, 1]), [0], [], 1, [2])
    evaluation.add(denseScores([3, 2, 1]), [1], [], 1, [1])
    evaluation.add(denseScores([3, 2, 1]), [1], [], 2, [])
    evaluation.add(denseScores([1, 2, 3]), [], ['new'], 1, [])
    evaluation.add(createScores(3), [1], [], 1, [])
    evaluation.add(denseScores([3, 2, 1]), [], [], 1, [1])
    const { confusions, singleLabel, confusionMatrix } = evaluation.result().details!
    expect(confusions).toEqual([
      { truth: 'b', taken: 'a', documents: 2 },
      { truth: 'new', taken: 'c', documents: 1 },
    ])
    expect(singleLabel).toBe(true)
    expect(confusionMatrix).toEqual({
      labels: ['a', 'b', 'c', 'new'],
      counts: [
        [1, 0, 0, 0],
        [2, 0, 0, 0],
        [0, 0, 0, 0],
        [0, 0, 1, 0],
      ],
      none: [0, 1, 0, 0],
    })
  })

  it('leave the matrix out beyond 200 labels', () => {
    const labelCount = 201
    const evaluation = new Evaluation({ labelCount, labelName: String, details: { resamples: 1 } })
    for (let l = 0; l < labelCount; l++) {
      const values = new Array<number>(labelCount).fill(0)
      values[(l + 1) % labelCount] = 1
      evaluation.add(denseScores(values), [l], [], 1, [])
    }
    const { details } = evaluation.result()
    expect(details?.confusionMatrix).toBeUndefined()
    expect(details?.singleLabel).toBe(true)
    expect(details?.confusions).toHaveLength(200)
    expect(details?.confusions[199]).toEqual({ truth: '199', taken: '200', documents: 1 })
  })
})

describe('bands', () => {
  it('are those of LSCP96, and one for labels that training never saw', () => {
    const evaluation = evaluationOf({ training: { documents: 100, positives: [75, 74, 0] } })
    evaluation.add(denseScores([3, 2, 1]), [0, 1], ['new'], 1, [0, 2])
    evaluation.add(denseScores([3, 2, 1]), [0], [], 1, [1])
    const { bands } = evaluation.result().details!
    expect(bands.map(({ name, from, to, labels, documents }) => [name, from, to, labels, documents])).toEqual(
      [
        ['75 or more', 75, null, 1, 2],
        ['15–74', 15, 74, 1, 1],
        ['1–14', 1, 14, 0, 0],
        ['0', 0, 0, 2, 1],
      ],
    )
    expect(bands[0]).toMatchObject({
      precision: 1,
      recall: 1 / 2,
      microF1: 2 / 3,
      macroF1: 2 / 3,
      breakeven: 1,
    })
    expect(bands[1]).toMatchObject({ precision: 0, recall: 0, microF1: 0, averagePrecision: 1 })
    expect(bands[2]).toMatchObject({
      precision: null,
      recall: null,
      microF1: null,
      macroF1: null,
      breakeven: null,
    })
    expect(bands[3]).toMatchObject({ precision: 0, recall: 0, breakeven: 0 })
  })

  it('need the training counts', () => {
    expect(evaluationOf().result().details?.bands).toEqual([])
  })

  it('refuse bounds that do not fall', () => {
    const training = { documents: 1, positives: [1, 1, 1] }
    for (const bands of [[], [1, 2], [2, 2], [1, 0], [1.5]])
      expect(() => evaluationOf({ training, details: { bands } })).toThrow(InputError)
  })
})

describe('the curve over ranks', () => {
  it('thins ranks towards the end, and ends at the last', () => {
    const labelCount = 25_000
    const evaluation = new Evaluation({ labelCount, labelName: String, details: true })
    const scores = createScores(labelCount)
    evaluation.add(scores, [0, labelCount - 1], [], 1, [])
    const { precisionRecall } = evaluation.result().details!
    const ranks = precisionRecall.map(({ rank }) => rank)
    expect(ranks).toHaveLength(100)
    expect(ranks.slice(0, 8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8])
    expect(precisionRecall[0]).toEqual({ rank: 1, precision: 1, recall: 0.5 })
    expect(precisionRecall.at(-1)).toEqual({ rank: 25_000, precision: 2 / 25_000, recall: 1 })
  })
})

describe('intervals', () => {
  it('hold the figures they are of', () => {
    const evaluation = evaluationOf({ training: { documents: 9, positives: [3, 3, 3] } })
    for (let d = 0; d < 60; d++) {
      const scores = denseScores([d % 7, (d * 3) % 5, (d * 5) % 4])
      evaluation.add(
        scores,
        d % 4 === 0 ? [0, 2] : d % 9 === 0 ? [] : [d % 3],
        d % 11 === 0 ? ['new'] : [],
        1,
        [(d * 2) % 3],
      )
    }
    const result = evaluation.result()
    const { intervals } = result.details!
    const names = Object.keys(intervals)
    expect(names.sort()).toEqual(
      [
        ...['R1', 'R5', 'MRR', 'oneError', 'coverage', 'averagePrecision', 'loss1', 'loss2', 'loss3'],
        ...['documentMaxF1', 'microF1', 'macroF1', 'microPrecision', 'microRecall', 'hammingLoss'],
        'subsetAccuracy',
      ].sort(),
    )
    for (const [name, { low, high }] of Object.entries(intervals)) {
      const figure = result[name as 'R1'] as number
      expect(low, name).toBeLessThanOrEqual(figure)
      expect(high, name).toBeGreaterThanOrEqual(figure)
      if (name !== 'R5') expect(high, name).toBeGreaterThan(low)
    }
    expect(evaluation.result().details?.intervals).toEqual(intervals)
    expect(intervals.R1.low).toBeCloseTo(1 - intervals.oneError.high, 12)
  })

  it('are left out where there is no figure', () => {
    expect(evaluationOf().result().details).toEqual({
      precisionRecall: [],
      bands: [],
      singleLabel: true,
      confusions: [],
      intervals: {},
    })
    const evaluation = evaluationOf()
    evaluation.add(denseScores([1, 2, 3]), [], [], 1, [])
    const { intervals } = evaluation.result().details!
    expect(Object.keys(intervals).sort()).toEqual(['hammingLoss', 'microF1', 'subsetAccuracy'])
  })
})

describe('outcomes', () => {
  it('name each document with a label by its place among all', () => {
    const evaluation = evaluationOf()
    evaluation.add(denseScores([3, 2, 1]), [0], [], 0, [])
    evaluation.add(denseScores([3, 2, 1]), [], [], 1, [])
    evaluation.add(denseScores([3, 2, 1]), [1], [], 1, [1])
    evaluation.add(denseScores([3, 2, 1]), [0], [], 2, [1])
    const { document, R1, allRight } = evaluation.outcomes()
    expect([...document]).toEqual([2, 3])
    expect([...R1]).toEqual([0, 1])
    expect([...allRight]).toEqual([1, 0])
  })

  it('are there only where they were asked for', () => {
    expect(evaluationOf({ details: false, outcomes: true }).outcomes().document).toHaveLength(0)
    const evaluation = evaluationOf({ details: false })
    expect(() => evaluation.outcomes()).toThrow(InputError)
    expect('details' in evaluation.result()).toBe(false)
  })
})

describe('F_β', () => {
  it('refuses a β that is none', () => {
    expect(() => evaluationOf({ beta: -1 })).toThrow(InputError)
    expect(() => evaluationOf({ beta: Number.POSITIVE_INFINITY })).toThrow(InputError)
    expect(() => evaluationOf({ beta: Number.NaN })).toThrow(/beta NaN/)
  })
})
