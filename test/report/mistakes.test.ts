import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Document, train, WorstMistakes } from '../../packages/abound/src/internal.js'
import { topicDocuments } from '../conformance/documents.js'

const documents = topicDocuments({ count: 150, labels: 4 })

describe('the worst mistakes', () => {
  it('are those a model was surest of, whatever the order, and no more than asked for', async () => {
    for (const learner of ['ff', 'naive-bayes'] as const) {
      const model = await train(documents, { learner })
      // Labels moved on by one: nearly all of it is a mistake.
      const wrong = documents.map((one) => ({
        ...one,
        labels: [`label${(Number(one.labels?.[0].at(-1)) + 1) % 4}`],
      }))
      const badness = (one: Document): number => {
        const [first] = model.rank(one, { top: 1 })
        // A ranking holds probabilities down to those before them; a mistake has the label's own.
        const scores = model.score(one)
        const truth = model.labelId(String(one.labels?.[0]))
        const probability = scores.seen[truth] === 1 ? (model.probabilities(scores)?.[truth] ?? 0) : 0
        return (first?.probability ?? 0) - probability
      }
      const isMistake = (one: Document): boolean =>
        model.rank(one, { top: 1 })[0]?.label !== one.labels?.[0] && model.rank(one).length > 0
      const all = wrong
        .filter(isMistake)
        .map(badness)
        .sort((a, b) => b - a)
      fc.assert(
        fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: 0, max: 149 }), (most, from) => {
          const worst = new WorstMistakes(model, most)
          for (const one of [...wrong.slice(from), ...wrong.slice(0, from)]) worst.add(one, model.score(one))
          const found = worst.result()
          expect(found).toHaveLength(Math.min(most, all.length))
          for (const [i, { taken, truth, labels }] of found.entries()) {
            expect(labels).toContain(truth.label)
            expect(labels).not.toContain(taken.label)
            expect((taken.probability ?? 0) - (truth.probability ?? 0)).toBeCloseTo(all[i], 12)
          }
        }),
        { numRuns: 10 },
      )
    }
  })

  it('leave out what is right, unlabelled, unknown to the model, or may be right', async () => {
    const model = await train([
      { text: 'wheat corn', labels: ['grain'] },
      { text: 'gold', labels: ['metal'] },
    ])
    const worst = new WorstMistakes(model)
    const passedOver: Document[] = [
      { text: 'gold', labels: ['metal'] },
      { text: 'gold' },
      { text: 'gold', labels: [] },
      { text: 'gold', labels: ['never seen'] },
      { text: 'nothing known', labels: ['grain'] },
      { text: 'gold', labels: ['grain'], partial: true },
    ]
    for (const document of passedOver) worst.add(document, model.score(document))
    expect(worst.result()).toEqual([])
    const bytes = new TextEncoder().encode('xx gold').subarray(3)
    const mistake: Document = {
      id: 'seven',
      text: bytes,
      labels: ['grain'],
      partial: true,
      notLabels: ['metal'],
    }
    worst.add(mistake, model.score(mistake))
    bytes.fill(0x20)
    const [found] = worst.result()
    expect(found).toMatchObject({ place: 7, id: 'seven', labels: ['grain'] })
    expect(found.taken).toMatchObject({ label: 'metal', text: 'gold' })
  })

  it('are told by the difference where scores are logarithms', async () => {
    const model = await train(documents, { learner: 'naive-bayes' })
    const worst = new WorstMistakes(model, 1)
    const mistake = { text: 'topic0word1 topic0word2 topic1word1', labels: ['label1'] }
    worst.add(mistake, model.score(mistake))
    const [{ taken, truth, contrast }] = worst.result()
    const sum = [...(contrast?.words ?? []), ...(contrast?.rest ?? [])].reduce(
      (s, { weight }) => s + weight,
      0,
    )
    expect(taken.label).toBe('label0')
    expect(contrast?.score).toBeCloseTo(taken.score - truth.score, 12)
    expect(sum).toBeCloseTo(taken.score - truth.score, 9)
    expect(contrast?.words.map(({ weight }) => Math.sign(weight))).toEqual([1, 1, -1])
  })
})
