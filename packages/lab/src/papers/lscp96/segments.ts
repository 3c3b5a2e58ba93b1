// The corpora of the items of LSCP96: documents with a title and a main text, read as the one or the other.

import type { Document } from 'abound'
import type { Desk } from '../item.js'
import { sampled } from '../measuring.js'

export type Segment = 'title' | 'main text'

/** A corpus with its parts under the labels that both have. */
export interface LabelledParts {
  readonly train: readonly Document[]
  readonly test: readonly Document[]
  /** By the number of training documents, most first. */
  readonly labels: ReadonlyMap<string, number>
}

const QUICK = { train: 2500, test: 1200 }

/** Reuters-21578 (ModApte) under the topics of both parts, or OHSUMED; only documents that have a title and a text. */
export async function labelledParts(desk: Desk, corpus: 'reuters21578' | 'ohsumed'): Promise<LabelledParts> {
  const prefix = corpus === 'reuters21578' ? 'modapte-' : ''
  const read = async (part: 'train' | 'test') =>
    sampled(desk, (await desk.documents(corpus, prefix + part)).filter(hasBoth), QUICK[part])
  const [train, test] = [await read('train'), await read('test')]
  const inTest = labelCounts(test)
  const counts = [...labelCounts(train)].filter(([label]) => inTest.has(label))
  const labels = new Map(counts.sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)))
  const known = (document: Document): Document => ({
    ...document,
    labels: (document.labels ?? []).filter((label) => labels.has(label)),
  })
  return { train: train.map(known), test: test.map(known), labels }
}

/** The documents with that segment as their text: the title is the first line. */
export function segmentOf(documents: readonly Document[], segment: Segment): Document[] {
  return documents.map((document) => {
    const [title, main] = segments(document)
    return { ...document, text: segment === 'title' ? title : main }
  })
}

export function labelCounts(documents: readonly Document[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { labels = [] } of documents)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

const decoder = new TextDecoder()

function segments({ text: given = '' }: Document): [title: string, main: string] {
  const text = typeof given === 'string' ? given : decoder.decode(given)
  const end = text.indexOf('\n')
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end + 1)]
}

function hasBoth(document: Document): boolean {
  return segments(document).every((segment) => segment.trim() !== '')
}
