// The index from the other side: which labels a word speaks for.

import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { strict } from '../http/schemas.js'
import { HttpError } from '../http-error.js'
import type { ServedModel } from '../model/served-model.js'

export const getWords = defineRoute({
  at: 'GET /v1/words',
  role: 'read',
  summary: 'The labels that a term speaks for, or the commonest terms that begin with a prefix.',
  query: Type.Object(
    {
      term: Type.Optional(Type.String({ maxLength: 1000 })),
      prefix: Type.Optional(Type.String({ maxLength: 1000 })),
      limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    },
    strict,
  ),
  answer: Type.Object({
    term: Type.Optional(Type.String()),
    labels: Type.Optional(Type.Array(Type.Object({ label: Type.String(), weight: Type.Number() }))),
    words: Type.Optional(Type.Array(Type.Object({ term: Type.String(), documents: Type.Number() }))),
  }),
  perModel: true,
  handle({ model, query: { term, prefix, limit = 20 } }) {
    if (term !== undefined) return findLabels(model(), term, limit)
    if (prefix === undefined) throw new HttpError(400, 'bad_request', 'expected ?term= or ?prefix=')
    return { words: suggestions(model(), prefix, limit) }
  },
})

function findLabels(model: ServedModel, term: string, limit: number) {
  const { classifier, names, vectoriser } = model
  let known = term
  let found = classifier.strongestLabels(known, limit + names.count)
  if (found.length === 0) {
    // As people write it: in capitals, not yet stemmed.
    const feature = vectoriser.locate(term).features.find((id) => id >= 0)
    if (feature !== undefined) {
      known = vectoriser.terms.string(feature)
      found = classifier.strongestLabels(known, limit + names.count)
    }
  }
  const seen = new Set<string>()
  const labels = found
    .map(({ label, weight }) => ({ label: names.displayName(label), weight }))
    .filter(({ label }) => !seen.has(label) && seen.add(label))
  return { term: known, labels: labels.slice(0, limit) }
}

/** Looks through the bytes of all terms: no string is made but for those shown. */
function suggestions({ vectoriser }: ServedModel, prefix: string, limit: number) {
  const { terms, df } = vectoriser.parts()
  const { bytes, offsets, count } = terms
  const wanted = new TextEncoder().encode(prefix.toLowerCase())
  const found: { id: number; documents: number }[] = []
  let least = 0
  for (let id = 0; id < count; id++) {
    const from = offsets[id]
    if (offsets[id + 1] - from < wanted.length) continue
    let i = 0
    while (i < wanted.length && bytes[from + i] === wanted[i]) i++
    if (i < wanted.length || (found.length >= 4 * limit && df[id] <= least)) continue
    found.push({ id, documents: df[id] })
    if (found.length < 8 * limit) continue
    found.sort((a, b) => b.documents - a.documents)
    found.length = 4 * limit
    least = found[found.length - 1].documents
  }
  return found
    .sort((a, b) => b.documents - a.documents || a.id - b.id)
    .slice(0, limit)
    .map(({ id, documents }) => ({ term: terms.string(id), documents }))
}
