// Documents counted by several come out as if one had counted them: terms, labels, statistics, rows, and errors.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import {
  type CountedDocuments,
  DocumentCounter,
  type FirstPassReader,
} from '../../packages/abound/src/pipeline/counting.js'
import { type FirstPass, firstPass } from '../../packages/abound/src/pipeline/first-pass.js'
import { type GivenOptions, resolveTrainOptions } from '../../packages/abound/src/pipeline/train-options.js'
import type { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import type { TermCounts } from '../../packages/abound/src/vector/term-counts.js'
import type { Weighting } from '../../packages/abound/src/vector/weighting.js'
import { topicDocuments } from '../conformance/documents.js'

/** Who counts a batch: a counter, or nobody, so that it is looked at in its turn. */
type Hand = number | undefined

/** Batches counted by their hands, all of them before the first is merged. */
function countedBy(batches: readonly Document[][], hands: readonly Hand[]): FirstPassReader {
  return async function* (task) {
    const counters = new Map<number, DocumentCounter>()
    const counted: (readonly Document[] | CountedDocuments)[] = []
    for (const [i, batch] of batches.entries()) {
      const hand = hands[i % hands.length]
      if (hand === undefined) {
        counted.push(batch)
        continue
      }
      if (!counters.has(hand)) counters.set(hand, await DocumentCounter.load(hand, task))
      // As it comes from a thread.
      counted.push(structuredClone((counters.get(hand) as DocumentCounter).count(batch)))
    }
    yield* counted
    for (const counter of counters.values()) yield structuredClone(counter.totals())
  }
}

/** All that was seen, as plain data; or what went wrong. */
async function seenBy(
  batches: readonly Document[][],
  given: GivenOptions,
  firstPassReader?: FirstPassReader,
): Promise<unknown> {
  const corpus = {
    rereadable: true,
    async *batches() {
      yield* batches
    },
  }
  let seen: FirstPass
  try {
    seen = await firstPass(corpus, resolveTrainOptions(given), {}, false, firstPassReader)
  } catch (error) {
    return String(error)
  }
  const { vectoriser, labels, rows, ...counts } = seen
  const { terms, ...statistics } = vectoriser.parts()
  const { counts: sums, weighting } = vectoriser as unknown as {
    counts: TermCounts
    weighting: Weighting
  }
  // All sums are settled by then, also those that only some weightings ask for.
  return {
    ...counts,
    ...statistics,
    statistics: sums.statistics(weighting, terms.count),
    terms: arraysOf(terms),
    labels: arraysOf(labels),
    rows: rows?.seal().chunks,
    features: rows?.featureCount,
    sealed: rows?.sealedBytes,
  }
}

function arraysOf(table: ByteTable): unknown {
  return table.arrays()
}

const word = fc.constantFrom(
  ...[
    'wheat',
    'corn',
    'corns',
    'the',
    'of',
    'gold',
    'ship',
    'Straße',
    'été',
    'зерно',
    '小麦',
    'a',
    '4',
    'x-y',
  ],
  ...['running', 'runs', 'a-very-long-word-of-more-than-sixteen-bytes', '\u{1f33e}', 'ﬁ', 'İ'],
)
const text = fc.array(word, { maxLength: 12 }).map((words) => words.join(' '))
const names = fc.array(fc.constantFrom('grain', 'metal', 'ship', 'été'), { maxLength: 3 })
const document: fc.Arbitrary<Document> = fc
  .record(
    { text, labels: names, notLabels: fc.constantFrom([], ['trade']), partial: fc.boolean() },
    { requiredKeys: ['text'] },
  )
  .map(({ text, ...rest }): Document => ({ ...rest, text: new TextEncoder().encode(text) }))
const weighted = fc
  .tuple(document, fc.option(fc.constantFrom(0.5, 1, 3), { nil: undefined }))
  .map(([one, weight]): Document => (weight === undefined ? one : { ...one, weight }))

const batchesOf = (one: fc.Arbitrary<Document>): fc.Arbitrary<Document[][]> =>
  fc.array(fc.array(one, { maxLength: 6 }), { maxLength: 12 })
const hands = fc.array(fc.option(fc.nat({ max: 4 }), { nil: undefined }), { minLength: 1, maxLength: 12 })

const textOptions = fc.constantFrom<Record<string, unknown>>(
  {},
  { ngrams: 2 },
  { ngrams: 3, sparseWindow: 4, stop: 'english' },
  { stem: 'porter', stop: 'english' },
  { stem: 'german' },
  { chars: '2-3', words: false },
  { tokens: 'reuters' },
)

describe('documents counted by several', () => {
  it('come out as if one had counted them', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.oneof(
          fc.tuple(fc.constantFrom('ff', 'naive-bayes', 'tsvm'), batchesOf(document)),
          fc.tuple(fc.constant('svm'), batchesOf(weighted)),
        ),
        textOptions,
        hands,
        async ([learner, batches], options, by) => {
          const given = { learner, ...options }
          expect(await seenBy(batches, given, countedBy(batches, by))).toEqual(await seenBy(batches, given))
        },
      ),
      { numRuns: 400 },
    )
  })

  it('give a term the column of its first document, whoever met it first', async () => {
    const batches = ['sea', 'corn sea', 'wheat', 'corn wheat gold'].map((text) => [{ text, labels: ['x'] }])
    // Counter 0 meets corn in its second batch, counter 1 meets wheat in its first, and both meet the other's.
    const seen = await seenBy(batches, {}, countedBy(batches, [0, 0, 1, 1]))
    expect(seen).toEqual(await seenBy(batches, {}))
    expect(await seenBy(batches, {}, countedBy(batches, [0, 1, 1, 0]))).toEqual(seen)
  })

  it('go on being counted when their rows no longer fit', async () => {
    const documents = topicDocuments({ count: 9000, labels: 5, length: 40, ownWords: 300, sharedWords: 300 })
    const batches = Array.from({ length: 18 }, (_, i) => documents.slice(i * 500, i * 500 + 500))
    const given = { learner: 'ff', memory: 1 }
    const alone = await seenBy(batches, given)
    expect(alone).toMatchObject({ rows: undefined, documents: 9000 })
    expect(await seenBy(batches, given, countedBy(batches, [1, 2, undefined]))).toEqual(alone)
  })

  it.each<[string, Document, GivenOptions]>([
    ['no text', { labels: ['x'] }, {}],
    [
      'a weight that the learner does not take',
      { text: 'wheat', labels: ['x'], weight: 2 },
      { learner: 'ff' },
    ],
    ['a weight that is none', { text: 'wheat', labels: ['x'], weight: -1 }, { learner: 'svm' }],
    ['a label twice', { text: 'wheat', labels: ['x'], notLabels: ['x'] }, {}],
    ['no text, and a weight that is none', { labels: ['x'], weight: -1 }, { learner: 'svm' }],
  ])('fail where one would have: %s', async (_, bad, given) => {
    const good: Document = { text: 'corn', labels: ['grain'] }
    const batches = [[good, good], [{ text: 'gold' }, good, bad, good], [good]]
    const alone = await seenBy(batches, given)
    expect(alone).toMatch(/^InputError: /)
    expect(await seenBy(batches, given, countedBy(batches, [0, 1]))).toBe(alone)
    expect(await seenBy(batches, given, countedBy(batches, [0]))).toBe(alone)
  })
})
