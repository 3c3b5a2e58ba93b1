// What every learner must survive of documents: odd, empty, huge, wrong. The checks work through the
// public core alone.

import { expect } from 'vitest'
import {
  type Document,
  entries,
  evaluate,
  fromBytes,
  InputError,
  toBytes,
} from '../../packages/abound/src/internal.js'
import { expectSameRankings, expectSound, frozen, ranking, sameBytes } from './asserting.js'
import { batchOnly, type Check, onlineOnly, QUERIES, SMALL, trainOn } from './check.js'
import { asVectors, topicDocuments, vectorOf } from './documents.js'

export const INPUT_CHECKS: readonly Check[] = [
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
        await expectSound(await trainOn(learner, documents), [...QUERIES, ...documents.slice(0, 10)])
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
      const several = topicDocuments({ ...SMALL, multi: true })
      const one = topicDocuments(SMALL)
      for (const [name, spec] of entries(learner.options)) {
        const values = spec.kind === 'choice' ? spec.choices : spec.kind === 'boolean' ? [true, false] : []
        for (const value of values) {
          await expectSound(await trainOn(learner, one, { [name]: value }), QUERIES)
          // A choice may be for one label a document, if it says so.
          const model = await trainOn(learner, several, { [name]: value }).catch((error: unknown) => {
            if (error instanceof InputError && error.message.includes('exactly one label')) return undefined
            throw error
          })
          if (model !== undefined) await expectSound(model, QUERIES)
        }
      }
    },
  },
  {
    name: 'trains under every weighting',
    async run(learner) {
      const documents = topicDocuments(SMALL)
      for (const weighting of ['binary', 'tf', 'log-tf', 'tfidf', 'tfidf-raw', 'pivoted', 'inquery']) {
        await expectSound(await trainOn(learner, documents, { weighting }), QUERIES)
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
      await expectSound(model, ['', ' ,. ', ...QUERIES])
      const none = await trainOn(learner, [
        { text: '', labels: ['a'] },
        { text: '', labels: ['b'] },
      ])
      await expectSound(none, ['', 'wheat'])
      const vectors = await trainOn(learner, [
        ...asVectors(topicDocuments(SMALL)),
        { vector: vectorOf({}), labels: ['label0'] },
      ])
      await expectSound(vectors, [{ vector: vectorOf({}) }])
      if (!learner.online) return
      model.learn({ text: '', labels: ['label0'] })
      none.learn({ text: 'wheat', labels: ['a'] })
      await expectSound(model, ['', ...QUERIES])
      await expectSound(none, ['', 'wheat'])
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
      await expectSound(model, [...QUERIES, 'entirely fresh', 'nothing of those'])
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
        await expectSound(model, QUERIES)
      }
      await expectSound(await trainOn(learner, documents.slice(0, 1), { thresholds: 'cv' }), QUERIES)
    },
  },
  {
    name: 'survives documents with every label',
    async run(learner) {
      const every = Array.from({ length: 60 }, (_, i) => `label${i}`)
      const documents = [{ text: 'all of it shared1', labels: every }, ...topicDocuments(SMALL)]
      await expectSound(await trainOn(learner, documents), [...QUERIES, 'all of it'])
      await expectSound(await trainOn(learner, documents.slice(0, 1)), ['all of it'])
    },
  },
  {
    name: 'survives documents known to have no labels, and needs at least one label',
    async run(learner) {
      const none = { text: 'shared1 shared2', labels: [] }
      const documents = topicDocuments(SMALL).flatMap((one) => [one, none])
      await expectSound(await trainOn(learner, documents), QUERIES)
      await expect(trainOn(learner, [none, none])).rejects.toThrow(InputError)
      await expect(trainOn(learner, [])).rejects.toThrow(InputError)
    },
  },
  {
    name: 'leaves unlabelled documents out of training',
    skip: ({ takesUnlabelled }) => (takesUnlabelled === true ? 'it learns from them' : undefined),
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
    name: 'learns from unlabelled documents, odd ones too',
    skip: ({ takesUnlabelled }) => (takesUnlabelled === true ? undefined : 'it learns from labelled ones'),
    async run(learner) {
      const documents = topicDocuments({ count: 60, multi: true })
      const some = documents.map((one, i): Document => (i < 20 ? one : { text: String(one.text) }))
      const model = await trainOn(learner, some)
      expect(model.labelCount).toBe(4)
      expect(model.documents).toBe(60)
      expect(sameBytes(toBytes(model), toBytes(await trainOn(learner, documents.slice(0, 20))))).toBe(false)
      expect(sameBytes(toBytes(model), toBytes(await trainOn(learner, some)))).toBe(true)
      await expectSound(model, QUERIES)
      const vectors = asVectors(documents).map(({ vector, ...one }, i): Document => {
        const found = vector!
        return i < 20 ? { ...one, vector: found } : { vector: found }
      })
      await expectSound(await trainOn(learner, vectors), vectors.slice(0, 5))
      const same = Array.from({ length: 5 }, () => ({ text: 'same same' }))
      for (const thresholds of ['usual', 'cv', 'train', 'share'])
        await expectSound(await trainOn(learner, [...same, ...some, { text: '' }], { thresholds }), QUERIES)
      await expect(trainOn(learner, same)).rejects.toThrow(/expected/)
      const huge = { vector: vectorOf({ 1: 3.4028234663852886e38, 2: 1e-45, 3: 1 }) }
      const odd = [huge, { vector: vectorOf({}) }, { ...huge, labels: ['a'] }, ...vectors]
      await expectSound(await trainOn(learner, odd), odd.slice(0, 5))
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
        await expectSound(model, QUERIES)
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
      await expectSound(await trainOn(learner, [...documents, long]), [...QUERIES, long])
      const same = Array.from({ length: 20 }, () => ({ text: 'same same same', labels: ['a'] }))
      await expectSound(await trainOn(learner, [...same, { text: 'same', labels: ['b'] }]), [
        'same',
        'same same',
      ])
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
        await expectSound(model, documents)
        if (!learner.online) continue
        model.learn(documents)
        await expectSound(model, documents)
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
      await expectSound(model, negative)
      if (!learner.online) return
      const before = await fromBytes(toBytes(model).slice())
      try {
        model.learn(negative[0])
      } catch (error) {
        expectRefusal(error)
        expectSameRankings(model, before, [...documents, ...negative])
      }
      await expectSound(model, [...documents.slice(0, 3), ...negative])
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
      await fromBytes(before)
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
]
