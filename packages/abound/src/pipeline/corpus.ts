// Corpora: documents that come in batches, cut in two or shuffled on the way.

import type { Document } from '../contract.js'
import { Rng } from '../structures/rng.js'
import { checkDocument } from './input-checks.js'

/** Documents that come in batches; a re-readable corpus gives them again, the same, from the start. */
export interface Corpus {
  /** Its name, for messages. */
  readonly name?: string
  batches(): AsyncIterable<readonly Document[]>
  readonly rereadable: boolean
}

/** Documents from anywhere: an array, a generator, a database cursor. */
export type Documents = Iterable<Document> | AsyncIterable<Document>

const BATCH = 256

/**
 * A corpus over an iterable; it is read once, so its rows are kept in memory.
 *
 * @example
 * const model = await trainOnCorpus(corpusOf(documents), { learner: 'naive-bayes' })
 */
export function corpusOf(documents: Documents): Corpus {
  return {
    rereadable: false,
    async *batches() {
      let batch: Document[] = []
      let count = 0
      for await (const document of documents) {
        checkDocument(`document ${++count}`, document)
        batch.push(document)
        if (batch.length < BATCH) continue
        yield batch
        batch = []
      }
      if (batch.length > 0) yield batch
    },
  }
}

/** A corpus that can be read again: the corpus itself if it can, else its documents kept in memory. */
export async function rereadable(corpus: Corpus): Promise<Corpus> {
  if (corpus.rereadable) return corpus
  const batches: (readonly Document[])[] = []
  for await (const batch of corpus.batches()) batches.push(batch)
  return {
    ...corpus,
    rereadable: true,
    async *batches() {
      yield* batches
    },
  }
}

/**
 * A seeded part of a corpus held out, without keeping any of it: each document is held out with the
 * chance `fraction`, the same ones at every reading.
 *
 * @example
 * const corpus = { rereadable: true, async *batches() { yield documents } }
 * const { train, test } = holdOutCorpus(corpus, 0.5, 1)
 * const model = await trainOnCorpus(train, { learner: 'ff' })
 * for await (const batch of test.batches()) await evaluate(model, batch)
 */
export function holdOutCorpus(
  corpus: Corpus,
  fraction: number,
  seed: number,
): { readonly train: Corpus; readonly test: Corpus } {
  const part = (heldOut: boolean): Corpus => ({
    ...(corpus.name === undefined ? {} : { name: corpus.name }),
    rereadable: corpus.rereadable,
    async *batches() {
      const rng = new Rng(seed)
      for await (const batch of corpus.batches()) yield batch.filter(() => rng.float() < fraction === heldOut)
    },
  })
  return { train: part(false), test: part(true) }
}

/**
 * The same documents in a seeded order, mixed among `size` at a time.
 *
 * @example
 * for await (const batch of shuffledWithin(corpusOf(documents).batches(), 20_000, 1)) model.learn(batch)
 */
export async function* shuffledWithin(
  batches: AsyncIterable<readonly Document[]>,
  size: number,
  seed: number,
): AsyncGenerator<readonly Document[]> {
  const rng = new Rng(seed)
  let held: Document[] = []
  for await (const batch of batches) {
    for (const document of batch) held.push(document)
    if (held.length < size) continue
    yield rng.shuffle(held)
    held = []
  }
  if (held.length > 0) yield rng.shuffle(held)
}

/**
 * The document with memory of its own: text in bytes from a reader is a view of a larger piece of memory, and keeping the
 * view would keep all of it.
 */
export function withOwnText(document: Document): Document {
  const { text } = document
  return text instanceof Uint8Array ? { ...document, text: text.slice() } : document
}

/**
 * A seeded sample of at most `size` documents, each as likely as any other (reservoir sampling).
 *
 * @example
 * (await sampleOf(corpusOf(documents).batches(), 2, 1)).length // 2
 */
export async function sampleOf(
  batches: AsyncIterable<readonly Document[]>,
  size: number,
  seed: number,
): Promise<Document[]> {
  const rng = new Rng(seed)
  const held: Document[] = []
  let seen = 0
  for await (const batch of batches) {
    for (const document of batch) {
      seen++
      if (held.length < size) held.push(document)
      else {
        const at = rng.below(seen)
        if (at < size) held[at] = withOwnText(document)
      }
    }
  }
  return held
}
