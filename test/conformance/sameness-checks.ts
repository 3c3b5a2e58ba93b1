// Sameness and size: after saving, under the same seed, from a stream, after many rounds.

import { expect } from 'vitest'
import { type Classifier, fromBytes, toBytes, trainOnCorpus } from '../../packages/abound/src/internal.js'
import { fromShared, toShared } from '../../packages/abound/src/node/internal.js'
import {
  expectSameAfterLoading,
  expectSameContents,
  expectSameRankings,
  numbersHeld,
  sameBytes,
} from './asserting.js'
import { batchOnly, type Check, corpusOf, onlineOnly, QUERIES, streamOnly, trainOn } from './check.js'
import { asVectors, topicDocuments } from './documents.js'

/** 4,500 rows of some 30 terms: more than the 1 MB that streaming checks allow. */
const LARGE = topicDocuments({ count: 4500, labels: 5, length: 36, ownWords: 300, sharedWords: 300 })
const LARGE_VECTORS = asVectors(LARGE)

export const SAMENESS_CHECKS: readonly Check[] = [
  {
    name: 'saves and loads to the bit',
    async run(learner) {
      const documents = topicDocuments({ count: 150, multi: true })
      for (const given of [documents, asVectors(documents)]) {
        await expectSameAfterLoading(await trainOn(learner, given), given)
      }
    },
  },
  {
    name: 'ranks the same from memory that threads share, and writes nothing there',
    async run(learner) {
      const documents = topicDocuments({ count: 150, multi: true })
      for (const given of [documents, asVectors(documents)]) {
        const model = await trainOn(learner, given)
        const memory = toShared(model)
        const before = new Uint8Array(memory).slice()
        const shared = await fromShared(memory)
        expectSameRankings(shared, model, given)
        expect(shared.explain(given[0], 'label1')).toEqual(model.explain(given[0], 'label1'))
        expect(sameBytes(new Uint8Array(memory), before)).toBe(true)
        expect(() => shared.learn(given[0])).toThrow()
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
      const loaded = await fromBytes(toBytes(model).slice())
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
    name: 'takes the labels of a document as a set, known and new ones, in whatever order they are listed',
    async run(learner) {
      const documents = topicDocuments({ count: 120, multi: true }).map((document, i) => ({
        ...document,
        labels: [...(document.labels ?? []), ...(i % 5 === 0 ? ['label3', 'b', 'a'] : [])],
      }))
      const reversed = documents.map(({ labels, ...rest }) => ({ ...rest, labels: labels.toReversed() }))
      const first = await trainOn(learner, documents)
      const second = await trainOn(learner, reversed)
      expect(sameBytes(toBytes(second), toBytes(first))).toBe(true)
      if (onlineOnly(learner) !== undefined) return
      const more = { text: 'topic1word3 more', labels: ['z', 'label2', 'c'] }
      first.learn(more)
      second.learn({ ...more, labels: more.labels.toReversed() })
      expect(sameBytes(toBytes(second), toBytes(first))).toBe(true)
    },
  },
  {
    name: 'learns the same from a stream as from memory',
    skip: streamOnly,
    async run(learner) {
      const passes = 'passes' in learner.options ? { passes: 2 } : {}
      for (const documents of [LARGE, LARGE_VECTORS]) {
        const train = async (memory: number): Promise<{ model: Classifier; streamed: boolean }> => {
          let streamed = false
          const rare = documents === LARGE ? { minDf: 2 } : {}
          // Probabilities are fitted to what a stream said before it learned, and to what a held-out part says.
          const run = { shuffle: false, memory, probabilities: 'none' }
          const options = { learner: learner.name, ...run, ...rare, ...passes }
          const hooks = { afterFirstPass: (shape: { streamed: boolean }) => (streamed = shape.streamed) }
          return { model: await trainOnCorpus(corpusOf(documents), options, hooks), streamed }
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
      let streamed = true
      const hooks = { afterFirstPass: (shape: { streamed: boolean }) => (streamed = shape.streamed) }
      await trainOnCorpus(corpusOf(LARGE), { learner: learner.name, memory: 1 }, hooks)
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
