import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { LISTED_LABEL, strict, TermWeight, UNKNOWN_LABEL } from '../http/schemas.js'

export const getLabel = defineRoute({
  at: 'GET /v1/labels/{label}',
  role: 'read',
  summary: 'A label: counts, quality, its strongest words.',
  query: Type.Object({ top: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })) }, strict),
  answer: Type.Object({ ...LISTED_LABEL, words: Type.Array(TermWeight) }),
  errors: { unknown_label: UNKNOWN_LABEL },
  perModel: true,
  handle({ model, params: { label }, query: { top = 30 }, error }) {
    const { classifier, names } = model()
    const listed = model().labels.get(label)
    if (listed === undefined) throw error('unknown_label', `there is no label "${label}"`)
    const words = names
      .modelIds(listed.label, classifier)
      .flatMap((id) => classifier.strongestTerms(classifier.labelName(id), top))
      .sort((a, b) => b.weight - a.weight)
    return { ...listed, words: words.slice(0, top) }
  },
})
