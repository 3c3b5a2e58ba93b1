// From two corpora to labels: which text counts, what is looked at, what is refused.

import { describe, expect, it } from 'vitest'
import { corpusOf, type Document, trainOnCorpus, transduce } from '../../packages/abound/src/internal.js'

const FEW: Document[] = [
  { text: 'wheat exports', labels: ['grain'] },
  { text: 'gold mine', labels: ['metal'] },
]
const MANY: Document[] = [
  { text: 'wheat corn' },
  { text: 'wheat harvest' },
  { text: 'corn harvest' },
  { text: 'gold silver' },
  { text: 'gold coins' },
  { text: 'silver coins' },
]

describe('transduce', () => {
  it('labels documents that share no word with the labelled ones', async () => {
    const { labels, model } = await transduce(FEW, MANY, { positives: '0.5' })
    expect(labels.map((list) => list.map(({ label }) => label))).toEqual([
      ...Array.from({ length: 3 }, () => ['grain']),
      ...Array.from({ length: 3 }, () => ['metal']),
    ])
    // The scores are those of the model, which knows the words of both.
    for (const [i, [{ label, score }]] of labels.entries()) {
      const [first] = model.rank(MANY[i], { top: 1 })
      expect(first.label).toBe(label)
      expect(first.score).toBeCloseTo(score, 9)
    }
    expect(model.rank('silver')[0].label).toBe('metal')
    expect(model.documents).toBe(8)
  })

  it('does not look at labels of the unlabelled, nor at labelled documents without labels', async () => {
    const cheating = MANY.map((one) => ({ ...one, labels: ['metal', 'secret'] }))
    const some = [...FEW, { text: 'no labels here' }]
    const [plain, other] = [await transduce(FEW, MANY), await transduce(some, cheating)]
    expect(other.labels).toEqual(plain.labels)
    expect(other.leftOut).toBe(1)
    expect(other.model.labelCount).toBe(2)
  })

  it('tells documents without labels from those known to have none', async () => {
    const none = { text: 'weather report', labels: [] }
    const { leftOut, labels } = await transduce([...FEW, none, none], MANY)
    expect(leftOut).toBe(0)
    // A quarter of the labelled have each label: 1.5 of 6, rounded.
    const counted = (name: string): number =>
      labels.filter((list) => list.some((l) => l.label === name)).length
    expect([counted('grain'), counted('metal')]).toEqual([2, 2])
  })

  it('gives the best K labels when asked, best first', async () => {
    const { labels } = await transduce(FEW, MANY, { top: 2 })
    for (const list of labels) {
      expect(list).toHaveLength(2)
      expect(list[0].score).toBeGreaterThanOrEqual(list[1].score)
    }
    expect((await transduce(FEW, MANY, { top: 1 })).labels.map((list) => list.length)).toEqual(
      MANY.map(() => 1),
    )
  })

  it('assigns by the best label, or by the threshold 0', async () => {
    const one = await transduce(FEW, MANY)
    expect(one.model.toParts().rule).toEqual({ kind: 'top', k: 1 })
    const several = await transduce([...FEW, { text: 'gold wheat', labels: ['grain', 'metal'] }], MANY)
    expect(several.model.toParts().rule).toEqual({ kind: 'fixed', t: 0 })
    const folded = await transduce(FEW, MANY, { thresholds: 'cv' })
    expect(folded.model.toParts().rule.kind).toBe('perLabel')
    // What folds found of unlabelled documents is not what is told.
    expect(folded.labels).toEqual(one.labels)
  })

  it('refuses what cannot be transduced', async () => {
    await expect(transduce(FEW, [])).rejects.toThrow('there are no unlabelled documents')
    await expect(transduce([], MANY)).rejects.toThrow('there are no labelled documents')
    await expect(transduce(MANY, MANY)).rejects.toThrow('none of the 6 documents has labels')
    await expect(transduce(FEW, MANY.slice(0, 1))).rejects.toThrow(
      '1 unlabelled document: expected at least 2',
    )
    await expect(transduce(FEW.slice(0, 1), MANY)).rejects.toThrow(
      'there is 1 labelled document: expected some with a label and some without',
    )
    await expect(transduce([FEW[0], FEW[0]], MANY)).rejects.toThrow('all 2 labelled documents have the same')
    await expect(transduce(FEW, MANY, { positives: '6' })).rejects.toThrow('expected a number from 1 to 5')
    await expect(transduce(FEW, MANY, { positives: 'gravel\t3' })).rejects.toThrow('"gravel"')
    await expect(transduce(FEW, MANY, { positives: 'many' })).rejects.toThrow('positives: expected share')
  })

  it('refuses texts that have nothing to do with each other, which would be labelled by chance', async () => {
    const empty = [{ text: '' }, { text: ' …' }]
    const emptyFew = FEW.map((one) => ({ ...one, text: '' }))
    await expect(transduce(FEW, empty)).rejects.toThrow('all 2 unlabelled documents are without a word')
    await expect(transduce(emptyFew, MANY)).rejects.toThrow('all 2 labelled documents are without a word')
    await expect(transduce(emptyFew, empty)).rejects.toThrow('all 2 labelled documents are without a word')
    await expect(transduce(FEW, [{ text: 'zebra' }, { text: 'lion' }])).rejects.toThrow(
      'none of the 2 unlabelled documents shares a word with a labelled one',
    )
    expect((await transduce(FEW, [...MANY, ...empty])).labels).toHaveLength(8)
  })

  it('gives a label that no labelled document has to none', async () => {
    const denied = { text: 'wheat tin', labels: ['grain'], notLabels: ['rare'], partial: true }
    const { labels, model } = await transduce([...FEW, denied], MANY)
    expect(model.labelId('rare')).toBeGreaterThanOrEqual(0)
    expect(labels.flat().map(({ label }) => label)).not.toContain('rare')
  })

  it('is what train does with a file of both', async () => {
    const trained = await trainOnCorpus(corpusOf([...FEW, ...MANY]), { learner: 'tsvm' })
    const { model } = await transduce(FEW, MANY)
    expect(trained.rank('coins', { top: 2 })).toEqual(model.rank('coins', { top: 2 }))
  })
})
