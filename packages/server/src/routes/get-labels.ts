import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { LISTED_LABEL, strict } from '../http/schemas.js'

export const getLabels = defineRoute({
  at: 'GET /v1/labels',
  role: 'read',
  summary: 'Labels that contain the query, those that begin with it first.',
  query: Type.Object(
    {
      query: Type.Optional(Type.String({ maxLength: 1000 })),
      limit: Type.Optional(Type.Integer({ minimum: 0, maximum: 1000 })),
      offset: Type.Optional(Type.Integer({ minimum: 0, maximum: 1e9 })),
      sort: Type.Optional(Type.Union([Type.Literal('count'), Type.Literal('name'), Type.Literal('quality')])),
    },
    strict,
  ),
  answer: Type.Object({ total: Type.Integer(), labels: Type.Array(Type.Object(LISTED_LABEL)) }),
  perModel: true,
  handle({ model, query: { query = '', limit = 50, offset = 0, sort = 'count' } }) {
    return model().labels.find({ query, limit, offset, sort })
  },
})
