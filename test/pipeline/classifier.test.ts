// A classifier from training to bytes and back, on texts that one can work through by hand.

import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import type { Classifier } from '../../packages/abound/src/pipeline/classifier.js'
import { PRIOR } from '../../packages/abound/src/pipeline/explanation.js'
import { classifierFromBytes, classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { topicDocuments } from '../conformance/documents.js'

const NEWS = [
  { text: 'Wheat exports rose 4 pct', labels: ['wheat', 'grain'] },
  { text: 'corn, corn and wheat', labels: ['grain'] },
  { text: 'Gold fell', labels: ['gold'] },
]

/** FF that always learns, each word as loud as it is, in the order given. */
const ff = (documents = NEWS): Promise<Classifier> =>
  train(documents, { learner: 'ff', margin: 100, rating: false, shuffle: false, norm: 'none' })

const naiveBayes = (documents = NEWS): Promise<Classifier> => train(documents, { learner: 'naive-bayes' })

describe('rank', () => {
  it('gives the labels that the words point to, best first', async () => {
    const model = await ff()
    // wheat: grain 1 + 1, wheat 1; rose: half each; gold: gold alone.
    expect(model.rank('wheat')).toEqual([
      { label: 'grain', score: 2 / 3 },
      { label: 'wheat', score: 1 / 3 },
    ])
    expect(model.rank('GOLD rose')).toEqual([
      { label: 'gold', score: 1 },
      { label: 'grain', score: 0.5 },
      { label: 'wheat', score: 0.5 },
    ])
    expect(model.rank('tin')).toEqual([])
  })

  it('gives as many as asked for, ten by default', async () => {
    const model = await train(topicDocuments({ count: 60, labels: 15 }), { learner: 'frequency' })
    expect(model.rank('x').length).toBe(10)
    expect(model.rank('x', { top: 3 })).toEqual(model.rank('x').slice(0, 3))
    expect(model.rank('x', { top: 100 }).length).toBe(15)
    expect(model.rank('x', { top: 0 })).toEqual([])
  })

  it('gives ties to the label seen first in training', async () => {
    const model = await train(
      ['c', 'a', 'b'].map((label) => ({ text: label, labels: [label] })),
      { learner: 'frequency' },
    )
    expect(model.rank('').map(({ label }) => label)).toEqual(['c', 'a', 'b'])
  })

  it('takes a text, its bytes or a document', async () => {
    const model = await ff()
    const expected = model.rank('wheat and corn')
    expect(model.rank({ text: 'wheat and corn' })).toEqual(expected)
    expect(model.rank({ text: new TextEncoder().encode('wheat and corn') })).toEqual(expected)
    expect(() => model.rank({})).toThrow(InputError)
  })
})

describe('explain', () => {
  it('says what each word said, strongest first', async () => {
    const model = await ff()
    expect(model.explain('wheat corn corn tin', 'grain')).toEqual([
      { term: 'corn', weight: 2 },
      { term: 'wheat', weight: 2 / 3 },
    ])
    expect(model.explain('gold', 'grain')).toEqual([])
  })

  it('names what no word caused', async () => {
    const parts = (await naiveBayes()).explain('wheat', 'gold')
    expect(parts.map(({ term }) => term).sort()).toEqual([PRIOR, 'wheat'])
    expect(parts.find(({ term }) => term === PRIOR)?.weight).toBeCloseTo(Math.log(1 / 4), 12)
  })

  it('refuses a label that is not there', async () => {
    const model = await ff()
    expect(() => model.explain('wheat', 'tin')).toThrow(/no label "tin"/)
    expect(() => model.strongestTerms('tin')).toThrow(InputError)
  })
})

describe('the strongest', () => {
  it('words of a label, labels of a word', async () => {
    const model = await ff()
    expect(model.strongestTerms('grain', 2)).toEqual([
      { term: 'corn', weight: 1 },
      { term: 'and', weight: 1 },
    ])
    expect(model.strongestLabels('wheat')).toEqual([
      { label: 'grain', weight: 2 / 3 },
      { label: 'wheat', weight: 1 / 3 },
    ])
    expect(model.strongestLabels('tin')).toEqual([])
  })
})

describe('what it says of itself', () => {
  it('documents, words, labels, options', async () => {
    const model = await ff()
    expect(model.learner).toBe('ff')
    expect(model.online).toBe(true)
    expect(model.documents).toBe(3)
    expect(model.featureCount).toBe(9)
    expect(model.labelCount).toBe(3)
    expect(['grain', 'wheat', 'gold', 'tin'].map((label) => model.labelId(label))).toEqual([0, 1, 2, -1])
    expect([0, 1, 2, 3].map((id) => model.documentsOf(id))).toEqual([2, 1, 1, 0])
    expect(model.options).toMatchObject({
      margin: 100,
      rating: false,
      weighting: 'tf',
      norm: 'none',
      seed: 1,
    })
    expect(model.figures().edges).toBe(14)
  })
})

describe('learn', () => {
  it('takes one document or several, with new words and labels', async () => {
    const model = await ff()
    model.learn({ text: 'tin rose', labels: ['tin'] })
    expect(model.labelCount).toBe(4)
    expect(model.featureCount).toBe(10)
    expect(model.documents).toBe(4)
    expect(model.rank('tin')).toEqual([{ label: 'tin', score: 1 }])
    expect(model.rank('rose').map(({ label }) => label)).toEqual(['grain', 'wheat', 'tin'])
    model.learn([
      { text: 'gold', labels: ['tin'] },
      { text: 'gold', labels: ['tin'] },
    ])
    expect(model.documentsOf(model.labelId('tin'))).toBe(3)
    expect(model.rank('gold')[0]).toEqual({ label: 'tin', score: 2 / 3 })
  })

  it.each(['ff', 'naive-bayes', 'frequency'] as const)(
    'gives what training on all in that order gives, where df plays no part (%s)',
    async (learner) => {
      const documents = topicDocuments({ count: 60, multi: true })
      const options = { learner, shuffle: false, thresholds: 'top:1', probabilities: 'none' } as const
      const whole = await train(documents, options)
      const grown = await train(documents.slice(0, 7), options)
      grown.learn(documents.slice(7))
      expect(Buffer.compare(classifierToBytes(grown), classifierToBytes(whole))).toBe(0)
    },
  )

  it('weighs by df so far', async () => {
    const options = { learner: 'naive-bayes', weighting: 'tfidf-raw', norm: 'none' } as const
    const model = await train(
      [
        { text: 'wheat', labels: ['a'] },
        { text: 'corn', labels: ['b'] },
      ],
      options,
    )
    model.learn({ text: 'wheat wheat', labels: ['a'] })
    // Then: m = 3, df of wheat = 2; before: m = 2, df = 1.
    const { arrays } = model.toParts().trainer?.state() ?? expect.fail('no trainer')
    expect(arrays.totals[0]).toBeCloseTo(Math.log(2) + 2 * Math.log(3 / 2), 6)
  })

  it('refuses unlabelled documents', async () => {
    const model = await ff()
    expect(() => model.learn({ text: 'wheat' })).toThrow(/expected "labels"/)
    expect(model.documents).toBe(3)
  })
})

describe('bytes', () => {
  it.each([
    ['ff', ff],
    ['naive-bayes', naiveBayes],
  ] as const)('hold everything (%s)', async (_, make) => {
    const model = await make()
    model.learn({ text: 'tin rose', labels: ['tin'] })
    const bytes = classifierToBytes(model)
    const loaded = await classifierFromBytes(bytes.slice(), 'news.abound')
    for (const text of ['wheat', 'gold rose tin', '', 'unseen']) {
      expect(loaded.rank(text)).toStrictEqual(model.rank(text))
      expect(loaded.assign(text)).toEqual(model.assign(text))
      expect(loaded.explain(text, 'tin')).toStrictEqual(model.explain(text, 'tin'))
    }
    expect(loaded.options).toEqual(model.options)
    expect(loaded.documents).toBe(4)
    expect(loaded.documentsOf(3)).toBe(1)
    expect(loaded.figures()).toEqual(model.figures())
    expect(Buffer.compare(classifierToBytes(loaded), bytes)).toBe(0)
  })

  it.each(['porter', 'german'])('bring the %s stemmer along', async (stem) => {
    const model = await train([{ text: 'Läufer laufen', labels: ['a'] }], {
      stem,
      chars: '2-3',
      stop: 'german',
    })
    const loaded = await classifierFromBytes(classifierToBytes(model))
    expect(model.rank('laufend').length).toBe(1)
    expect(loaded.rank('laufend')).toStrictEqual(model.rank('laufend'))
  })

  it('do not change when the model that was saved learns on', async () => {
    const model = await ff()
    const bytes = classifierToBytes(model)
    const copy = bytes.slice()
    model.learn({ text: 'wheat gold corn', labels: ['gold'] })
    expect(Buffer.compare(bytes, copy)).toBe(0)
  })
})
