// Rows that grow by chunks, against plain arrays.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CHUNK_ROWS } from '../../packages/abound/src/engine/chunks.js'
import { DatasetBuilder, UNLABELLED } from '../../packages/abound/src/structures/dataset.js'
import {
  addPlainRow,
  datasetOf,
  type PlainRow,
  plainRow,
  plainRows,
  signedEighths,
} from '../learners/plain-rows.js'

const rowsOf = (data: DatasetBuilder): PlainRow[] =>
  Array.from({ length: data.count }, (_, at) => plainRow(data, at))

const rows = plainRows(12, 9, signedEighths, { maxLength: 40 })

/** Row i of many: distinct, with an empty row now and then. */
const numbered = (i: number): PlainRow => ({
  x:
    i % 7 === 0
      ? []
      : [
          [i % 1000, i / 8],
          [1000 + (i % 3), 1],
        ],
  labels: i % 5 === 0 ? [] : [i % 11],
  not: i % 4 === 0 ? [20] : [],
  judged: i % 4 === 0 ? 2 : 1,
})

describe('DatasetBuilder', () => {
  it('gives back what was put in', () => {
    fc.assert(
      fc.property(rows, (given) => {
        const data = datasetOf(given)
        expect(rowsOf(data)).toEqual(given)
        expect(data.count).toBe(given.length)
        const columns = given.flatMap(({ x }) => x.map(([column]) => column))
        const labels = given.flatMap((one) => [...one.labels, ...one.not])
        expect(data.featureCount).toBe(Math.max(-1, ...columns) + 1)
        expect(data.labelCount).toBe(Math.max(-1, ...labels) + 1)
      }),
    )
  })

  it('crosses chunks', () => {
    const given = Array.from({ length: 2 * CHUNK_ROWS + 3 }, (_, i) => numbered(i))
    const data = datasetOf(given)
    expect(data.chunks.length).toBe(3)
    expect(rowsOf(data)).toEqual(given)
  })

  it('reads only the first n entries and rounds values to 32 bits', () => {
    const data = new DatasetBuilder()
    data.addRow(Uint32Array.of(3, 9), Float64Array.of(0.1, 7), 1, UNLABELLED)
    expect(plainRow(data, 0)).toEqual({ x: [[3, Math.fround(0.1)]], labels: [], not: [], judged: 0 })
    expect(data.featureCount).toBe(4)
  })

  it('counts the bytes of full chunks, no more than they hold', () => {
    const data = datasetOf(Array.from({ length: CHUNK_ROWS }, (_, i) => numbered(i)))
    expect(data.sealedBytes).toBe(0)
    addPlainRow(data, numbered(0))
    const chunk = data.chunks[0]
    const entries = chunk.offsets[CHUNK_ROWS]
    const labels = chunk.labelOffsets[2 * CHUNK_ROWS]
    expect(chunk.columns.length).toBe(entries)
    expect(chunk.labels.length).toBe(labels)
    const offsets = CHUNK_ROWS + 1 + 2 * CHUNK_ROWS + 1
    expect(data.sealedBytes).toBe(8 * entries + 4 * labels + 4 * offsets + CHUNK_ROWS)
  })

  it('is refilled after clear as if it were new', () => {
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const data = datasetOf(first)
        data.clear()
        expect(data.count).toBe(0)
        for (const one of second) addPlainRow(data, one)
        expect(rowsOf(data)).toEqual(second)
      }),
      { numRuns: 50 },
    )
  })

  it('is refilled after clear across chunks', () => {
    const data = datasetOf(Array.from({ length: CHUNK_ROWS + 5 }, (_, i) => numbered(i)))
    data.clear()
    expect(data.sealedBytes).toBe(0)
    const given = Array.from({ length: CHUNK_ROWS + 2 }, (_, i) => numbered(i + 13))
    for (const one of given) addPlainRow(data, one)
    expect(data.chunks.length).toBe(2)
    expect(rowsOf(data)).toEqual(given)
  })

  describe('seal', () => {
    it('changes no row and leaves no spare room', () => {
      const given = Array.from({ length: 50 }, (_, i) => numbered(i))
      const data = datasetOf(given).seal()
      expect(rowsOf(data)).toEqual(given)
      const [chunk] = data.chunks
      expect(chunk.offsets.length).toBe(51)
      expect(chunk.columns.length).toBe(chunk.offsets[50])
      expect(chunk.values.length).toBe(chunk.offsets[50])
      expect(chunk.judged.length).toBe(50)
    })

    it('moves into shared memory later, row for row', () => {
      const data = new DatasetBuilder()
      for (let i = 0; i < CHUNK_ROWS + 9; i++) addPlainRow(data, numbered(i))
      const before = rowsOf(data)
      const shared = [...data.share().chunks]
      expect(rowsOf(data)).toEqual(before)
      for (const { columns, labels } of shared) {
        expect(columns.buffer).toBeInstanceOf(SharedArrayBuffer)
        expect(labels.buffer).toBeInstanceOf(SharedArrayBuffer)
      }
      // Once is enough.
      data.share().chunks.forEach((chunk, c) => {
        expect(chunk).toBe(shared[c])
      })
    })

    it('uses shared memory where asked, for full chunks too', () => {
      const shared = new DatasetBuilder(true)
      for (let i = 0; i < CHUNK_ROWS + 1; i++) addPlainRow(shared, numbered(i))
      shared.seal()
      for (const chunk of shared.chunks) {
        const { offsets, columns, values, labelOffsets, labels, judged } = chunk
        for (const { buffer } of [offsets, columns, values, labelOffsets, labels, judged]) {
          expect(buffer).toBeInstanceOf(SharedArrayBuffer)
        }
      }
      const own = datasetOf([numbered(1)]).seal()
      expect(own.chunks[0].values.buffer).toBeInstanceOf(ArrayBuffer)
    })

    it('refuses more rows until it is cleared', () => {
      const data = datasetOf([numbered(1)]).seal()
      expect(() => addPlainRow(data, numbered(2))).toThrow(/sealed/)
      expect(rowsOf(data.seal())).toEqual([numbered(1)])
      data.clear()
      addPlainRow(data, numbered(2))
      expect(rowsOf(data)).toEqual([numbered(2)])
    })

    it('gives a chunk that a later fill does not overwrite', () => {
      const given = Array.from({ length: 9 }, (_, i) => numbered(i + 1))
      const data = datasetOf(given).seal()
      const { chunks, count } = { chunks: [...data.chunks], count: data.count }
      data.clear()
      for (let i = 0; i < 9; i++) addPlainRow(data, numbered(i + 50))
      const kept = { chunks, count, featureCount: 0, labelCount: 0 }
      expect(given.map((_, at) => plainRow(kept, at))).toEqual(given)
    })
  })
})
