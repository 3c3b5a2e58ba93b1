import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { comparedMeasure } from '../../packages/abound/src/measure/measures/index.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { evaluate } from '../../packages/abound/src/pipeline/evaluate.js'
import { classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { runCell } from '../../packages/abound/src/selection/run-cell.js'
import { topicDocuments } from '../conformance/documents.js'
import { NO_METERS } from './cells.js'

const documents = topicDocuments({ count: 120, multi: true, sharedWords: 40 })
const test: Document[] = [
  ...topicDocuments({ count: 60, labels: 6, multi: true, seed: 3, sharedWords: 40 }),
  { text: 'unlabelled' },
  { text: 'partly', labels: ['label1'], partial: true },
  { text: 'topic1word1', labels: ['nobody knows', 'label1'] },
]

describe('runCell', () => {
  it.each(['ff', 'naive-bayes', 'svm'])(
    '%s: the measures of evaluate, and outcomes that add up to them',
    async (learner) => {
      const cell = await runCell(
        {
          contender: { name: 'it', learner, options: { seed: 3 } },
          split: 'test',
          train: corpusOf(documents),
          test: corpusOf(test),
        },
        NO_METERS,
      )
      const model = await train(documents, { learner, seed: 3 })
      const { perLabel, ...measures } = await evaluate(model, test)
      expect(cell.measures).toEqual(measures)
      expect(cell.labels.labels).toEqual(perLabel.map(({ label }) => label))
      expect(cell.labels.f1).toEqual(perLabel.map(({ f1 }) => f1))
      expect(cell).toMatchObject({ contender: 'it', learner, split: 'test', documents: 120 })
      expect(cell.modelBytes).toBe(classifierToBytes(model).length)
      const mean = (figures: readonly number[]) => figures.reduce((sum, x) => sum + x, 0) / figures.length
      const { outcomes } = cell
      expect(outcomes.bestRank).toHaveLength(measures.documents)
      for (const measure of ['R1', 'R5', 'MRR'] as const)
        expect(mean(comparedMeasure(measure).signTest(outcomes)), measure).toBeCloseTo(
          measures[measure] ?? -1,
          9,
        )
      expect(mean(outcomes.averagePrecision)).toBeCloseTo(measures.averagePrecision ?? -1, 5)
      expect(Math.max(...outcomes.f1)).toBeLessThanOrEqual(1)
    },
  )

  it('times what its meters say', async () => {
    let clock = 0
    const meters = {
      seconds: () => clock++,
      cpuSeconds: () => 10 * clock,
      peakMemoryBytes: () => 77,
    }
    const contender = { name: 'ff', learner: 'ff', options: {} }
    const cell = await runCell(
      { contender, split: 'test', train: corpusOf(documents), test: corpusOf(test.slice(0, 10)) },
      meters,
    )
    expect(cell).toMatchObject({
      trainSeconds: 1,
      trainCpuSeconds: 10,
      documentsPerSecond: 10,
      peakMemoryBytes: 77,
    })
  })
})
