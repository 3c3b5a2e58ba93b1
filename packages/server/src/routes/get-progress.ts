// Whether the model gets better, and whether the texts are still like those before.

import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Nullable } from '../http/schemas.js'

const figures = Type.Object({
  texts: Type.Integer(),
  unknownWords: Nullable(Type.Number()),
  confidence: Nullable(Type.Number()),
})

export const getProgress = defineRoute({
  at: 'GET /v1/progress',
  role: 'read',
  summary:
    'Accuracy while learning (each example is ranked before it is learned), volume, confusions, drift.',
  answer: Type.Object({
    points: Type.Array(
      Type.Object({
        taught: Type.Integer(),
        R1: Type.Number(),
        R5: Type.Number(),
        loss: Type.Number(),
        at: Type.Integer(),
      }),
    ),
    volume: Type.Array(Type.Object({ day: Type.String(), taught: Type.Integer() })),
    confusions: Type.Array(
      Type.Object({ truth: Type.String(), taken: Type.String(), documents: Type.Integer() }),
    ),
    drift: Type.Object({
      texts: Type.Integer(),
      recent: figures,
      before: figures,
      mix: Type.Array(Type.Object({ label: Type.String(), recent: Type.Number(), before: Type.Number() })),
    }),
    unbiased: Type.Object({
      documents: Type.Integer(),
      R1: Nullable(Type.Number()),
      low: Nullable(Type.Number()),
      high: Nullable(Type.Number()),
    }),
  }),
  perModel: true,
  handle: ({ model }) => ({ ...model().progress.report(), drift: model().drift.report() }),
})
