// What learners get besides rows.

import { describe, expect, it } from 'vitest'
import { contextOf, heldOutRows, reporting } from '../../packages/abound/src/pipeline/context.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { labelsOf } from '../../packages/abound/src/pipeline/rows.js'
import { train } from '../../packages/abound/src/pipeline/train.js'

const model = train(
  [
    { text: 'wheat and corn', labels: ['grain'] },
    { text: 'gold and tin', labels: ['metal'] },
  ],
  { learner: 'naive-bayes' },
)

describe('held-out rows', () => {
  it('have the words and labels that training knows, and add none', async () => {
    const { vectoriser, labels } = (await model).toParts()
    const rows = await heldOutRows(
      corpusOf([
        { text: 'gold gold platinum', labels: ['metal', 'noble'] },
        { text: 'corn' },
        { text: 'x', labels: ['noble'], notLabels: ['grain', 'tea'], partial: true },
        { text: 'corn', labels: [] },
      ]),
      vectoriser,
      labels,
    )
    expect(rows).toMatchObject({ count: 3, featureCount: 5, labelCount: 2 })
    expect(labels.count).toBe(2)
    const [{ offsets, columns, values }] = rows.chunks
    const gold = vectoriser.terms.findString('gold')
    const corn = vectoriser.terms.findString('corn')
    expect([...columns.subarray(0, offsets[3])]).toEqual([gold, corn])
    expect([...values.subarray(0, offsets[3])]).toEqual([2, 1])
    const known = [0, 1, 2].map((row) => {
      const { positives, negatives, judged } = labelsOf(rows, row)
      return [[...positives], [...negatives], judged]
    })
    expect(known).toEqual([
      [[1], [], 1],
      [[], [0], 2],
      [[], [], 1],
    ])
  })
})

describe('the context', () => {
  it('knows the text of a feature', async () => {
    const { vectoriser } = (await model).toParts()
    const { termOf, seed, vectors } = contextOf({ seed: 7, shuffle: true }, vectoriser)
    expect([0, 1, 2, 3, 4].map((feature) => termOf?.(feature))).toEqual([
      'wheat',
      'and',
      'corn',
      'gold',
      'tin',
    ])
    expect([seed, vectors]).toEqual([7, false])
  })

  it('passes word on, and takes points only where someone listens', async () => {
    const context = contextOf({ seed: 1, shuffle: true }, (await model).toParts().vectoriser)
    expect(context.curve).toBeUndefined()
    expect(reporting(context, {}).curve).toBeUndefined()
    const heard: unknown[] = []
    const { progress, curve } = reporting(context, {
      progress: (...word) => heard.push(word),
      curve: (point) => heard.push(point),
    })
    progress?.(3, 10, 'rounds', 'if gold …')
    curve?.({ round: 3, trainError: 0.25 })
    expect(heard).toEqual([['learning', 3, 10, 'rounds', 'if gold …'], { round: 3, trainError: 0.25 }])
  })
})
