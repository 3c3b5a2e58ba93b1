// The items: what each must declare, and some of them run on made-up documents.

import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { evaluate } from '../../packages/abound/src/pipeline/evaluate.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { cs02Fig4 } from '../../packages/lab/src/papers/cs02/fig4.js'
import { cs02Fig6 } from '../../packages/lab/src/papers/cs02/fig6.js'
import { cs02Large } from '../../packages/lab/src/papers/cs02/large.js'
import { meanCurve, precisionAt } from '../../packages/lab/src/papers/cs02/precision-recall.js'
import { cs02Tables } from '../../packages/lab/src/papers/cs02/tables.js'
import { runItem, statusOf } from '../../packages/lab/src/papers/item-record.js'
import { ITEMS } from '../../packages/lab/src/papers/list.js'
import { readWordInstances } from '../../packages/lab/src/papers/mcg09/word-instances.js'
import { measurePasses } from '../../packages/lab/src/papers/measuring.js'
import { PAPERS } from '../../packages/lab/src/papers/papers.js'
import { vectorise } from '../../packages/lab/src/papers/split-vectors.js'
import { deskOf, madeUp, SETTINGS } from './made-up.js'

describe('every item', () => {
  it('has a name of its own that begins with its paper’s', () => {
    expect(new Set(ITEMS.map(({ id }) => id)).size).toBe(ITEMS.length)
    for (const { id, paper } of ITEMS) {
      expect(id).toMatch(new RegExp(`^${paper.id}-[a-z0-9-]+$`))
      expect(PAPERS).toContain(paper)
    }
  })

  it('declares tables whose rows fit their measures, and shows cells that are there', () => {
    for (const { id, tables, headline, run, data, differs, claims } of ITEMS) {
      expect(new Set(tables.map(({ name }) => name)).size, id).toBe(tables.length)
      for (const { measures, rows } of tables) {
        for (const published of Object.values(rows)) expect(published.length, id).toBe(measures.length)
      }
      for (const [table, row, measure] of headline) {
        const found = tables.find(({ name }) => name === table)
        expect(Object.keys(found?.rows ?? {}), id).toContain(row)
        expect(
          found?.measures.map(({ name }) => name),
          id,
        ).toContain(measure)
      }
      expect(run === undefined, id).toBe(data === 'none')
      if (data !== 'same') expect(differs, id).not.toBe('')
      if (run !== undefined) expect(Object.keys(claims).length, id).toBeGreaterThan(0)
    }
  })

  it('stands beside the others of its paper', () => {
    const papers = ITEMS.map(({ paper }) => paper.id)
    expect(papers.filter((id, i) => id !== papers[i - 1])).toEqual([...new Set(papers)])
  })
})

describe('items on made-up documents', () => {
  const desk = deskOf({
    'reuters21578/modapte-train': madeUp(80),
    'reuters21578/modapte-test': madeUp(40, 80),
    'nvd-cve/train': madeUp(200).map((one) => ({
      ...one,
      labels: one.labels?.map((label) => `maker:${label}`) ?? [],
    })),
    'nvd-cve/test': [],
  })
  it.each([cs02Tables, cs02Fig4, cs02Fig6, cs02Large])('$id gives all it declares', async (item) => {
    const record = await runItem(item, desk, SETTINGS)
    for (const { name, measures, rows } of item.tables) {
      expect(Object.keys(record.tables[name])).toEqual(Object.keys(rows))
      for (const row of Object.values(record.tables[name])) {
        expect(Object.keys(row)).toEqual(measures.map((measure) => measure.name))
      }
    }
    expect(statusOf(item, record)).not.toBe('not run yet')
    expect(await runItem(item, desk, SETTINGS)).toEqual(record)
  })
})

describe('vectors that contenders share', () => {
  it('give the model that training from the text gives', async () => {
    const text = { stop: 'english', weighting: 'pivoted', select: 'rocchio', minDf: 2 } as const
    const [from, unseen] = [madeUp(80), madeUp(30, 200)]
    const vectors = await vectorise({ train: from, test: unseen }, text)
    expect(vectors.term(0)).toBe('grain0')
    for (const learner of ['mmp', 'rocchio', 'ff', 'svm'] as const) {
      const plain = await train(from, { learner, ...text })
      const shared = await train(vectors.train, { learner })
      for (const [i, document] of unseen.entries()) {
        // Not the probabilities: rows from text are made for each fold, ready-made vectors are as they are.
        const scores = (model: typeof plain, one: Document) =>
          model.rank(one).map(({ label, score }) => ({ label, score }))
        expect(scores(shared, vectors.test[i])).toEqual(scores(plain, document))
      }
    }
  })
})

describe('passes', () => {
  it('are measured as if training had ended after each', async () => {
    const [from, unseen] = [madeUp(60), madeUp(30, 100)]
    const found = await measurePasses(deskOf({}), from, [unseen, from], { learner: 'ff', passes: 3 })
    for (const [i, [onUnseen]] of found.entries()) {
      const model = await train(from, {
        learner: 'ff',
        passes: i + 1,
        thresholds: 'top:1',
        probabilities: 'none',
      })
      expect(onUnseen).toEqual(await evaluate(model, unseen))
    }
    expect(found.length).toBe(3)
  })
})

describe('curves of precision and recall', () => {
  const point = (rank: number, recall: number, precision: number) => ({ rank, recall, precision })
  const curve = [point(1, 0.5, 0.8), point(2, 1, 0.4)]

  it('are read off between ranks', () => {
    expect(precisionAt(curve, 0.75)).toBeCloseTo(0.6)
    expect(precisionAt(curve, 0.4)).toBe(0.8)
    expect(precisionAt(curve.slice(0, 1), 0.9)).toBe(0)
    expect(precisionAt([point(1, 0.5, 0.8), point(2, 0.5, 0.4)], 0.5)).toBe(0.8)
  })

  it('have means over folds, also of folds with fewer labels', () => {
    expect(meanCurve([curve, [point(1, 0.7, 0.6)]])).toEqual([point(1, 0.6, 0.7), point(2, 1, 0.4)])
  })
})

describe('word instances', () => {
  it('are told by 6 words, 5 pairs and 4 triples around them', () => {
    const { count, labelCount, document } = readWordInstances(['A rose is a rose.', 'Is it?'])
    expect({ count, labelCount }).toEqual({ count: 7, labelCount: 4 })
    expect(document(0).labels).toEqual(['a'])
    for (let row = 0; row < count; row++) {
      const { features, values } = document(row).vector!
      expect(new Set(features).size).toBe(15)
      expect(values.reduce((sum, value) => sum + value * value, 0)).toBeCloseTo(1)
    }
    // “a” has nothing, and “is” at the start of the next text nothing, before it.
    const shared = document(0).vector!.features.filter((id) => document(5).vector!.features.includes(id))
    expect(shared.length).toBeGreaterThan(0)
  })
})
