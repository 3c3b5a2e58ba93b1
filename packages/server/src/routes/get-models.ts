import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Nullable } from '../http/schemas.js'

export const getModels = defineRoute({
  at: 'GET /v1/models',
  role: 'read',
  summary: 'All models.',
  answer: Type.Object({
    default: Nullable(Type.String()),
    models: Type.Array(
      Type.Object({
        name: Type.String(),
        version: Type.Integer(),
        learner: Type.String(),
        labels: Type.Integer(),
        documents: Type.Integer(),
        taught: Type.Integer(),
        online: Type.Boolean(),
      }),
    ),
  }),
  handle: ({ models }) => ({
    default: models.defaultName ?? null,
    models: models.all().map(({ name, applied, taught, classifier }) => ({
      name,
      version: applied,
      learner: classifier.learner,
      labels: classifier.labelCount,
      documents: classifier.documents,
      taught,
      online: classifier.online,
    })),
  }),
})
