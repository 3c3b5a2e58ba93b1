import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { afterEach, describe, expect, it, vi } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { train, trainOnCorpus } from '../../packages/abound/src/internal.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { type GivenOptions, resolveTrainOptions } from '../../packages/abound/src/pipeline/train-options.js'
import { chooseLearner } from '../../packages/abound/src/selection/auto.js'
import { CANDIDATES } from '../../packages/abound/src/selection/candidates.js'
import { asVectors, topicDocuments } from '../conformance/documents.js'

const glosses = gunzipSync(readFileSync(new URL('../../sample/train.jsonl.gz', import.meta.url)))
  .toString()
  .split('\n')
  .slice(0, 120)
  .map((line): Document => JSON.parse(line))

const choose = (documents: readonly Document[], given: GivenOptions = {}) =>
  chooseLearner(corpusOf(documents), given)

afterEach(() => {
  vi.restoreAllMocks()
})

describe('auto', () => {
  it('chooses the same whatever the clock says', async () => {
    const usual = await choose(glosses, { budget: 0.3 })
    const no = (): never => {
      throw new Error('there is no clock here')
    }
    vi.spyOn(performance, 'now').mockImplementation(no)
    vi.spyOn(Date, 'now').mockImplementation(no)
    vi.spyOn(Math, 'random').mockImplementation(no)
    const without = await choose(glosses, { budget: 0.3 })
    expect(without).toEqual(usual)
    expect(usual.trials.length).toBeGreaterThan(2)
    expect(usual.look).toMatchObject({ documents: 120, vectors: false })
  })

  it('gives the bytes that its choice gives when it is named', async () => {
    const { learner, options } = await choose(glosses, { budget: 0.2, stop: 'english' })
    const chosen = await train(glosses, { budget: 0.2, stop: 'english' })
    const named = await trainOnCorpus(corpusOf(glosses), { ...options, learner })
    expect(classifierToBytes(chosen)).toEqual(classifierToBytes(named))
    expect(chosen.learner).toBe(learner)
    expect(chosen.options.stop).toBe('english')
  })

  it('chooses the same where texts are bytes', async () => {
    const encoder = new TextEncoder()
    const inBytes = glosses.map((document, i) => {
      const text = `${String(document.text)} ${i % 3 === 0 ? 'Straße 🚢' : ''}`
      return [
        { ...document, text },
        { ...document, text: encoder.encode(text) },
      ]
    })
    const [strings, bytes] = [0, 1].map((which) => inBytes.map((both) => both[which]))
    expect(await choose(bytes, { budget: 0.2 })).toEqual(await choose(strings, { budget: 0.2 }))
  })

  it('a smaller budget tries less', async () => {
    const work = ({ rungs }: Awaited<ReturnType<typeof choose>>) =>
      rungs.reduce((sum, { documents, trials }) => sum + documents * trials, 0)
    expect(work(await choose(glosses, { budget: 0.05 }))).toBeLessThan(work(await choose(glosses)))
  })

  it.each<[string, Document[]]>([
    ['one document', [{ text: 'wheat', labels: ['grain'] }]],
    [
      'two documents',
      [
        { text: 'wheat', labels: ['grain'] },
        { text: 'gold', labels: ['metal'] },
      ],
    ],
    ['one label', topicDocuments({ count: 40, labels: 1 })],
    [
      'documents without any text',
      Array.from({ length: 30 }, (_, i) => ({ text: '', labels: [String(i % 2)] })),
    ],
    ['a label a document', Array.from({ length: 30 }, (_, i) => ({ text: `w${i}`, labels: [String(i)] }))],
    [
      'one document of a label',
      [...topicDocuments({ count: 30, labels: 1 }), { text: 'x', labels: ['rare'] }],
    ],
    ['many labels of some', topicDocuments({ count: 60, multi: true })],
    ['documents without labels among them', [...topicDocuments({ count: 25 }), { text: 'topic1word1' }]],
    [
      'partly judged ones',
      topicDocuments({ count: 40 }).map((one) => ({ ...one, notLabels: ['label9'], partial: true })),
    ],
    ['vectors', asVectors(topicDocuments({ count: 60 }))],
  ])('copes with %s', async (_, documents) => {
    const model = await train(documents)
    expect(model.learner).not.toBe('auto')
    expect(model.rank(documents[0], { top: 1 }).length).toBeLessThanOrEqual(1)
  })

  it('says what is wrong with no documents at all', async () => {
    await expect(train([])).rejects.toThrow('there are no documents to learn from')
    await expect(train([{ text: 'a' }])).rejects.toThrow('none of the 1 documents has labels')
  })

  it('leaves what belongs to one learner to who names it', async () => {
    await expect(choose(glosses, { margin: 0.1 })).rejects.toThrow('margin is an option of ff')
    await expect(choose(glosses, { nosuch: 1 })).rejects.toThrow('train has no option `nosuch`')
    await expect(choose(glosses, { budget: 0 })).rejects.toThrow('budget: expected seconds above 0, found 0')
    await expect(
      trainOnCorpus(corpusOf(glosses), {}, {}, { labelTexts: new Map([['a', 'b']]) }),
    ).rejects.toThrow('expected `learner` with one of rocchio')
    await expect(trainOnCorpus(corpusOf(glosses), {}, { curve() {} })).rejects.toThrow('expected `learner`')
  })

  it('takes a corpus that can be read only once', async () => {
    function* once() {
      yield* topicDocuments({ count: 30 })
    }
    expect((await train(once(), { budget: 0.1 })).documents).toBe(30)
  })
})

describe('the candidates', () => {
  it('have options that their learners know, and leave many labels to the index', () => {
    for (const { learner, options } of CANDIDATES)
      expect(() => resolveTrainOptions({ ...options, learner })).not.toThrow()
    const look = { documents: 1e6, labels: 1e5, labelsPerDocument: 2, characters: 100, vectors: false }
    const tried = CANDIDATES.filter((one) => one.worthTrying(look)).map(({ learner }) => learner)
    expect(new Set(tried)).toEqual(new Set(['ff']))
  })

  it('never change how ready-made vectors are weighted', () => {
    const look = { documents: 1000, labels: 10, labelsPerDocument: 2, characters: 0, vectors: true }
    for (const { options } of CANDIDATES.filter((one) => one.worthTrying(look)))
      for (const option of ['ngrams', 'chars', 'weighting', 'minDf'])
        expect(options).not.toHaveProperty(option)
  })
})
