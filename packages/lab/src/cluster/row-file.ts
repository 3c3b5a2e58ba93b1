// The rows of a shard as it counted them, under its own numbers of terms and labels: read from text once, kept in the
// store, and weighted by every task that learns from them, once it is known how often a term is in all documents.

import { InputError } from 'abound'
import {
  type ByteTable,
  CHUNK_MASK,
  CHUNK_SHIFT,
  type Container,
  type Dataset,
  type DatasetBuilder,
  type NumberArray,
  type RowChunk,
  type RowLabels,
  type Vectoriser,
} from 'abound/internal'
import { forEachName, nameArrays } from './names.js'
import { payload, toIds } from './payload.js'

/** Rows of counts, sealed, and the names behind their numbers. */
export function rowFile(data: Dataset, terms: ByteTable, labels: ByteTable): Uint8Array {
  const names = { ...nameArrays(terms, 'terms.'), ...nameArrays(labels, 'labels.') }
  return payload({}, { ...toArrays(data), ...names })
}

/** Adds the rows that `keep` keeps, weighted, under the numbers that all shards share. */
export function addRows(
  { sections }: Container,
  vectoriser: Vectoriser,
  labels: ByteTable,
  into: DatasetBuilder,
  keep: (row: number) => boolean = () => true,
): void {
  const terms = Int32Array.from(numbersIn(sections, 'terms.', vectoriser.terms))
  const names = numbersIn(sections, 'labels.', labels)
  forEachRow(sections, (row, columns, values, from, to, rowLabels) => {
    if (!keep(row)) return
    vectoriser.loadCounts(columns, values, from, to, terms)
    vectoriser.weigh()
    into.addRow(vectoriser.columns, vectoriser.values, vectoriser.size, {
      positives: Array.from(rowLabels.positives, (id) => names[id]),
      negatives: Array.from(rowLabels.negatives, (id) => names[id]),
      judged: rowLabels.judged,
    })
  })
  into.featureCount = vectoriser.terms.count
  into.labelCount = labels.count
}

/** Weighted rows, sealed, under the numbers that all shards share. */
export function weighedFile(data: Dataset): Uint8Array {
  return payload({}, toArrays(data))
}

/** Adds such rows as they are. */
export function addWeighed({ sections }: Container, into: DatasetBuilder): void {
  forEachRow(sections, (_row, columns, values, from, to, rowLabels) => {
    into.addRow(
      columns.subarray(from, to),
      Float64Array.from(values.subarray(from, to)),
      to - from,
      rowLabels,
    )
  })
}

/** The rows of all chunks end to end. */
function toArrays(data: Dataset): Record<string, NumberArray> {
  if (data.chunks.some(({ weights }) => weights !== undefined)) {
    throw new InputError('documents with weights of their own are learned from on one machine')
  }
  const lengths = new Uint32Array(data.count)
  const positives = new Uint32Array(data.count)
  const negatives = new Uint32Array(data.count)
  for (let row = 0; row < data.count; row++) {
    const { offsets, labelOffsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    lengths[row] = offsets[r + 1] - offsets[r]
    positives[row] = labelOffsets[2 * r + 1] - labelOffsets[2 * r]
    negatives[row] = labelOffsets[2 * r + 2] - labelOffsets[2 * r + 1]
  }
  const joined = <T extends NumberArray>(make: new (length: number) => T, of: (chunk: RowChunk) => T): T => {
    const out = new make(data.chunks.reduce((sum, chunk) => sum + of(chunk).length, 0))
    let at = 0
    for (const chunk of data.chunks) {
      out.set(of(chunk), at)
      at += of(chunk).length
    }
    return out
  }
  return {
    lengths,
    positives,
    negatives,
    judged: joined(Uint8Array, ({ judged }) => judged),
    columns: joined(Uint32Array, ({ columns }) => columns),
    values: joined(Float32Array, ({ values }) => values),
    labels: joined(Uint32Array, ({ labels }) => labels),
  }
}

type RowVisitor = (
  row: number,
  columns: Uint32Array,
  values: Float32Array,
  from: number,
  to: number,
  labels: RowLabels,
) => void

function forEachRow(sections: Container['sections'], visit: RowVisitor): void {
  const lengths = toIds(sections.lengths)
  const positives = toIds(sections.positives)
  const negatives = toIds(sections.negatives)
  const columns = toIds(sections.columns)
  const values = new Float32Array(sections.values)
  const labels = toIds(sections.labels)
  let entry = 0
  let label = 0
  for (let row = 0; row < lengths.length; row++) {
    const middle = label + positives[row]
    const end = middle + negatives[row]
    visit(row, columns, values, entry, entry + lengths[row], {
      positives: labels.subarray(label, middle),
      negatives: labels.subarray(middle, end),
      judged: sections.judged[row] as RowLabels['judged'],
    })
    entry += lengths[row]
    label = end
  }
}

/** The number that each of the shard's names has among all. */
function numbersIn(sections: Container['sections'], prefix: string, all: ByteTable): number[] {
  const numbers: number[] = []
  forEachName(sections, (bytes, from, to, hash) => numbers.push(all.find(bytes, from, to, hash)), prefix)
  return numbers
}
