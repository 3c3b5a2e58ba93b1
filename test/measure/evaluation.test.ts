import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { describe, expect, it } from 'vitest'
import { clearScores, createScores } from '../../packages/abound/src/engine/scores.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { Evaluation, type EvaluationOptions } from '../../packages/abound/src/measure/evaluation.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { denseScores, scoresOf } from './scores-of.js'

const NAMES = 'abcdefghij'
const evaluationOf = (labelCount: number, options: Partial<EvaluationOptions> = {}) =>
  new Evaluation({ labelCount, labelName: (l) => NAMES[l] ?? `label ${l}`, ...options })

describe('rankings', () => {
  it('gives the figures of the scikit-learn manual', () => {
    const evaluation = evaluationOf(3)
    evaluation.add(denseScores([0.75, 0.5, 1]), [0], [], 1, [])
    evaluation.add(denseScores([1, 0.2, 0.1]), [2], [], 1, [])
    const result = evaluation.result()
    expect(result.coverage).toBe(2.5 - 1) // theirs counts from 1
    expect(result.averagePrecision).toBeCloseTo(0.41666, 4)
    expect(result.loss3).toBe(0.75)
  })

  it('works one document out by hand', () => {
    // Ranking: d b a c e; true: b, c.
    const evaluation = evaluationOf(5)
    evaluation.add(denseScores([2, 3, 1, 4, 0]), [2, 1], [], 1, [1, 3])
    const result = evaluation.result()
    expect(result.documents).toBe(1)
    expect(result.oneError).toBe(1)
    expect(result.R1).toBe(0)
    expect(result.R5).toBe(1)
    expect(result.MRR).toBe(1 / 2)
    expect(result.HR).toBe(2)
    expect(result.coverage).toBe(3)
    expect(result.averagePrecision).toBe((1 / 2 + 2 / 4) / 2)
    // b is beaten by d; c by d and a.
    expect([result.loss1, result.loss2, result.loss3]).toEqual([1, 3, 3 / 6])
    expect(result.precisionAt).toEqual({ '1': 0, '3': 1 / 3, '5': 2 / 5 })
    expect(result.recallAt).toEqual({ '1': 0, '3': 1 / 2, '5': 1 })
    // F1 at 2: P 1/2, R 1/2; at 4: P 1/2, R 1.
    expect(result.maxF1).toBeCloseTo(2 / 3, 12)
    expect(result.documentMaxF1).toBeCloseTo(2 / 3, 12)
    const ideal = 1 + 1 / Math.log2(3)
    expect(result.ndcgAt['3']).toBeCloseTo(1 / Math.log2(3) / ideal, 12)
    expect(result.ndcgAt['5']).toBeCloseTo((1 / Math.log2(3) + 1 / Math.log2(5)) / ideal, 12)
    expect('propensityPrecisionAt' in result).toBe(false)
  })

  it('counts a tie as an error, and ranks ties by label id', () => {
    const evaluation = evaluationOf(3)
    evaluation.add(denseScores([1, 1, 1]), [0], [], 1, [])
    const result = evaluation.result()
    expect(result.R1).toBe(1)
    expect([result.loss1, result.loss2, result.loss3]).toEqual([1, 2, 1])
  })

  it('ranks labels not retrieved after all, and never finds them', () => {
    // Retrieved: c, a. Then b, d, e by id; true: d.
    const evaluation = evaluationOf(5)
    evaluation.add(
      scoresOf(5, [
        [0, -7],
        [2, -5],
      ]),
      [3],
      [],
      1,
      [],
    )
    const result = evaluation.result()
    expect(result.coverage).toBe(3)
    expect(result.averagePrecision).toBe(1 / 4)
    expect([result.R1, result.R5, result.MRR, result.HR]).toEqual([0, 0, 0, null])
    expect(result.recallAt['5']).toBe(0)
    expect(result.ndcgAt['5']).toBe(0)
    // Below the two retrieved, tied with the other two.
    expect([result.loss2, result.loss3]).toEqual([4, 1])
    expect(result.perLabel).toEqual([
      {
        label: 'd',
        documents: 1,
        assigned: 0,
        right: 0,
        precision: null,
        recall: 0,
        f1: 0,
        breakeven: 0,
        averagePrecision: 0,
        maxF1: 0,
      },
    ])
  })

  it('takes an empty ranking for an error, even where label order would be lucky', () => {
    const evaluation = evaluationOf(2)
    evaluation.add(createScores(2), [0], [], 1, [])
    const { oneError, R1, averagePrecision, coverage } = evaluation.result()
    expect({ oneError, R1, averagePrecision, coverage }).toEqual({
      oneError: 1,
      R1: 0,
      averagePrecision: 1,
      coverage: 0,
    })
  })

  it('ranks unknown labels last, as first met, and counts them in every document', () => {
    const evaluation = evaluationOf(2)
    evaluation.add(denseScores([2, 1]), [0], [], 1, [0])
    evaluation.add(denseScores([2, 1]), [0], ['new'], 1, [0])
    evaluation.add(denseScores([2, 1]), [], ['newer', 'new', 'newer'], 1, [])
    const result = evaluation.result()
    expect(result.labels).toBe(4)
    expect(result.unknownLabels).toEqual({ count: 2, documents: 2, examples: ['new', 'newer'] })
    expect(result.coverage).toBe((0 + 2 + 3) / 3)
    // K = 4 throughout. Second: new loses to b and newer; third: both lose to a and b.
    expect(result.loss2).toBe((0 + 2 + 4) / 3)
    expect(result.loss3).toBe((0 + 2 / 4 + 4 / 4) / 3)
    expect(result.hammingLoss).toBe((0 + 1 + 2) / 12)
    expect(result.subsetAccuracy).toBe(1 / 3)
    expect(result.perLabel.map(({ label, documents }) => [label, documents])).toEqual([
      ['a', 2],
      ['new', 2],
      ['newer', 1],
    ])
  })

  it('knows no wrong label when every label is true', () => {
    const evaluation = evaluationOf(2)
    evaluation.add(denseScores([1, 1]), [0, 1], [], 1, [])
    const { loss1, loss2, loss3, averagePrecision } = evaluation.result()
    expect({ loss1, loss2, loss3, averagePrecision }).toEqual({
      loss1: 0,
      loss2: 0,
      loss3: 0,
      averagePrecision: 1,
    })
  })

  it('weighs hits by propensity against the best that could be had', () => {
    const training = { documents: 1000, positives: [400, 3, 0] }
    const evaluation = new Evaluation({ labelCount: 3, labelName: (l) => NAMES[l], training })
    evaluation.add(denseScores([3, 2, 1]), [0, 1], [], 1, [])
    const c = (Math.log(1000) - 1) * 2.5 ** 0.55
    const weight = (n: number) => 1 + c * Math.exp(-0.55 * Math.log(n + 1.5))
    const at = evaluation.result().propensityPrecisionAt
    expect(at?.['1']).toBeCloseTo(weight(400) / weight(3), 12)
    expect(at?.['3']).toBe(1)
    expect(weight(3)).toBeGreaterThan(weight(400))
  })

  it('has plain precision where training was too small for propensities', () => {
    const training = { documents: 1, positives: [1, 0] }
    const evaluation = new Evaluation({ labelCount: 2, labelName: (l) => NAMES[l], training })
    evaluation.add(denseScores([2, 1]), [0], [], 1, [])
    evaluation.add(denseScores([2, 1]), [1], [], 1, [])
    expect(evaluation.result().propensityPrecisionAt).toEqual({ '1': 0.5, '3': 1, '5': 1 })
  })
})

describe('decisions', () => {
  it('counts a, b, c over all judged documents', () => {
    const evaluation = evaluationOf(3)
    const scores = denseScores([3, 2, 1])
    evaluation.add(scores, [0, 1], [], 1, [0])
    evaluation.add(scores, [0], [], 2, [0, 1])
    evaluation.add(scores, [], [], 1, [1])
    evaluation.add(scores, [2], [], 0, [2])
    const result = evaluation.result()
    expect([result.documents, result.leftOut, result.judged]).toEqual([2, 2, 3])
    // a: 2 0 0; b: 1 wrong twice, missed once. Nothing of c.
    expect(result.microPrecision).toBe(2 / 4)
    expect(result.microRecall).toBe(2 / 3)
    expect(result.microF1).toBeCloseTo(4 / 7, 12)
    expect([result.macroF1, result.macroLabels]).toEqual([1 / 2, 2])
    expect(result.hammingLoss).toBe(3 / 9)
    expect(result.subsetAccuracy).toBe(0)
    expect(
      result.perLabel.map((l) => [l.label, l.documents, l.assigned, l.precision, l.recall, l.f1]),
    ).toEqual([
      ['a', 2, 2, 1, 1, 1],
      ['b', 1, 2, 0, 0, 0],
    ])
  })

  it('takes labels named twice once', () => {
    const evaluation = evaluationOf(2)
    evaluation.add(denseScores([2, 1]), [0, 0], [], 1, [0, 0])
    const { subsetAccuracy, averagePrecision, microF1, perLabel } = evaluation.result()
    expect({ subsetAccuracy, averagePrecision, microF1 }).toEqual({
      subsetAccuracy: 1,
      averagePrecision: 1,
      microF1: 1,
    })
    expect(perLabel[0].documents).toBe(1)
  })
})

describe('labels over documents', () => {
  it('works breakeven, average precision and max-F1 out by hand', () => {
    const evaluation = evaluationOf(1)
    // By score: 5 yes, 4 no, 3 yes, 2 no, and one more yes that was never retrieved.
    for (const [score, truth] of [
      [4, 0],
      [3, 1],
      [5, 1],
      [2, 0],
    ]) {
      evaluation.add(denseScores([score]), truth === 1 ? [0] : [], [], 1, [])
    }
    evaluation.add(createScores(1), [0], [], 1, [])
    const { perLabel, breakeven, meanAveragePrecision } = evaluation.result()
    expect(perLabel[0].breakeven).toBe(2 / 3)
    expect(perLabel[0].averagePrecision).toBeCloseTo((1 + 2 / 3 + 0) / 3, 12)
    expect(perLabel[0].maxF1).toBe(4 / 6) // the first three assigned: P 2/3, R 2/3
    expect([breakeven, meanAveragePrecision]).toEqual([perLabel[0].breakeven, perLabel[0].averagePrecision])
  })

  it('ranks documents by the comparable scores, labels by the others', () => {
    const evaluation = evaluationOf(2)
    evaluation.add(denseScores([-10, -20]), [0], [], 1, [], Float64Array.of(10, -10))
    evaluation.add(denseScores([-4, -3]), [1], [], 1, [], Float64Array.of(-1, 1))
    const { R1, breakeven } = evaluation.result()
    expect([R1, breakeven]).toEqual([1, 1])
  })

  it('keeps ties in document order, but no threshold parts them', () => {
    const evaluation = evaluationOf(1)
    evaluation.add(denseScores([1]), [], [], 1, [])
    evaluation.add(denseScores([1]), [0], [], 1, [])
    const [{ breakeven, averagePrecision, maxF1 }] = evaluation.result().perLabel
    expect([breakeven, averagePrecision, maxF1]).toEqual([0, 1 / 2, 2 / 3])
  })
})

describe('the edges', () => {
  it('has null for what is not defined, and is valid JSON', () => {
    for (const labelCount of [0, 3]) {
      const result = evaluationOf(labelCount).result()
      expect(JSON.parse(JSON.stringify(result))).toEqual(result)
      expect(result.oneError).toBeNull()
      expect(result.microF1).toBeNull()
      expect(result.hammingLoss).toBeNull()
      expect(result.precisionAt).toEqual({ '1': null, '3': null, '5': null })
      expect(result.perLabel).toEqual([])
    }
  })

  it('gives F1 = 1 where there was nothing to find and nothing was assigned', () => {
    const evaluation = evaluationOf(2)
    evaluation.add(denseScores([1, 2]), [], [], 1, [])
    const { microF1, macroF1, subsetAccuracy, hammingLoss, leftOut } = evaluation.result()
    expect({ microF1, macroF1, subsetAccuracy, hammingLoss, leftOut }).toEqual({
      microF1: 1,
      macroF1: null,
      subsetAccuracy: 1,
      hammingLoss: 0,
      leftOut: 1,
    })
  })

  it('works for a model without labels', () => {
    const evaluation = evaluationOf(0)
    evaluation.add(createScores(0), [], ['x'], 1, [])
    const { documents, R1, microRecall, coverage, loss1 } = evaluation.result()
    expect({ documents, R1, microRecall, coverage, loss1 }).toEqual({
      documents: 1,
      R1: 0,
      microRecall: 0,
      coverage: 0,
      loss1: 0,
    })
  })

  it('refuses scores that are no numbers, and labels out of range', () => {
    expect(() => evaluationOf(2).add(denseScores([Number.NaN, 1]), [1], [], 1, [])).toThrow(InputError)
    expect(() => evaluationOf(2).add(denseScores([1, 1]), [2], [], 1, [])).toThrow(RangeError)
    expect(() => evaluationOf(2).add(denseScores([1, 1]), [], [], 1, [2])).toThrow(RangeError)
    // Far below the labels that are kept, too.
    const values = Array.from({ length: 300 }, (_, l) => (l === 299 ? Number.NaN : l))
    expect(() => evaluationOf(300).add(denseScores(values), [298], [], 1, [])).toThrow(InputError)
  })

  it('sorts infinite scores like any other', () => {
    const evaluation = evaluationOf(3)
    const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number
    evaluation.add(denseScores([NEGATIVE_INFINITY, POSITIVE_INFINITY, 0]), [1, 0], [], 1, [])
    const { averagePrecision, loss2 } = evaluation.result()
    expect([averagePrecision, loss2]).toEqual([(1 + 2 / 3) / 2, 1])
  })

  it('changes nothing it is given, and can be asked twice', () => {
    const evaluation = evaluationOf(3)
    const scores = denseScores([1, 3, 2])
    const truth = Uint32Array.of(2, 0)
    const before = JSON.stringify([scores, truth])
    evaluation.add(scores, truth, [], 1, truth)
    const first = evaluation.result()
    expect(JSON.stringify([scores, truth])).toBe(before)
    expect(evaluation.result()).toEqual(first)
  })
})

describe('size', () => {
  it('measures 100,000 documents of 25,000 labels with all details in little memory', () => {
    const labels = 25_000
    const documents = 100_000
    const rng = new Rng(7)
    const training = { documents, positives: Array.from({ length: labels }, (_, l) => l % 200) }
    const evaluation = evaluationOf(labels, { training, details: { resamples: 20 } })
    const scores = createScores(labels)
    // What earlier tests left behind is not to be freed while memory is measured.
    setFlagsFromString('--expose-gc')
    runInNewContext('gc')()
    const memory = process.memoryUsage().arrayBuffers
    for (let d = 0; d < documents; d++) {
      while (scores.count < 20) {
        const label = rng.below(labels)
        if (scores.seen[label] === 1) continue
        scores.seen[label] = 1
        scores.values[label] = rng.float()
        scores.touched[scores.count++] = label
      }
      const truth = [scores.touched[0], (scores.touched[1] + 1) % labels]
      evaluation.add(scores, truth, [], 1, [scores.touched[0], scores.touched[2], scores.touched[3]])
      clearScores(scores)
    }
    const collected = process.memoryUsage().arrayBuffers - memory
    const result = evaluation.result()
    expect(result.documents).toBe(documents)
    expect(result.macroLabels).toBeGreaterThan(10_000)
    expect(result.details?.confusions).toHaveLength(200)
    // Two million triples of 12 bytes, 52 bytes a document, 8 a decision, the pairs; arrays double as they grow and
    // what they outgrew may still be there. A table of all pairs would take 2.5e9.
    expect(collected).toBeLessThan(120e6)
  })
})
