import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Label, strict, VersionAnswer } from '../http/schemas.js'

export const postLabels = defineRoute({
  at: 'POST /v1/labels',
  role: 'teach',
  summary: 'A new label, before anything is taught of it.',
  body: Type.Object({ label: Label }, strict),
  answer: VersionAnswer,
  perModel: true,
  async handle({ model: modelOf, body: { label } }) {
    const model = modelOf()
    if (model.labels.get(label) !== undefined) return { version: model.applied }
    const [{ seq }] = await model.mark({ kind: 'label', label, at: Date.now() })
    return { version: model.applied, seq }
  },
})
