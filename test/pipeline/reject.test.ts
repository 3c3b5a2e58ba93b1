// Refusing what is doubtful, on the frequency baseline (a: 3, b: 2, c: 1 whatever the text) and on FF.

import { describe, expect, it } from 'vitest'
import { evaluate } from '../../packages/abound/src/pipeline/evaluate.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { topicDocuments } from '../conformance/documents.js'

const document = (...labels: string[]): { text: string; labels: string[] } => ({ text: 'x', labels })

const frequency = train(
  [...'aaabbc'].map((label) => document(label)),
  { learner: 'frequency', thresholds: 'top:2' },
)

/** What the first label of `frequency` leads by. */
const lead = async (): Promise<number> => {
  const [first, second] = (await frequency).rank('x')
  return first.score - second.score
}

const ff = train(
  [
    { text: 'wheat', labels: ['grain'] },
    { text: 'gold', labels: ['metal'] },
    { text: 'gold', labels: ['grain'] },
  ],
  { learner: 'ff', margin: 100, rating: false, shuffle: false, norm: 'none', thresholds: 'fixed:0.1' },
)

describe('predict', () => {
  it('ranks, or assigns, and says how far the first label leads', async () => {
    const model = await ff
    const scores = model.rank('wheat gold')
    expect(scores).toEqual([
      { label: 'grain', score: 1.5 },
      { label: 'metal', score: 0.5 },
    ])
    expect(model.predict('wheat gold')).toEqual({
      labels: scores.slice(0, 1),
      rejected: false,
      confidence: 1,
    })
    expect(model.predict('wheat gold', { top: 5 }).labels).toEqual(scores)
    expect(model.predict('wheat gold', { assign: true }).labels).toEqual(scores)
  })

  it('gives no label where the lead is too small', async () => {
    const model = await ff
    expect(model.predict('wheat gold', { reject: 1 }).rejected).toBe(false)
    expect(model.predict('wheat gold', { reject: 1.01 })).toEqual({
      labels: [],
      rejected: true,
      confidence: 1,
    })
    expect(model.predict('gold', { reject: 0.5, assign: true }).labels).toEqual([])
    // One label alone was retrieved: the other counts as 0.
    expect(model.predict('wheat', { reject: 1 })).toMatchObject({ rejected: false, confidence: 1 })
    expect(model.predict('wheat', { reject: 1.5 }).rejected).toBe(true)
  })

  it('rejects a text of which it knows no word, if it may reject at all', async () => {
    const model = await ff
    expect(model.predict('tin')).toEqual({ labels: [], rejected: false, confidence: -Infinity })
    expect(model.predict('tin', { reject: -5 }).rejected).toBe(true)
    expect(model.predict('tin', { rejectLabel: 'metal' }).rejected).toBe(true)
  })

  it('rejects where the label that stands for it comes first', async () => {
    const model = await ff
    expect(model.predict('wheat', { rejectLabel: 'grain' })).toEqual({
      labels: [],
      rejected: true,
      confidence: 1,
    })
    expect(model.predict('wheat', { rejectLabel: 'metal' }).rejected).toBe(false)
    expect(() => model.predict('wheat', { rejectLabel: 'tin' })).toThrow('the model has no label "tin"')
    expect(() => model.predict('wheat', { reject: Number.NaN })).toThrow('reject: expected a number')
    expect(() => model.predict('wheat', { top: -1 })).toThrow('top: expected a whole number from 0, found -1')
  })

  it('never rejects an only label for want of a lead', async () => {
    const model = await train([document('a'), document('a')], { learner: 'naive-bayes' })
    expect(model.predict('x', { reject: 1e9 })).toMatchObject({ rejected: false, confidence: Infinity })
  })
})

describe('evaluate with rejection', () => {
  it('is what one counts by hand', async () => {
    const documents = [document('a'), document('b'), document('c', 'a'), document(), { text: 'x' }]
    const gap = await lead()
    const accepted = await evaluate(await frequency, documents, { reject: gap })
    // The document known to have no label is one to reject; the unlabelled one says nothing.
    expect(accepted.rejection).toEqual({
      threshold: gap,
      documents: 4,
      accepted: 4,
      accuracy: 2 / 4,
      rejected: 0,
      falseRejection: 0,
      toReject: 1,
      rightlyRejected: 0,
      curve: [{ threshold: gap, rejected: 0, falseRejection: 0, accuracy: 2 / 4 }],
    })
    const rejected = await evaluate(await frequency, documents, { reject: gap + 0.01 })
    expect(rejected.rejection).toMatchObject({
      accepted: 0,
      accuracy: null,
      rejected: 1,
      falseRejection: 2 / 4,
      rightlyRejected: 1,
    })
    // Nothing is assigned to what is rejected; the ranking is what it was.
    expect(rejected.microRecall).toBe(0)
    expect(rejected.R1).toBe(accepted.R1)
    expect(await evaluate(await frequency, documents)).not.toHaveProperty('rejection')
  })

  it('takes the best label but the one that stands for rejecting as the answer', async () => {
    const documents = [document('a'), document('b'), document('b', 'z'), document('z')]
    const { rejection } = await evaluate(await frequency, documents, { rejectLabel: 'a' })
    // All are rejected, as a always comes first; b would have been right twice, a is right to reject.
    expect(rejection).toEqual({
      label: 'a',
      documents: 4,
      accepted: 0,
      accuracy: null,
      rejected: 1,
      falseRejection: 2 / 4,
      toReject: 1,
      rightlyRejected: 1,
      curve: [],
    })
  })

  it('leaves out a partly judged document without a label', async () => {
    const documents = [document('a'), { text: 'x', notLabels: ['b'], partial: true }]
    const { rejection, judged } = await evaluate(await frequency, documents, { reject: 0 })
    expect(judged).toBe(2)
    expect(rejection).toMatchObject({ documents: 1, accuracy: 1 })
  })

  it('buys accuracy with rejections', async () => {
    const documents = topicDocuments({ count: 400, labels: 6, ownWords: 40, length: 4 })
    const model = await train(documents.slice(0, 200), { learner: 'naive-bayes' })
    const { rejection, R1 } = await evaluate(model, documents.slice(200), { reject: 1 })
    expect(rejection!.accuracy!).toBeGreaterThan(R1! + 0.02)
    expect(rejection!.curve[0]).toMatchObject({ rejected: 0, falseRejection: 0, accuracy: R1 })
    expect(rejection!.curve.at(-1)!.accuracy).toBe(1)
  })

  it('refuses a label that the model does not have, and no number', async () => {
    await expect(evaluate(await frequency, [], { rejectLabel: 'z' })).rejects.toThrow('no label "z"')
    await expect(evaluate(await frequency, [], { reject: Number.NaN })).rejects.toThrow('expected a number')
  })
})
