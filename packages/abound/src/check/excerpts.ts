// The ids and the beginnings of the texts of documents that were found, once it is known which these are.

import type { Document } from '../contract.js'
import type { RawFinding } from './copies.js'
import type { DocumentExcerpt, Finding } from './findings.js'

/** Documents of a finding whose texts are shown, and how much of each. */
const SHOWN = 3
const LENGTH = 200
const VECTOR_SHOWN = 12

interface Excerpt {
  readonly id?: string
  readonly labels?: readonly string[]
  readonly text?: string
}

/** By number of the document. */
type Excerpts = ReadonlyMap<number, Excerpt>

/** Reads the documents again for the ids, labels and texts that findings show. */
export async function excerptsOf(
  findings: readonly RawFinding[],
  documents: AsyncIterable<Document>,
): Promise<Excerpts> {
  /** By document: whether its text is wanted too. */
  const wanted = new Map<number, boolean>()
  for (const { documents } of findings)
    for (const [i, document] of documents.entries())
      wanted.set(document, i < SHOWN || i === documents.length - 1 || wanted.get(document) === true)
  const out = new Map<number, Excerpt>()
  if (wanted.size === 0) return out
  let i = 0
  for await (const document of documents) {
    const withText = wanted.get(i)
    if (withText !== undefined) {
      const { id, labels } = document
      out.set(i, {
        ...(id === undefined ? {} : { id }),
        ...(labels === undefined ? {} : { labels }),
        ...(withText ? { text: beginningOf(document) } : {}),
      })
      if (out.size === wanted.size) break
    }
    i++
  }
  return out
}

/** A finding with what was read of its documents. */
export function addExcerpts(
  { documents, similarities, toMend, ...finding }: RawFinding,
  excerpts: Excerpts,
  trainDocuments: number,
): Finding {
  return {
    ...finding,
    toMend,
    documents: documents.map((document, i): DocumentExcerpt => {
      const inTest = document >= trainDocuments
      const similarity = similarities?.[i] ?? 0
      return {
        in: inTest ? 'test' : 'train',
        document: document - (inTest ? trainDocuments : 0) + 1,
        ...excerpts.get(document),
        ...(similarity > 0 ? { similarity } : {}),
      }
    }),
  }
}

/** The first 200 characters on one line, or the first features of a vector. */
function beginningOf({ text, vector }: Document): string {
  if (vector !== undefined) {
    const shown = Array.from(vector.features.subarray(0, VECTOR_SHOWN), (f, i) => `${f}:${vector.values[i]}`)
    return shown.join(' ') + (vector.features.length > VECTOR_SHOWN ? ' …' : '')
  }
  // Blanks are drawn together first, so more than is shown is looked at.
  const raw =
    typeof text === 'string' ? text.slice(0, LENGTH * 8) : decoder.decode(text?.slice(0, LENGTH * 8))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what must go
  const line = raw.replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]+/g, ' ').trim()
  if (line.length <= LENGTH) return line
  const cut = line.slice(0, LENGTH)
  return `${/[\ud800-\udbff]$/.test(cut) ? cut.slice(0, -1) : cut}…`
}

const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
