import { defineRoute } from '../http/define-route.js'
import { JobAnswer, NOT_TRAINER } from '../http/job-answer.js'

export const postModelRebuild = defineRoute({
  at: 'POST /v1/model/rebuild',
  role: 'admin',
  summary: 'Retrains the model in the background on its corpus and what was taught.',
  answer: JobAnswer,
  status: 202,
  errors: {
    not_trainer: NOT_TRAINER,
    rebuilding: { status: 409, when: 'it is being trained already' },
    no_corpus: { status: 409, when: 'the learner needs all documents, and the server does not have them' },
  },
  perModel: true,
  handle: ({ model, models }) => models.rebuild(model()),
})
