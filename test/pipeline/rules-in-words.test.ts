// Rules of a classifier in words.

import { describe, expect, it } from 'vitest'
import { type Document, train } from '../../packages/abound/src/internal.js'

const documents: Document[] = [
  ...Array.from({ length: 12 }, (_, i) => ({ text: `wheat tonnes word${i}`, labels: ['grain'] })),
  ...Array.from({ length: 20 }, (_, i) => ({ text: `gold ounces word${i}`, labels: ['metal'] })),
]

describe('rules in words', () => {
  it('are those of the label, and the one that fires is told', async () => {
    const model = await train(documents, { learner: 'ripper' })
    const rule = { present: ['wheat'], absent: [], confidence: 13 / 14, covered: 12, errors: 0 }
    expect(model.rules('grain')).toEqual([rule])
    // The most frequent label is what is left.
    expect(model.rules('metal')).toEqual([])
    expect(model.firedRule('wheat prices', 'grain')).toEqual(rule)
    expect(model.firedRule('gold prices', 'grain')).toBeUndefined()
    expect(model.rank('wheat prices', { top: 1 })[0].label).toBe('grain')
    expect(model.rank('anything', { top: 1 })[0].label).toBe('metal')
    expect(() => model.rules('no such label')).toThrow('no such label')
  })

  it('may ask for absence', async () => {
    const plain = Array.from({ length: 12 }, (_, i) => ({ text: `word${i}`, labels: ['grain'] }))
    const model = await train([...plain, ...documents.slice(12)], { learner: 'ripper', absence: true })
    expect(model.firedRule('something', 'grain')).toMatchObject({ present: [], absent: ['gold'] })
  })

  it('are not there for other models', async () => {
    const model = await train(documents, { learner: 'naive-bayes' })
    expect(model.rules('grain')).toBeUndefined()
    expect(model.firedRule('wheat', 'grain')).toBeUndefined()
  })
})
