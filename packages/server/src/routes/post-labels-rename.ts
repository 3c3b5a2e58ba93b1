import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Label, strict, UNKNOWN_LABEL, VersionAnswer } from '../http/schemas.js'

export const postLabelsRename = defineRoute({
  at: 'POST /v1/labels/rename',
  role: 'teach',
  summary: 'Gives a label another name.',
  body: Type.Object({ from: Label, to: Label }, strict),
  answer: VersionAnswer,
  errors: {
    unknown_label: UNKNOWN_LABEL,
    label_exists: { status: 409, when: 'there is a label of the new name: merge them instead' },
  },
  perModel: true,
  async handle({ model: modelOf, body: { from, to }, error }) {
    const model = modelOf()
    if (from === to) return { version: model.applied }
    if (model.labels.get(from) === undefined) throw error('unknown_label', `there is no label "${from}"`)
    if (model.labels.get(to) !== undefined)
      throw error('label_exists', `there is a label "${to}": merge them instead`)
    return model.rename([from], to)
  },
})
