import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { RankedLabelSchema, strict } from '../http/schemas.js'
import { nextInQueue } from '../labelling-queue.js'

export const getQueue = defineRoute({
  at: 'GET /v1/queue',
  role: 'read',
  summary: 'The next texts to label: least sure first, some of every kind, a share at random.',
  query: Type.Object({ limit: Type.Optional(Type.Integer({ minimum: 1, maximum: 100 })) }, strict),
  answer: Type.Object({
    total: Type.Integer(),
    items: Type.Array(
      Type.Object({
        id: Type.String(),
        text: Type.String(),
        labels: Type.Array(RankedLabelSchema),
        why: Type.Union([Type.Literal('uncertain'), Type.Literal('random'), Type.Literal('diverse')]),
      }),
    ),
  }),
  perModel: true,
  async handle({ model, models, query: { limit = 20 } }) {
    const { queue } = models.host.store
    const items = await nextInQueue(model(), queue, limit)
    return { total: await queue.count(model().name), items }
  },
})
