// Explanations: whatever the learner and however the text is cut, words and the rest add up to the score.

import fc from 'fast-check'
import { expect } from 'vitest'
import type { Classifier, Document, GivenOptions, Input } from '../../packages/abound/src/internal.js'
import { type Check, SMALL, trainOn } from './check.js'
import { asVectors, topicDocuments } from './documents.js'

const TEXT_OPTIONS: readonly GivenOptions[] = [
  {},
  { stem: 'porter', stop: 'english', ngrams: 2 },
  { ngrams: 3, sparseWindow: 4 },
  { chars: '2-4' },
  { words: false, chars: '1-3', tokens: 'alpha' },
  { tokens: 'reuters', minDf: 2 },
  { weighting: 'tf', norm: 'none' },
  { weighting: 'inquery' },
]

/** The made-up documents in words that folding, stemming and stop-lists change. */
function inWords(documents: readonly Document[]): Document[] {
  return documents.map((one) => ({ ...one, text: dressed(String(one.text)) }))
}

function dressed(text: string): string {
  return text
    .replaceAll('shared', 'The Running of Ponies ')
    .replaceAll('topic', 'CAFE\u0301-')
    .replaceAll('word', ' İzmir’s, ')
}

function expectSums(model: Classifier, input: Input): void {
  for (let id = 0; id < model.labelCount; id++) {
    const label = model.labelName(id)
    const { words, rest, score, text } = model.explainInPlace(input, label)
    const parts = [...words, ...rest].map(({ weight }) => weight)
    const sum = parts.reduce((total, weight) => total + weight, 0)
    const size = parts.reduce((total, weight) => total + Math.abs(weight), 1)
    expect(Math.abs(sum - score), `${label}: ${sum} is not ${score}`).toBeLessThan(1e-9 * size)
    expect(score).toBe(
      model.rank(input, { top: model.labelCount }).find((one) => one.label === label)?.score ?? 0,
    )
    for (const [i, { from, to }] of words.entries()) {
      expect(to).toBeGreaterThan(from)
      expect(from).toBeGreaterThanOrEqual(i === 0 ? 0 : words[i - 1].to)
      expect(to).toBeLessThanOrEqual(text.length)
    }
  }
}

export const EXPLAIN_CHECKS: readonly Check[] = [
  {
    name: 'explains each word in its place, adding up to the score, under every text option',
    async run(learner) {
      const documents = inWords(topicDocuments({ ...SMALL, multi: true }))
      const word = fc.constantFrom(
        'shared1',
        'topic0word1',
        'topic1word2',
        'topic2word3',
        'new',
        '12',
        ',',
        '東京',
      )
      const text = fc.array(word, { maxLength: 10 }).map((words) => dressed(words.join(' ')))
      // Two learners have an option of their own that is called as one of the text's (words).
      const own = (given: GivenOptions) => Object.keys(given).some((name) => name in learner.options)
      for (const given of TEXT_OPTIONS.filter((one) => !own(one))) {
        const model = await trainOn(learner, documents, given)
        fc.assert(
          fc.property(text, (query) => expectSums(model, query)),
          { numRuns: 8 },
        )
      }
    },
  },
  {
    name: 'explains ready-made vectors, and texts in bytes, as it explains the same text',
    async run(learner) {
      const documents = topicDocuments({ ...SMALL, multi: true })
      const vectors = await trainOn(learner, asVectors(documents))
      for (const document of asVectors(documents).slice(0, 5)) {
        expectSums(vectors, document)
        expect(vectors.explainInPlace(document, 'label0').words).toEqual([])
      }
      const model = await trainOn(learner, documents)
      const text = String(documents[0].text)
      const bytes = new TextEncoder().encode(text)
      expect(model.explainInPlace({ text: bytes }, 'label0')).toEqual(model.explainInPlace(text, 'label0'))
    },
  },
]
