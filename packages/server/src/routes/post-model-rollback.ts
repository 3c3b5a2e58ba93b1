import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { strict, VersionAnswer } from '../http/schemas.js'

export const postModelRollback = defineRoute({
  at: 'POST /v1/model/rollback',
  role: 'admin',
  summary: 'Goes back to a version; what was taught since is set aside.',
  body: Type.Object({ version: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) }, strict),
  answer: VersionAnswer,
  errors: {
    unknown_version: { status: 404, when: 'there is no such version to go back to' },
    erased: { status: 409, when: 'the version was trained on an example that has been erased' },
  },
  perModel: true,
  async handle({ model: modelOf, body }) {
    const model = modelOf()
    const seq = await model.rollback(body.version)
    return { version: model.applied, seq }
  },
})
