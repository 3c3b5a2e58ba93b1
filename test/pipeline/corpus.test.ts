// Corpora: batches, parts held out, shuffling on the way.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import {
  type Corpus,
  corpusOf,
  holdOutCorpus,
  shuffledWithin,
} from '../../packages/abound/src/pipeline/corpus.js'

const numbered = (count: number): Document[] =>
  Array.from({ length: count }, (_, i) => ({ id: String(i), text: '' }))

async function collect(batches: AsyncIterable<readonly Document[]>): Promise<Document[][]> {
  const out: Document[][] = []
  for await (const batch of batches) out.push([...batch])
  return out
}

const idsOf = (batches: readonly (readonly Document[])[]): number[] =>
  batches.flat().map(({ id }) => Number(id))

/** The documents in batches of these sizes, over and over. */
function inBatches(documents: readonly Document[], sizes: readonly number[]): Corpus {
  return {
    rereadable: true,
    async *batches() {
      for (let from = 0, i = 0; from < documents.length; i++) {
        const size = sizes[i % sizes.length]
        yield documents.slice(from, from + size)
        from += size
      }
    },
  }
}

const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 4 })

describe('corpusOf', () => {
  it('gives every document once, in order, in batches', async () => {
    for (const count of [0, 1, 255, 256, 257, 1000]) {
      const batches = await collect(corpusOf(numbered(count)).batches())
      expect(idsOf(batches)).toEqual(Array.from({ length: count }, (_, i) => i))
      expect(batches.every((batch) => batch.length > 0 && batch.length <= 256)).toBe(true)
    }
  })

  it('reads generators, also asynchronous ones', async () => {
    function* some(): Generator<Document> {
      yield* numbered(3)
    }
    async function* later(): AsyncGenerator<Document> {
      yield* numbered(3)
    }
    expect(idsOf(await collect(corpusOf(some()).batches()))).toEqual([0, 1, 2])
    expect(idsOf(await collect(corpusOf(later()).batches()))).toEqual([0, 1, 2])
    expect(corpusOf(some()).rereadable).toBe(false)
  })

  it('gives each batch its own array', async () => {
    const kept: (readonly Document[])[] = []
    for await (const batch of corpusOf(numbered(600)).batches()) kept.push(batch)
    expect(idsOf(kept)).toEqual(Array.from({ length: 600 }, (_, i) => i))
  })
})

describe('holdOutCorpus', () => {
  it('parts the documents, the same at every reading and however they are cut', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(60),
        sizes,
        sizes,
        fc.double({ min: 0.05, max: 0.95, noNaN: true }),
        fc.nat(),
        async (count, cut, otherCut, fraction, seed) => {
          const documents = numbered(count)
          const { train, test } = holdOutCorpus(inBatches(documents, cut), fraction, seed)
          const learned = idsOf(await collect(train.batches()))
          const held = idsOf(await collect(test.batches()))
          expect([...learned, ...held].sort((a, b) => a - b)).toEqual(documents.map((_, i) => i))
          expect(learned).toEqual([...learned].sort((a, b) => a - b))
          expect(idsOf(await collect(train.batches()))).toEqual(learned)
          const other = holdOutCorpus(inBatches(documents, otherCut), fraction, seed)
          expect(idsOf(await collect(other.test.batches()))).toEqual(held)
        },
      ),
      { numRuns: 50 },
    )
  })

  it('holds out about the fraction, by the seed', async () => {
    const corpus = inBatches(numbered(10_000), [500])
    const held = async (seed: number): Promise<number[]> =>
      idsOf(await collect(holdOutCorpus(corpus, 0.2, seed).test.batches()))
    const first = await held(1)
    // Ten times the standard deviation of 40.
    expect(Math.abs(first.length - 2000)).toBeLessThan(400)
    expect(await held(2)).not.toEqual(first)
  })

  it('is as re-readable as what it parts', () => {
    expect(holdOutCorpus(corpusOf([]), 0.1, 1).train.rereadable).toBe(false)
    expect(holdOutCorpus(inBatches([], [1]), 0.1, 1).test.rereadable).toBe(true)
  })
})

describe('shuffledWithin', () => {
  it('mixes at least `size` documents at a time and loses none', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.nat(80),
        sizes,
        fc.integer({ min: 1, max: 30 }),
        fc.nat(),
        async (count, cut, size, seed) => {
          const corpus = inBatches(numbered(count), cut)
          const batches = await collect(shuffledWithin(corpus.batches(), size, seed))
          let from = 0
          for (const [i, batch] of batches.entries()) {
            if (i < batches.length - 1) expect(batch.length).toBeGreaterThanOrEqual(size)
            const expected = Array.from({ length: batch.length }, (_, j) => from + j)
            expect(idsOf([batch]).sort((a, b) => a - b)).toEqual(expected)
            from += batch.length
          }
          expect(from).toBe(count)
          expect(idsOf(await collect(shuffledWithin(corpus.batches(), size, seed)))).toEqual(idsOf(batches))
        },
      ),
      { numRuns: 50 },
    )
  })

  it('shuffles, by the seed, and leaves the given batches alone', async () => {
    const documents = numbered(200)
    const batch = Object.freeze(documents.slice())
    async function* once(): AsyncGenerator<readonly Document[]> {
      yield batch
    }
    const first = idsOf(await collect(shuffledWithin(once(), 100, 1)))
    expect(first).not.toEqual(documents.map((_, i) => i))
    expect(idsOf(await collect(shuffledWithin(once(), 100, 2)))).not.toEqual(first)
    expect(batch).toEqual(documents)
  })

  it('takes batches of any size', async () => {
    const many = numbered(300_000)
    async function* once(): AsyncGenerator<readonly Document[]> {
      yield many
    }
    const ids = idsOf(await collect(shuffledWithin(once(), 10, 1)))
    expect(ids.length).toBe(300_000)
    expect(new Set(ids).size).toBe(300_000)
  })
})
