// What every learner must survive. A check gets a learner from the registry and works through the
// public core alone; `skip` says why a check does not apply to a learner, by what the learner declares.

import { expect } from 'vitest'
import {
  type Classifier,
  type Corpus,
  type Document,
  entries,
  evaluate,
  fromBytes,
  type GivenOptions,
  InputError,
  type Learner,
  toBytes,
  trainOnCorpus,
} from '../../src/index.js'
import {
  expectSameAfterLoading,
  expectSameContents,
  expectSameRankings,
  expectSound,
  frozen,
  numbersHeld,
  ranking,
  sameBytes,
} from './asserting.js'
import { asVectors, topicDocuments, vectorOf } from './documents.js'

export interface Check {
  readonly name: string
  /** Why it does not apply; undefined when it does. */
  skip?(learner: Learner): string | undefined
  run(learner: Learner): Promise<void>
}

const onlineOnly = ({ online }: Learner): string | undefined =>
  online ? undefined : 'it learns from all documents at once'
const batchOnly = ({ online }: Learner): string | undefined => (online ? 'it can learn on' : undefined)

/** A corpus that can be read again, in batches of `size`. */
function corpusOf(documents: readonly Document[], size = 100): Corpus {
  return {
    rereadable: true,
    async *batches() {
      for (let from = 0; from < documents.length; from += size) yield documents.slice(from, from + size)
    },
  }
}

function trainOn(
  learner: Learner,
  documents: readonly Document[],
  given: GivenOptions = {},
): Promise<Classifier> {
  return trainOnCorpus(corpusOf(documents), { ...given, learner: learner.name })
}

const SMALL = { count: 40, labels: 3 }
const QUERIES = [
  'topic0word1 topic0word2 shared1',
  'topic1word3',
  'shared1 shared2 topic2word0 topic2word0',
  '',
]

export const CHECKS: readonly Check[] = [
  {
    name: 'declares the kind of model that it makes',
    async run(learner) {
      const model = await trainOn(learner, topicDocuments(SMALL))
      expect(model.toParts().model.kind).toBe(learner.modelKind)
      expect(model.online).toBe(learner.online)
      expect(model.learner).toBe(learner.name)
    },
  },
  {
    name: 'is sound on documents with one label, and with several',
    async run(learner) {
      for (const multi of [false, true]) {
        const documents = topicDocuments({ count: 120, multi })
        expectSound(await trainOn(learner, documents), [...QUERIES, ...documents.slice(0, 10)])
      }
    },
  },
  {
    name: 'trains under every choice of its own options',
    skip: ({ options }) =>
      entries(options).some(([, { kind }]) => kind === 'choice' || kind === 'boolean')
        ? undefined
        : 'it has no choices among its options',
    async run(learner) {
      const documents = topicDocuments({ ...SMALL, multi: true })
      for (const [name, spec] of entries(learner.options)) {
        const values = spec.kind === 'choice' ? spec.choices : spec.kind === 'boolean' ? [true, false] : []
        for (const value of values) expectSound(await trainOn(learner, documents, { [name]: value }), QUERIES)
      }
    },
  },
  {
    name: 'trains under every weighting',
    async run(learner) {
      const documents = topicDocuments(SMALL)
      for (const weighting of ['binary', 'tf', 'log-tf', 'tfidf', 'tfidf-raw', 'pivoted', 'inquery']) {
        expectSound(await trainOn(learner, documents, { weighting }), QUERIES)
      }
    },
  },
  {
    name: 'leaves its inputs untouched',
    async run(learner) {
      const texts = topicDocuments({ ...SMALL, multi: true })
      const bytes = texts.map((one) => ({ ...one, text: new TextEncoder().encode(String(one.text)) }))
      const partial = texts.map((one) => ({ ...one, notLabels: ['label9'], partial: true }))
      for (const documents of [texts, bytes, partial, asVectors(texts)]) {
        const before = structuredClone(documents)
        const model = await trainOn(learner, frozen(documents), Object.freeze({ seed: 3, shuffle: true }))
        for (const document of documents) {
          model.rank(document)
          model.assign(document)
          model.explain(document, 'label0')
        }
        await evaluate(model, documents)
        if (learner.online) model.learn(documents)
        expect(documents).toEqual(before)
      }
    },
  },
  {
    name: 'survives empty documents',
    async run(learner) {
      const some = [
        ...topicDocuments(SMALL),
        { text: '', labels: ['label0'] },
        { text: ' ,. ', labels: ['label1'] },
      ]
      const model = await trainOn(learner, some)
      expectSound(model, ['', ' ,. ', ...QUERIES])
      const none = await trainOn(learner, [
        { text: '', labels: ['a'] },
        { text: '', labels: ['b'] },
      ])
      expectSound(none, ['', 'wheat'])
      const vectors = await trainOn(learner, [
        ...asVectors(topicDocuments(SMALL)),
        { vector: vectorOf({}), labels: ['label0'] },
      ])
      expectSound(vectors, [{ vector: vectorOf({}) }])
      if (!learner.online) return
      model.learn({ text: '', labels: ['label0'] })
      none.learn({ text: 'wheat', labels: ['a'] })
      expectSound(model, ['', ...QUERIES])
      expectSound(none, ['', 'wheat'])
    },
  },
  {
    name: 'passes over words that it has not seen',
    async run(learner) {
      const model = await trainOn(learner, topicDocuments(SMALL))
      expect(ranking(model, 'never seen before')).toStrictEqual(ranking(model, ''))
      for (const query of QUERIES) {
        expect(ranking(model, `never ${query} seen`)).toStrictEqual(ranking(model, query))
        expect(model.explain(`never ${query} seen`, 'label0')).toStrictEqual(model.explain(query, 'label0'))
      }
      const vectors = await trainOn(learner, asVectors(topicDocuments(SMALL)))
      const known = ranking(vectors, { vector: vectorOf({ 1: 1 }) })
      expect(ranking(vectors, { vector: vectorOf({ 1: 1, 99999: 5 }) })).toStrictEqual(known)
    },
  },
  {
    name: 'measures documents with labels that it does not know',
    async run(learner) {
      const model = await trainOn(learner, topicDocuments(SMALL))
      const measures = await evaluate(model, [
        { text: 'topic0word1', labels: ['label0', 'never seen'] },
        { text: 'topic1word1', labels: ['never seen'] },
      ])
      expect(measures.documents).toBe(2)
      expect(model.labelCount).toBe(3)
    },
  },
  {
    name: 'learns on: new words, new labels',
    skip: onlineOnly,
    async run(learner) {
      const model = await trainOn(learner, topicDocuments(SMALL))
      const fresh = Array.from({ length: 5 }, () => ({
        text: 'entirely fresh shared1',
        labels: ['fresh', 'label1'],
      }))
      model.learn(fresh)
      model.learn({ text: 'nothing of those', labels: [], notLabels: ['only denied'] })
      expect(model.labelCount).toBe(5)
      expect(model.documents).toBe(46)
      expect(model.documentsOf(model.labelId('fresh'))).toBe(5)
      expect(model.documentsOf(model.labelId('only denied'))).toBe(0)
      expect(ranking(model, 'entirely fresh').map(({ label }) => label)).toContain('fresh')
      expectSound(model, [...QUERIES, 'entirely fresh', 'nothing of those'])
    },
  },
  {
    name: 'says that it cannot learn on',
    skip: batchOnly,
    async run(learner) {
      const model = await trainOn(learner, topicDocuments(SMALL))
      const before = toBytes(model)
      expect(() => model.learn({ text: 'topic0word1', labels: ['label0'] })).toThrow(InputError)
      expect(sameBytes(toBytes(model), before)).toBe(true)
    },
  },
  {
    name: 'survives one label only, under every way to choose thresholds',
    async run(learner) {
      const documents = topicDocuments({ count: 12, labels: 1 })
      for (const thresholds of ['usual', 'cv', 'train', 'share', 'top:3', 'fixed:0.5']) {
        const model = await trainOn(learner, documents, { thresholds })
        expect(model.labelCount).toBe(1)
        expect(ranking(model, String(documents[0].text)).map(({ label }) => label)).toEqual(['label0'])
        expectSound(model, QUERIES)
      }
      expectSound(await trainOn(learner, documents.slice(0, 1), { thresholds: 'cv' }), QUERIES)
    },
  },
  {
    name: 'survives documents with every label',
    async run(learner) {
      const every = Array.from({ length: 60 }, (_, i) => `label${i}`)
      const documents = [{ text: 'all of it shared1', labels: every }, ...topicDocuments(SMALL)]
      expectSound(await trainOn(learner, documents), [...QUERIES, 'all of it'])
      expectSound(await trainOn(learner, documents.slice(0, 1)), ['all of it'])
    },
  },
  {
    name: 'survives documents known to have no labels, and needs at least one label',
    async run(learner) {
      const none = { text: 'shared1 shared2', labels: [] }
      const documents = topicDocuments(SMALL).flatMap((one) => [one, none])
      expectSound(await trainOn(learner, documents), QUERIES)
      await expect(trainOn(learner, [none, none])).rejects.toThrow(InputError)
      await expect(trainOn(learner, [])).rejects.toThrow(InputError)
    },
  },
  {
    name: 'leaves unlabelled documents out of training',
    async run(learner) {
      const documents = topicDocuments(SMALL)
      const mixed = documents.flatMap((one) => [{ text: 'unlabelled words' }, one])
      const model = await trainOn(learner, mixed)
      expect(sameBytes(toBytes(model), toBytes(await trainOn(learner, documents)))).toBe(true)
      await expect(trainOn(learner, [{ text: 'unlabelled' }])).rejects.toThrow(/expected/)
      if (learner.online) expect(() => model.learn({ text: 'unlabelled' })).toThrow(InputError)
    },
  },
  {
    name: 'survives partly judged documents',
    async run(learner) {
      const documents = topicDocuments({ ...SMALL, multi: true }).map((one, i) =>
        i % 2 === 0 ? one : { ...one, partial: true, notLabels: ['denied', `label${i % 3}x`] },
      )
      for (const thresholds of ['cv', 'train', 'share']) {
        const model = await trainOn(learner, documents, { thresholds })
        expect(model.labelId('denied')).toBeGreaterThanOrEqual(0)
        expectSound(model, QUERIES)
      }
      await expect(trainOn(learner, [{ text: 'x', labels: ['a'], notLabels: ['a'] }])).rejects.toThrow(
        InputError,
      )
    },
  },
  {
    name: 'survives words and labels that come twice',
    async run(learner) {
      const documents = topicDocuments(SMALL)
      const twice = documents.map((one) => ({
        ...one,
        labels: [...(one.labels ?? []), ...(one.labels ?? [])],
      }))
      const model = await trainOn(learner, twice)
      expect(sameBytes(toBytes(model), toBytes(await trainOn(learner, documents)))).toBe(true)
      const long = { text: 'topic0word1 '.repeat(20_000), labels: ['label0'] }
      expectSound(await trainOn(learner, [...documents, long]), [...QUERIES, long])
      const same = Array.from({ length: 20 }, () => ({ text: 'same same same', labels: ['a'] }))
      expectSound(await trainOn(learner, [...same, { text: 'same', labels: ['b'] }]), ['same', 'same same'])
    },
  },
  {
    name: 'survives huge and tiny values',
    async run(learner) {
      const most = 3.4028234663852886e38
      const documents: Document[] = [
        { vector: vectorOf({ 1: most, 2: 1e-45, 3: 1 }), labels: ['a'] },
        { vector: vectorOf({ 1: most, 4: most }), labels: ['b'] },
        { vector: vectorOf({ 2: 1e-45, 3: 1e20 }), labels: ['a', 'b'] },
        { vector: vectorOf({ 4: 1 }), labels: ['c'] },
      ]
      for (const shuffle of [true, false]) {
        const model = await trainOn(learner, documents, { shuffle })
        expectSound(model, documents)
        if (!learner.online) continue
        model.learn(documents)
        expectSound(model, documents)
      }
    },
  },
  {
    name: 'learns from negative values, or says that it cannot',
    async run(learner) {
      const negative: Document[] = [
        { vector: vectorOf({ 1: -1, 2: 0.5 }), labels: ['a'] },
        { vector: vectorOf({ 1: 1, 3: -0.25 }), labels: ['b'] },
      ]
      const expectRefusal = (error: unknown): void => {
        expect(error).toBeInstanceOf(InputError)
        expect(String(error)).toContain(learner.name)
      }
      await trainOn(learner, negative).then((model) => expectSound(model, negative), expectRefusal)

      const documents = asVectors(topicDocuments(SMALL))
      const model = await trainOn(learner, documents)
      expectSound(model, negative)
      if (!learner.online) return
      const before = fromBytes(toBytes(model).slice())
      try {
        model.learn(negative[0])
      } catch (error) {
        expectRefusal(error)
        expectSameRankings(model, before, [...documents, ...negative])
      }
      expectSound(model, [...documents.slice(0, 3), ...negative])
    },
  },
  {
    name: 'refuses NaN, infinity and what 32-bit floats cannot hold, and stays as it was',
    async run(learner) {
      const documents = asVectors(topicDocuments(SMALL))
      const model = await trainOn(learner, documents)
      const before = toBytes(model)
      for (const value of [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1e39]) {
        const bad = { vector: vectorOf({ 1: 1, 77777: 1, 88888: value }), labels: ['brand new'] }
        await expect(trainOn(learner, [...documents, bad])).rejects.toThrow(InputError)
        expect(() => model.rank(bad)).toThrow(InputError)
        if (learner.online) expect(() => model.learn(bad)).toThrow(InputError)
        expect(sameBytes(toBytes(model), before)).toBe(true)
      }
      fromBytes(before)
    },
  },
  {
    name: 'refuses labels that are no labels, and stays as it was',
    async run(learner) {
      const documents = topicDocuments(SMALL)
      const model = await trainOn(learner, documents)
      const before = toBytes(model)
      const wrong: Document[] = [
        { text: 'brand new words', labels: ['first', ''] },
        { text: 'brand new words', labels: ['both'], notLabels: ['both'] },
        { text: 'brand new words', labels: [7 as unknown as string] },
        { labels: ['first'] },
      ]
      for (const bad of wrong) {
        await expect(trainOn(learner, [...documents, bad])).rejects.toThrow(InputError)
        if (learner.online) expect(() => model.learn(bad)).toThrow(InputError)
        expect(sameBytes(toBytes(model), before)).toBe(true)
      }
    },
  },
  {
    name: 'saves and loads to the bit',
    async run(learner) {
      const documents = topicDocuments({ count: 150, multi: true })
      for (const given of [documents, asVectors(documents)]) {
        expectSameAfterLoading(await trainOn(learner, given), given)
      }
    },
  },
  {
    name: 'learns on after loading as if it had not been saved',
    skip: onlineOnly,
    async run(learner) {
      const documents = topicDocuments({ count: 80, multi: true })
      const more = topicDocuments({ count: 80, labels: 6, ownWords: 15, multi: true, seed: 2 })
      const model = await trainOn(learner, documents)
      const loaded = fromBytes(toBytes(model).slice())
      for (const part of [more.slice(0, 3), more.slice(3)]) {
        model.learn(part)
        loaded.learn(part)
        expect(sameBytes(toBytes(loaded), toBytes(model))).toBe(true)
      }
      expectSameRankings(loaded, model, [...QUERIES, ...more])
    },
  },
  {
    name: 'gives the same bytes for the same seed, however the documents are cut into batches',
    async run(learner) {
      const documents = topicDocuments({ count: 150, multi: true })
      const train = (size: number, seed: number): Promise<Classifier> =>
        trainOnCorpus(corpusOf(documents, size), { learner: learner.name, seed })
      for (const seed of [0, 1, 2 ** 40 + 3]) {
        const bytes = toBytes(await train(100, seed))
        expect(sameBytes(toBytes(await train(100, seed)), bytes)).toBe(true)
        expect(sameBytes(toBytes(await train(7, seed)), bytes)).toBe(true)
      }
    },
  },
  {
    name: 'learns the same from a stream as from memory',
    skip: onlineOnly,
    async run(learner) {
      // 4,500 rows of some 30 terms take more than the 1 MB that is allowed.
      const texts = topicDocuments({ count: 4500, labels: 5, length: 36, ownWords: 300, sharedWords: 300 })
      const passes = 'passes' in learner.options ? { passes: 2 } : {}
      for (const documents of [texts, asVectors(texts)]) {
        const train = async (memory: number): Promise<{ model: Classifier; streamed: boolean }> => {
          let streamed = false
          const options = { learner: learner.name, shuffle: false, memory, minDf: 2, ...passes }
          const news = { looked: (shape: { streamed: boolean }) => (streamed = shape.streamed) }
          return { model: await trainOnCorpus(corpusOf(documents), options, news), streamed }
        }
        const whole = await train(1000)
        const stream = await train(1)
        expect(whole.streamed).toBe(false)
        expect(stream.streamed).toBe(true)
        expectSameContents(stream.model, whole.model)
        expectSameRankings(stream.model, whole.model, documents.slice(0, 50))
      }
    },
  },
  {
    name: 'stays in memory when it cannot stream',
    skip: batchOnly,
    async run(learner) {
      const documents = topicDocuments({
        count: 4500,
        labels: 5,
        length: 36,
        ownWords: 300,
        sharedWords: 300,
      })
      let streamed = true
      const news = { looked: (shape: { streamed: boolean }) => (streamed = shape.streamed) }
      await trainOnCorpus(corpusOf(documents), { learner: learner.name, memory: 1 }, news)
      expect(streamed).toBe(false)
    },
  },
  {
    name: 'does not grow while it learns the same documents again',
    skip: onlineOnly,
    async run(learner) {
      const documents = topicDocuments({ count: 1000, labels: 5, length: 10, multi: true })
      const model = await trainOn(learner, documents)
      const vocabulary = numbersHeld(model, 'terms.')
      const labels = numbersHeld(model, 'labels.')
      const learned = numbersHeld(model, 'learned.')
      const pairs = new Set<string>()
      for (const { text, labels: names = [] } of documents) {
        for (const word of String(text).split(' ')) for (const name of names) pairs.add(`${word} ${name}`)
      }
      for (let round = 1; round < 20; round++) model.learn(documents)
      expect(model.documents).toBe(20_000)
      expect(numbersHeld(model, 'terms.')).toBe(vocabulary)
      expect(numbersHeld(model, 'labels.')).toBe(labels)
      // A learner may come to weigh pairs that it passed over at first: two numbers for each, at most. A
      // single number kept for each document would be 19,000.
      expect(pairs.size).toBeLessThan(500)
      expect(numbersHeld(model, 'learned.')).toBeLessThanOrEqual(learned + 2 * pairs.size)
    },
  },
]
