// What an online learner is told of the rows: measured alike in memory and from a stream, or known without.

import { describe, expect, it } from 'vitest'
import type { Document, Shape } from '../../packages/abound/src/contract.js'
import type { Corpus } from '../../packages/abound/src/pipeline/corpus.js'
import { internLabels } from '../../packages/abound/src/pipeline/rows.js'
import { absentValueOf, shapeOfRows, shapeOfStream } from '../../packages/abound/src/pipeline/shape.js'
import { resolveTrainOptions } from '../../packages/abound/src/pipeline/train-options.js'
import { ByteTable } from '../../packages/abound/src/structures/byte-table.js'
import { DatasetBuilder } from '../../packages/abound/src/structures/dataset.js'
import { Vectoriser } from '../../packages/abound/src/vector/vectoriser.js'

const TEXTS: Document[] = [
  { text: 'wheat wheat wheat corn', labels: ['grain'] },
  { text: 'gold', labels: ['metal'] },
  { text: 'silver silver silver silver silver silver' },
  { text: 'gold corn rises', labels: [] },
]
const VECTORS: Document[] = [
  { vector: { features: Uint32Array.of(1, 2), values: Float64Array.of(3, -4) }, labels: ['a'] },
  { vector: { features: Uint32Array.of(2), values: Float64Array.of(1) }, labels: ['b'] },
]

/** The shape by rows and by stream, and how often the stream was read for it. */
async function shapes(
  documents: readonly Document[],
  given: Record<string, unknown>,
): Promise<{ rows: Shape; stream: Shape; readings: number; absentValue: number }> {
  const options = resolveTrainOptions(given)
  const vectoriser = await Vectoriser.load(options.vectorOptions)
  const labels = new ByteTable()
  const judged = documents.filter((one) => one.labels !== undefined)
  for (const document of judged) vectoriser.look(document)
  const data = new DatasetBuilder()
  for (const document of judged) {
    vectoriser.vectorise(document)
    data.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, internLabels(document, labels))
  }
  data.featureCount = vectoriser.terms.count
  let readings = 0
  const corpus: Corpus = {
    rereadable: true,
    async *batches() {
      readings++
      yield documents as Document[]
    },
  }
  const absentValue = absentValueOf(vectoriser)
  const context = { seed: 1, absentValue, vectors: vectoriser.vectors === true }
  const all = Uint32Array.from({ length: data.count }, (_, row) => row)
  const rows = shapeOfRows(data, all, options, context)
  const size = { documents: data.count, features: data.featureCount, labels: data.labelCount }
  return { rows, stream: await shapeOfStream(size, corpus, vectoriser, options), readings, absentValue }
}

describe('the shape', () => {
  it('has the extent that was asked for, from memory as from a stream', async () => {
    const tf = await shapes(TEXTS, { learner: 'widrow-hoff', weighting: 'tf', norm: 'none' })
    expect(tf.rows).toEqual({ documents: 3, features: 4, labels: 2, largestNorm: Math.sqrt(10) })
    expect(tf.stream).toEqual(tf.rows)
    expect(tf.readings).toBe(1)
    const range = await shapes(TEXTS, { learner: 'eg', weighting: 'tf', norm: 'none' })
    expect(range.rows.largestRange).toBe(3)
    expect(range.stream).toEqual(range.rows)
  })

  it('measures ready-made vectors, whatever weighting texts would have', async () => {
    const norm = await shapes(VECTORS, { learner: 'widrow-hoff' })
    expect(norm.rows.largestNorm).toBe(5)
    expect(norm.stream).toEqual(norm.rows)
    const range = await shapes(VECTORS, { learner: 'eg' })
    expect(range.rows.largestRange).toBe(7)
    expect(range.stream).toEqual(range.rows)
  })

  it('reads nothing where the weighting tells, or nobody asks', async () => {
    const cases = [
      [{ learner: 'widrow-hoff' }, { largestNorm: 1 }],
      [{ learner: 'eg' }, { largestRange: 1 }],
      [{ learner: 'widrow-hoff', weighting: 'tf', norm: 'none', rate: 0.01 }, {}],
      [{ learner: 'widrow-hoff', weighting: 'tf', norm: 'none', rateEach: true }, {}],
      [{ learner: 'mmp' }, {}],
    ] as const
    for (const [given, extent] of cases) {
      const { rows, stream, readings } = await shapes(TEXTS, given)
      expect(rows).toEqual({ documents: 3, features: 4, labels: 2, ...extent })
      expect(stream).toEqual(rows)
      expect(readings).toBe(0)
    }
  })

  it('counts what absent words are worth under inquery weights', async () => {
    const { rows, stream, absentValue } = await shapes(TEXTS, {
      learner: 'widrow-hoff',
      weighting: 'inquery',
    })
    expect(absentValue).toBe(0.4)
    // Four words at 0.4 and more: longer than √(4 · 0.16).
    expect(rows.largestNorm).toBeGreaterThan(0.8)
    expect(stream).toEqual(rows)
    expect((await shapes(TEXTS, { learner: 'widrow-hoff', weighting: 'tf' })).absentValue).toBe(0)
    expect((await shapes(VECTORS, { learner: 'eg', weighting: 'inquery' })).absentValue).toBe(0)
  })
})
