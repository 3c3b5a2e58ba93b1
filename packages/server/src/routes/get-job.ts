import { defineRoute } from '../http/define-route.js'
import { JobAnswer } from '../http/job-answer.js'

export const getJob = defineRoute({
  at: 'GET /v1/jobs/{id}',
  role: 'read',
  summary: 'How far long work is.',
  answer: JobAnswer,
  errors: { unknown_job: { status: 404, when: 'there is no such job, or it ended long ago' } },
  handle: ({ models, params }) => models.jobs.get(params.id),
})
