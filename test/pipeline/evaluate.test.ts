// A classifier measured: by hand on the frequency baseline, which ranks a, b, c whatever the text.

import { describe, expect, it } from 'vitest'
import { addToEvaluation, evaluate, startEvaluation } from '../../packages/abound/src/pipeline/evaluate.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { topicDocuments } from '../conformance/documents.js'

const document = (...labels: string[]): { text: string; labels: string[] } => ({ text: 'x', labels })

const frequency = train(
  [...'aaabbc'].map((label) => document(label)),
  { learner: 'frequency', thresholds: 'top:2' },
)

describe('evaluate', () => {
  it('is what one counts by hand', async () => {
    const measures = await evaluate(await frequency, [
      document('a'),
      document('b'),
      document('c', 'a'),
      document('c'),
    ])
    expect(measures.documents).toBe(4)
    expect(measures.leftOut).toBe(0)
    expect(measures.R1).toBe(2 / 4)
    expect(measures.oneError).toBe(2 / 4)
    expect(measures.coverage).toBe((0 + 1 + 2 + 2) / 4)
    expect(measures.MRR).toBeCloseTo((1 + 1 / 2 + 1 + 1 / 3) / 4, 12)
    expect(measures.averagePrecision).toBeCloseTo((1 + 1 / 2 + (1 + 2 / 3) / 2 + 1 / 3) / 4, 12)
    // a and b are assigned to all four: 3 of 8 are right, 3 of 5 found.
    expect(measures.microPrecision).toBeCloseTo(3 / 8, 12)
    expect(measures.microRecall).toBeCloseTo(3 / 5, 12)
  })

  it('leaves out unlabelled documents and those without labels, and says how many', async () => {
    const measures = await evaluate(await frequency, [document('a'), document(), { text: 'x' }])
    expect(measures.R1).toBe(1)
    expect(measures.leftOut).toBe(2)
    expect(measures.judged).toBe(2)
  })

  it('counts labels that the model does not know as not found', async () => {
    const measures = await evaluate(await frequency, [document('a', 'z'), document('z')])
    expect(measures.documents).toBe(2)
    expect(measures.R1).toBe(1 / 2)
    expect(measures.MRR).toBe(1 / 2)
    // a and b are assigned to both: 1 of 4 is right, 1 of 3 found.
    expect(measures.microRecall).toBeCloseTo(1 / 3, 12)
  })

  it('gives details, F_β and the outcome of each document where asked', async () => {
    const model = await frequency
    const documents = [document('a'), document('b'), document('z'), document()]
    const plain = await evaluate(model, documents)
    const { details, fBeta, ...rest } = await evaluate(model, documents, { details: true, beta: 2 })
    expect({ ...rest, perLabel: rest.perLabel.map(({ fBeta: _, ...label }) => label) }).toEqual(plain)
    expect(fBeta?.beta).toBe(2)
    expect(details?.confusions).toEqual([
      { truth: 'b', taken: 'a', documents: 1 },
      { truth: 'z', taken: 'a', documents: 1 },
    ])
    expect(details?.bands.map(({ labels }) => labels)).toEqual([0, 0, 2, 1])
    const evaluation = startEvaluation(model, { outcomes: true })
    for (const one of documents) addToEvaluation(evaluation, model, one)
    expect([...evaluation.outcomes().coverage]).toEqual([0, 1, 3])
  })

  it('takes any iterable, and learns nothing from it', async () => {
    const documents = topicDocuments({ count: 80 })
    const model = await train(documents)
    async function* later(): AsyncGenerator<(typeof documents)[0]> {
      yield* documents
    }
    const measures = await evaluate(model, documents)
    expect(await evaluate(model, later())).toEqual(measures)
    expect(measures.R1).toBeGreaterThan(0.8)
    expect(model.documents).toBe(80)
  })
})
