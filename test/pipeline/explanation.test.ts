import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Contribution } from '../../packages/abound/src/contract.js'
import { train } from '../../packages/abound/src/internal.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { inPlace, PRIOR } from '../../packages/abound/src/pipeline/explanation.js'
import {
  settleWeighting,
  VECTOR_OPTIONS,
  type VectorOptions,
} from '../../packages/abound/src/vector/vector-options.js'
import { Vectoriser } from '../../packages/abound/src/vector/vectoriser.js'
import { topicDocuments } from '../conformance/documents.js'

/** A vectoriser that has seen one text, and contributions by term. */
function laid(options: Partial<VectorOptions>, seen: string, text: string, weights: Record<string, number>) {
  const settled = settleWeighting(
    { ...defaultOptions(VECTOR_OPTIONS), ...options },
    { weighting: 'tf', norm: 'none' },
  )
  const vectoriser = new Vectoriser(settled)
  vectoriser.look({ text: seen })
  const contributions: Contribution[] = Object.entries(weights).map(([term, weight]) => ({
    feature: term === PRIOR ? -1 : vectoriser.terms.findString(term),
    weight,
  }))
  const { words, rest } = inPlace(contributions, vectoriser, text)
  return { words: words.map(({ from, to, weight }) => [text.slice(from, to), weight]), rest }
}

describe('contributions in place', () => {
  it('share a term among its occurrences', () => {
    expect(laid({}, 'wheat rose', 'Wheat, WHEAT rose', { wheat: 1, rose: -0.25 })).toEqual({
      words: [
        ['Wheat', 0.5],
        ['WHEAT', 0.5],
        ['rose', -0.25],
      ],
      rest: [],
    })
  })

  it('share a pair between its words', () => {
    const weights = { wheat: 1, 'wheat rose': 0.5, rose: 2 }
    expect(laid({ ngrams: 2 }, 'wheat rose', 'Wheat rose', weights).words).toEqual([
      ['Wheat', 1.25],
      ['rose', 2.25],
    ])
  })

  it('leave to the rest what no word of the text caused', () => {
    const weights = { wheat: 1, [PRIOR]: -3, gold: -0.5 }
    expect(laid({}, 'wheat gold', 'unknown Wheat', weights)).toEqual({
      words: [['Wheat', 1]],
      rest: [
        { term: PRIOR, weight: -3 },
        { term: 'gold', weight: -0.5 },
      ],
    })
  })

  it('leave out words that had no part in it', () => {
    expect(laid({ stop: 'english' }, 'the wheat rose', 'The wheat rose', { wheat: 1 }).words).toEqual([
      ['wheat', 1],
    ])
  })

  it('add up to the score, whatever the text and its terms', async () => {
    const documents = topicDocuments({ count: 60, labels: 3 })
    const model = await train(documents, { ngrams: 2, chars: '2-3', learner: 'naive-bayes' })
    const word = fc.constantFrom('topic0word1', 'topic1word2', 'Shared3', 'Ünï', '-', ', ', '\ud800', '日本')
    fc.assert(
      fc.property(fc.array(word, { maxLength: 12 }), (parts) => {
        const text = parts.join(' ')
        const { words, rest, score } = model.explainInPlace(text, 'label0')
        const sum = (list: readonly { weight: number }[]): number =>
          list.reduce((all, { weight }) => all + weight, 0)
        expect(sum(words) + sum(rest)).toBeCloseTo(score, 8)
        for (const { from, to } of words) expect(text.slice(from, to).trim()).not.toBe('')
      }),
      { numRuns: 50 },
    )
  })
})
