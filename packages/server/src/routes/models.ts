// The models of the server: listing, training one from an upload, taking one out.

import { learnerNamed } from 'abound'
import { type Route, route } from '../http/define-route.js'
import { DoneAnswer, JobAnswer, ModelsAnswer, UploadQuery } from '../http/schemas.js'
import { UPLOAD_TYPES, uploadedDocuments } from '../http/uploaded-documents.js'
import { HttpError } from '../http-error.js'
import { type JobState, MODEL_NAME } from '../model/model-set.js'

export const modelsRoutes: Route[] = [
  route(
    { method: 'get', path: '/v1/models', role: 'read', summary: 'All models.', gives: ModelsAnswer },
    ({ models }) => ({
      default: models.defaultName ?? null,
      models: models.all().map((model) => ({
        name: model.name,
        version: model.applied,
        learner: model.classifier.learner,
        labels: model.classifier.labelCount,
        documents: model.classifier.documents,
        taught: model.taught,
        online: model.classifier.online,
      })),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/v1/models/{name}',
      role: 'admin',
      summary: 'Trains a model in the background on an upload of labelled texts.',
      query: UploadQuery,
      bytes: UPLOAD_TYPES,
      gives: JobAnswer,
      status: 202,
    },
    ({ models, params, query, body, context }) => {
      if (!MODEL_NAME.test(params.name)) {
        throw new HttpError(
          400,
          'bad_name',
          'expected a name of letters, digits, . _ and -, at most 64 of them',
        )
      }
      const { learner, replace = false, ...reading } = query
      const options =
        learner === undefined || learner === 'auto' ? {} : { learner: learnerNamed(learner).name }
      const type = context.req.header('content-type')
      return jobAnswer(
        models.create(params.name, uploadedDocuments(body, type, reading, 'csv'), options, replace),
      )
    },
  ),
  route(
    {
      method: 'delete',
      path: '/v1/models/{name}',
      role: 'admin',
      summary: 'Takes a model out, with its log and its files.',
      gives: DoneAnswer,
    },
    async ({ models, params }) => {
      await models.drop(params.name)
      return { done: true }
    },
  ),
  route(
    {
      method: 'get',
      path: '/v1/jobs/{id}',
      role: 'read',
      summary: 'How far long work is.',
      gives: JobAnswer,
    },
    ({ models, params }) => jobAnswer(models.job(params.id)),
  ),
]

export function jobAnswer({ id, model, what, state, progress, message }: JobState): Record<string, unknown> {
  return { job: id, model, what, state, progress, message }
}
