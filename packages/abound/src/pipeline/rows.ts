// Documents become rows of a dataset: label ids, judgements, and the weighting of rows of counts.

import type { Dataset, Document, Judgement, RowChunk } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { InputError } from '../errors.js'
import type { ByteTable } from '../structures/byte-table.js'
import { cutChunk, DatasetBuilder, type RowLabels, UNLABELLED } from '../structures/dataset.js'
import type { Vectoriser } from '../vector/vectoriser.js'

/** What is known of a document's labels: nothing (0), all (1), or part (2). */
export function judgementOf({ labels, notLabels, partial }: Document): Judgement {
  if (labels === undefined && notLabels === undefined) return 0
  return partial === true || labels === undefined ? 2 : 1
}

/** Refuses invalid labels before any is added to a table. */
export function checkLabels({ labels = [], notLabels = [] }: Document): void {
  checkNames(labels, 'labels')
  checkNames(notLabels, 'notLabels')
  if (notLabels.length === 0) return
  const positives = new Set(labels)
  for (const name of notLabels) {
    if (positives.has(name)) {
      throw new InputError(`"${name}" is in labels and in notLabels: expected it in one of them`)
    }
  }
}

function checkNames(names: readonly unknown[], where: string): void {
  if (!Array.isArray(names)) throw new InputError(`"${where}" is ${JSON.stringify(names)}: expected a list`)
  for (const name of names) {
    if (typeof name !== 'string' || name === '') {
      throw new InputError(`a label is ${JSON.stringify(name)}: expected a text of at least one character`)
    }
  }
}

/** The document's labels as ids, new ones added to the table. They are a set: the order in which they are listed changes nothing. */
export function internLabels(document: Document, table: ByteTable): RowLabels {
  const judged = judgementOf(document)
  if (judged === 0) return UNLABELLED
  checkLabels(document)
  const { labels = [], notLabels = [] } = document
  return {
    positives: idsOf(labels, table),
    negatives: idsOf(notLabels, table),
    judged,
    weight: document.weight,
  }
}

/** The same for a table that must not grow: ids of the labels it has, and the first label that it has not. */
export function findLabels(
  document: Document,
  table: ByteTable,
): { readonly rowLabels: RowLabels; readonly unknown: string | undefined } {
  const judged = judgementOf(document)
  if (judged === 0) return { rowLabels: UNLABELLED, unknown: undefined }
  checkLabels(document)
  const { labels = [], notLabels = [] } = document
  const known = (names: readonly string[]): number[] => {
    const ids = new Set(sorted(names).map((name) => table.findString(name)))
    ids.delete(-1)
    return [...ids]
  }
  return {
    rowLabels: { positives: known(labels), negatives: known(notLabels), judged },
    unknown: [...labels, ...notLabels].find((name) => table.findString(name) < 0),
  }
}

function idsOf(names: readonly string[], table: ByteTable): number[] {
  if (names.length === 0) return []
  if (names.length === 1) return [table.internString(names[0])]
  const ids = new Set<number>()
  for (const name of sorted(names)) ids.add(table.internString(name))
  return [...ids]
}

/** Names in the order of their UTF-16 code units; those that are in order as they are. */
function sorted(names: readonly string[]): readonly string[] {
  for (let i = 1; i < names.length; i++) if (names[i - 1] > names[i]) return [...names].sort()
  return names
}

/** The labels of a dataset's row. */
export function labelsOf(data: Dataset, row: number): RowLabels {
  const chunk = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const { labels, labelOffsets } = chunk
  return {
    positives: labels.subarray(labelOffsets[2 * r], labelOffsets[2 * r + 1]),
    negatives: labels.subarray(labelOffsets[2 * r + 1], labelOffsets[2 * r + 2]),
    judged: chunk.judged[r] as RowLabels['judged'],
    weight: chunk.weights?.[r],
  }
}

/**
 * Turns rows of counts into weighted rows under the vectoriser's columns, in place: never two copies of all rows.
 * `newColumns` has the column that each old one becomes, −1 where it is dropped.
 */
export function weighRows(
  rows: DatasetBuilder,
  vectoriser: Vectoriser,
  newColumns: Int32Array,
): DatasetBuilder {
  rows.seal()
  for (let c = 0; c < rows.chunks.length; c++)
    rows.chunks[c] = weighChunk(rows.chunks[c], vectoriser, newColumns)
  rows.featureCount = vectoriser.terms.count
  return rows
}

function weighChunk(chunk: RowChunk, vectoriser: Vectoriser, newColumns: Int32Array): RowChunk {
  const { offsets, columns, values } = chunk
  let from = 0
  let end = 0
  for (let r = 1; r < offsets.length; r++) {
    const to = offsets[r]
    vectoriser.loadCounts(columns, values, from, to, newColumns)
    vectoriser.weigh()
    // A row never grows, so it overwrites only rows that have been read.
    end = vectoriser.storeRow(columns, values, end)
    offsets[r] = end
    from = to
  }
  return cutChunk(chunk, end)
}

/** A copy of the named rows as a dataset of its own; `change` may change the first n entries of each, and returns how many are left. */
export function subset(
  data: Dataset,
  rows: Uint32Array,
  shared = false,
  change?: (columns: Uint32Array, values: Float64Array, n: number) => number,
): DatasetBuilder {
  const out = new DatasetBuilder(shared)
  let columns = new Uint32Array(256)
  let values = new Float64Array(256)
  for (const row of rows) {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const from = chunk.offsets[r]
    const to = chunk.offsets[r + 1]
    const n = to - from
    if (n > values.length) {
      columns = new Uint32Array(n * 2)
      values = new Float64Array(n * 2)
    }
    columns.set(chunk.columns.subarray(from, to))
    values.set(chunk.values.subarray(from, to))
    out.addRow(columns, values, change?.(columns, values, n) ?? n, labelsOf(data, row))
  }
  out.featureCount = data.featureCount
  out.labelCount = data.labelCount
  return out.seal()
}
