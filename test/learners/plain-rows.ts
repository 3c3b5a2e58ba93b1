// Rows as plain arrays, for tests: to a dataset, and back.

import fc from 'fast-check'
import type { Dataset, Judgement, Model } from '../../packages/abound/src/contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../packages/abound/src/engine/chunks.js'
import { clearScores, createScores } from '../../packages/abound/src/engine/scores.js'
import { DatasetBuilder } from '../../packages/abound/src/structures/dataset.js'

export interface PlainRow {
  /** Column and value; columns distinct. */
  readonly x: readonly (readonly [number, number])[]
  readonly labels: readonly number[]
  readonly not: readonly number[]
  readonly judged: Judgement
  readonly weight?: number
}

/** A fully judged row; its entries may be written as `column:value` with blanks between them. */
export function row(x: PlainRow['x'] | string, ...labels: number[]): PlainRow {
  return { x: typeof x === 'string' ? entriesIn(x) : x, labels, not: [], judged: 1 }
}

function entriesIn(text: string): [number, number][] {
  return text.split(' ').map((entry) => {
    const [column, value] = entry.split(':')
    return [Number(column), Number(value)]
  })
}

export function addPlainRow(data: DatasetBuilder, { x, labels, not, judged, weight }: PlainRow): void {
  const columns = Uint32Array.from(x, ([column]) => column)
  const values = Float64Array.from(x, ([, value]) => value)
  data.addRow(columns, values, x.length, { positives: labels, negatives: not, judged, weight })
}

export function datasetOf(rows: readonly PlainRow[]): DatasetBuilder {
  const data = new DatasetBuilder()
  for (const one of rows) addPlainRow(data, one)
  return data
}

/** What a dataset says of a row. */
export function plainRow(data: Dataset, at: number): PlainRow {
  const chunk = data.chunks[at >>> CHUNK_SHIFT]
  const r = at & CHUNK_MASK
  const columns = [...chunk.columns.subarray(chunk.offsets[r], chunk.offsets[r + 1])]
  const { labels, labelOffsets } = chunk
  return {
    x: columns.map((column, i) => [column, chunk.values[chunk.offsets[r] + i]] as const),
    labels: [...labels.subarray(labelOffsets[2 * r], labelOffsets[2 * r + 1])],
    not: [...labels.subarray(labelOffsets[2 * r + 1], labelOffsets[2 * r + 2])],
    judged: chunk.judged[r] as Judgement,
  }
}

/** The retrieved labels of a row with their scores, by label. */
export function scoresOf(model: Model, data: Dataset, at: number): Map<number, number> {
  const scores = createScores(model.labelCount)
  model.score(data, at, scores)
  const out = new Map<number, number>()
  for (const label of [...scores.touched.subarray(0, scores.count)].sort((a, b) => a - b)) {
    out.set(label, scores.values[label])
  }
  if (out.size !== scores.count) throw new Error('a label was touched twice')
  clearScores(scores)
  if (scores.values.some((value) => value !== 0)) throw new Error('a label was scored but not touched')
  return out
}

/** Multiples of 1/8 up to 4, not 0: exact in 32-bit floats, and so are their sums. */
export const eighths: fc.Arbitrary<number> = fc.integer({ min: 1, max: 32 }).map((n) => n / 8)

export const signedEighths: fc.Arbitrary<number> = fc
  .tuple(eighths, fc.boolean())
  .map(([value, minus]) => (minus ? -value : value))

/** A row's entries with distinct columns in any order. */
export function entriesOf(
  features: number,
  values: fc.Arbitrary<number>,
  maxLength = features,
): fc.Arbitrary<[number, number][]> {
  return fc.uniqueArray(fc.tuple(fc.nat({ max: features - 1 }), values), {
    selector: ([column]) => column,
    maxLength,
  })
}

/** Rows of every kind: one label, several, known to have none, partly judged. */
export function plainRows(
  features: number,
  labels: number,
  values: fc.Arbitrary<number>,
  size: { minLength?: number; maxLength: number },
  maxEntries = features,
): fc.Arbitrary<PlainRow[]> {
  const label = fc.nat({ max: labels - 1 })
  const some = fc.uniqueArray(label, { maxLength: 3 })
  const full = some.map((ids) => ({ labels: ids, not: [] as number[], judged: 1 as const }))
  const partial = fc.tuple(some, some).map(([ids, not]) => ({
    labels: ids,
    not: not.filter((id) => !ids.includes(id)),
    judged: 2 as const,
  }))
  const single = label.map((id) => ({ labels: [id], not: [] as number[], judged: 1 as const }))
  const judgement = fc.oneof({ arbitrary: single, weight: 2 }, full, partial)
  const one = fc
    .tuple(entriesOf(features, values, maxEntries), judgement)
    .map(([x, said]) => ({ x, ...said }) satisfies PlainRow)
  return fc.array(one, { minLength: 1, ...size })
}
