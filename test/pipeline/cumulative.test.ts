// Losses while learning: predicted first, then learned.

import { describe, expect, it } from 'vitest'
import { type CumulativeLoss, train } from '../../packages/abound/src/internal.js'
import { topicDocuments } from '../conformance/documents.js'

describe('cumulative losses', () => {
  it('rank each document before it is learned', async () => {
    const rounds: CumulativeLoss[] = []
    const documents = [
      { text: 'wheat', labels: ['grain'] },
      { text: 'gold', labels: ['metal'] },
      { text: 'nothing', labels: [] },
      { text: 'wheat', labels: ['grain'] },
    ]
    await train(
      documents,
      { learner: 'mmp', shuffle: false, weighting: 'tf' },
      { round: (loss) => rounds.push(loss) },
    )
    // At first all scores are 0 and ties are errors: one wrong pair. "gold" is new: again a tie. Then wheat is known.
    expect(rounds).toEqual([
      { documents: 1, loss1: 1, loss2: 1, loss3: 1 },
      { documents: 2, loss1: 1, loss2: 1, loss3: 1 },
      { documents: 3, loss1: 2 / 3, loss2: 2 / 3, loss3: 2 / 3 },
    ])
  })

  it('come from the first pass alone, and fall', async () => {
    const rounds: CumulativeLoss[] = []
    const documents = topicDocuments({ count: 300, labels: 6, multi: true })
    await train(documents, { learner: 'ff', passes: 3 }, { round: (loss) => rounds.push(loss) })
    expect(rounds.length).toBe(documents.filter(({ labels }) => (labels ?? []).length > 0).length)
    for (const loss of ['loss1', 'loss2', 'loss3'] as const) {
      expect(rounds.at(-1)![loss]).toBeLessThan(rounds[19][loss])
    }
  })

  it('are refused for a learner that takes all documents at once', async () => {
    const documents = topicDocuments({ count: 30, labels: 3 })
    await expect(train(documents, { learner: 'rocchio' }, { round: () => {} })).rejects.toThrow(
      'rocchio does not learn document by document',
    )
  })
})
