// The corpora of the items of LSCP96: documents with a title and a main text, read as the one or the other.

import type { Document } from 'abound'
import { byFrequency, countLabels, restrictLabels, sampleIfQuick } from '../document-lists.js'
import type { Desk } from '../item.js'

export type Segment = 'title' | 'main text'

const QUICK = { train: 2500, test: 1200 }

/**
 * Reuters-21578 (ModApte) under the topics of both parts, or OHSUMED; only documents that have a title and a text. The
 * labels come with their numbers of training documents, most first.
 */
export async function readLabelledParts(
  desk: Desk,
  corpus: 'reuters21578' | 'ohsumed',
): Promise<{ train: Document[]; test: Document[]; labels: ReadonlyMap<string, number> }> {
  const prefix = corpus === 'reuters21578' ? 'modapte-' : ''
  const read = async (part: 'train' | 'test') =>
    sampleIfQuick(desk, (await desk.documents(corpus, prefix + part)).filter(hasBoth), QUICK[part])
  const [train, test] = [await read('train'), await read('test')]
  const inTest = countLabels(test)
  const labels = new Map(byFrequency(countLabels(train)).filter(([label]) => inTest.has(label)))
  const known = new Set(labels.keys())
  return { train: restrictLabels(train, known), test: restrictLabels(test, known), labels }
}

/** The documents with that segment as their text: the title is the first line. */
export function readAs(segment: Segment, documents: readonly Document[]): Document[] {
  return documents.map((document) => {
    const [title, main] = segments(document)
    return { ...document, text: segment === 'title' ? title : main }
  })
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
