import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { Nullable, strict } from '../http/schemas.js'

export const getModel = defineRoute({
  at: 'GET /v1/model',
  role: 'read',
  summary: 'The model: learner, options, sizes, versions.',
  query: Type.Object(
    { sha256: Type.Optional(Type.Boolean({ description: 'also the sha256 of the model as it stands' })) },
    strict,
  ),
  answer: Type.Object({
    name: Type.String(),
    version: Type.Integer(),
    learner: Type.String(),
    options: Type.Record(Type.String(), Type.Unknown()),
    labels: Type.Integer(),
    features: Type.Integer(),
    documents: Type.Integer(),
    taught: Type.Integer(),
    calibrated: Type.Boolean(),
    online: Type.Boolean(),
    corpus: Type.Boolean({ description: 'whether it can be retrained on what it was trained on' }),
    settled: Type.Boolean({ description: 'whether it is what the log says, or is being made so' }),
    rebuilding: Type.Boolean(),
    sha256: Type.Optional(Type.String()),
    versions: Type.Array(
      Type.Object({
        version: Type.Integer(),
        at: Type.Integer({ description: 'milliseconds since 1970' }),
        taught: Type.Integer(),
        documents: Type.Integer(),
        sha256: Nullable(Type.String()),
        kind: Type.Union([Type.Literal('base'), Type.Literal('learned'), Type.Literal('rebuilt')]),
        current: Type.Boolean(),
      }),
    ),
  }),
  perModel: true,
  async handle({ model: modelOf, query }) {
    const model = modelOf()
    const { classifier } = model
    return {
      name: model.name,
      version: model.applied,
      learner: classifier.learner,
      options: classifier.options,
      labels: classifier.labelCount,
      features: classifier.featureCount,
      documents: classifier.documents,
      taught: model.taught,
      calibrated: classifier.calibrated,
      online: classifier.online,
      corpus: model.hasCorpus,
      settled: !model.unsettled,
      rebuilding: model.isRebuilding,
      ...(query.sha256 === true ? { sha256: model.bytes().sha256 } : {}),
      versions: await model.versions(),
    }
  },
})
