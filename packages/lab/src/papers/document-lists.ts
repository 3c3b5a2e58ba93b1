// Lists of documents, cut and drawn from, and put under other labels.

import type { Document } from 'abound'
import { holdOut, permutation, Rng, type Split } from 'abound/internal'
import type { Desk } from './item.js'

/** Parts of a dataset one after the other. */
export async function readParts(
  desk: Desk,
  dataset: string,
  parts: readonly string[] = ['train', 'test'],
): Promise<Document[]> {
  const documents: Document[] = []
  for (const part of parts) {
    // One by one: half a million as arguments are more than the stack holds.
    for (const document of await desk.documents(dataset, part)) documents.push(document)
  }
  return documents
}

/** The documents of a split. */
export function splitDocuments(
  documents: readonly Document[],
  { train, test }: Split,
): { readonly train: Document[]; readonly test: Document[] } {
  const select = (rows: Uint32Array): Document[] => Array.from(rows, (row) => documents[row])
  return { train: select(train), test: select(test) }
}

/** All documents, or in a quick run a seeded sample of `size`. */
export function sampleIfQuick(desk: Desk, documents: readonly Document[], size: number): readonly Document[] {
  if (!desk.quick || documents.length <= size) return documents
  return splitDocuments(documents, holdOut(documents.length, size / documents.length, desk.seed)).test
}

/** At most `size` documents in a random order; a smaller draw is the beginning of a larger one. */
export function drawDocuments<T>(documents: readonly T[], seed: number, size = documents.length): T[] {
  const order = permutation(documents.length, new Rng(seed))
  return Array.from(order.subarray(0, size), (row) => documents[row])
}

/** Consecutive blocks of about the same size. */
export function cutIntoBlocks<T>(items: readonly T[], count: number): T[][] {
  const start = (block: number): number => Math.floor((items.length * block) / count)
  return Array.from({ length: count }, (_, block) => items.slice(start(block), start(block + 1)))
}

/** How many documents have each label. */
export function countLabels(documents: readonly Document[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { labels = [] } of documents)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

/** Labels with their counts, the most frequent first, ties by name. */
export function byFrequency(counts: Iterable<[string, number]>): [string, number][] {
  return [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
}

/** The documents under other labels, without those that are left with none. */
export function relabel(
  documents: readonly Document[],
  labelsFor: (labels: readonly string[]) => readonly string[],
): Document[] {
  return documents.flatMap((document) => {
    const labels = labelsFor(document.labels ?? [])
    return labels.length > 0 ? [{ ...document, labels }] : []
  })
}

/** The documents with one of the `count` most frequent labels, under these alone. */
export function keepFrequent(documents: readonly Document[], count: number): Document[] {
  const kept = new Set(
    byFrequency(countLabels(documents))
      .slice(0, count)
      .map(([label]) => label),
  )
  return relabel(documents, (labels) => labels.filter((label) => kept.has(label)))
}

/** All documents under these labels alone, those with none of them too. */
export function restrictLabels(documents: readonly Document[], kept: ReadonlySet<string>): Document[] {
  return documents.map((document) => ({
    ...document,
    labels: (document.labels ?? []).filter((label) => kept.has(label)),
  }))
}
