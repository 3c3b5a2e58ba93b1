// Trains a model from an upload.

import { Type } from '@sinclair/typebox'
import { learnerNamed } from 'abound/internal'
import { defineRoute } from '../http/define-route.js'
import { JobAnswer, NOT_TRAINER } from '../http/job-answer.js'
import { strict } from '../http/schemas.js'
import { READING, UPLOAD_TYPES, uploadedDocuments } from '../http/uploaded-documents.js'
import { MODEL_NAME } from '../model/model-set.js'

export const postModel = defineRoute({
  at: 'POST /v1/models/{name}',
  role: 'admin',
  summary: 'Trains a model in the background on an upload of labelled texts.',
  query: Type.Object(
    {
      ...READING,
      learner: Type.Optional(Type.String({ maxLength: 50 })),
      replace: Type.Optional(Type.Boolean()),
    },
    strict,
  ),
  upload: UPLOAD_TYPES,
  answer: JobAnswer,
  status: 202,
  errors: {
    bad_name: { status: 400, when: 'the name has other characters than letters, digits, . _ and -' },
    model_exists: { status: 409, when: 'there is such a model, and `replace` was not said' },
    training: { status: 409, when: 'it is being trained already' },
    not_trainer: NOT_TRAINER,
  },
  handle({ models, params, query, upload: { bytes, type }, error }) {
    if (!MODEL_NAME.test(params.name))
      throw error('bad_name', 'expected a name of letters, digits, . _ and -, at most 64 of them')
    const { learner, replace = false, ...reading } = query
    const options = learner === undefined || learner === 'auto' ? {} : { learner: learnerNamed(learner).name }
    const documents = uploadedDocuments(bytes, type, reading, 'csv')
    return models.create(params.name, documents, options, replace)
  },
})
