import { defineRoute } from '../http/define-route.js'
import { NOT_TRAINER } from '../http/job-answer.js'
import { DoneAnswer } from '../http/schemas.js'

export const deleteModel = defineRoute({
  at: 'DELETE /v1/models/{name}',
  role: 'admin',
  summary: 'Takes a model out, with its log and its files.',
  answer: DoneAnswer,
  errors: {
    unknown_model: { status: 404, when: 'there is no such model' },
    not_trainer: NOT_TRAINER,
  },
  async handle({ models, params }) {
    await models.drop(params.name)
    return { done: true }
  },
})
