import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Label, strict, UNKNOWN_LABEL, VersionAnswer } from '../http/schemas.js'

export const postLabelsMerge = defineRoute({
  at: 'POST /v1/labels/merge',
  role: 'teach',
  summary: 'Makes several labels one.',
  body: Type.Object({ from: Type.Array(Label, { minItems: 1, maxItems: 1000 }), to: Label }, strict),
  answer: VersionAnswer,
  errors: { unknown_label: UNKNOWN_LABEL },
  perModel: true,
  async handle({ model: modelOf, body: { from, to }, error }) {
    const model = modelOf()
    const others = [...new Set(from)].filter((label) => label !== to)
    for (const label of others)
      if (model.labels.get(label) === undefined) throw error('unknown_label', `there is no label "${label}"`)
    return others.length === 0 ? { version: model.applied } : model.rename(others, to)
  },
})
