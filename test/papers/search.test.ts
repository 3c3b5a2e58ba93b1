// The search for settings: what it chooses from, and that it sees no more than the documents it is given.

import { describe, expect, it } from 'vitest'
import { describeChoices, searchSettings } from '../../packages/lab/src/papers/mcg09/search.js'
import { measureContender } from '../../packages/lab/src/papers/measuring.js'
import { vectorise } from '../../packages/lab/src/papers/split-vectors.js'
import { deskOf, madeUp } from './made-up.js'

const desk = deskOf({})

describe('a search', () => {
  it('takes what ranks the held-out part best, and the first of equals', async () => {
    const documents = madeUp(200)
    // The default, given or not, ranks alike.
    const alike = { settings: [{ minWeight: 0.01 }, {}] }
    expect(await searchSettings(desk, documents, { learner: 'ff' }, alike)).toEqual({ minWeight: 0.01 })
    // A least weight of 1 leaves a word one label at most.
    const weights = { settings: [1, 0.01].map((minWeight) => ({ minWeight })), mostPasses: 3 }
    const found = await searchSettings(desk, documents, { learner: 'ff' }, weights)
    expect(found.minWeight).toBe(0.01)
    expect([1, 2, 3]).toContain(found.passes)
  })

  it('gives settings that train', async () => {
    const { train, test } = await vectorise(
      { train: madeUp(120), test: madeUp(30, 500) },
      { weighting: 'tf', norm: 'l2' },
    )
    const search = { settings: [{ margin: 0 }, { margin: 0.5 }], mostPasses: 2 }
    const settings = await searchSettings(desk, train, { learner: 'ff' }, search)
    const { measures } = await measureContender(desk, { train, test }, { learner: 'ff', ...settings })
    expect(measures.R1).toBeGreaterThan(0.8)
  })
})

describe('choices in words', () => {
  it('are counted, the most frequent first', () => {
    const choices = [
      { margin: 0, passes: 2 },
      { margin: 0.5, passes: 1 },
      { margin: 0.5, passes: 1 },
    ]
    expect(describeChoices(choices)).toBe('margin 0.5, passes 1 (2 of 3); margin 0, passes 2 (1 of 3)')
  })
})
