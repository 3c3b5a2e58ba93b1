import { Type } from '@sinclair/typebox'
import { defineRoute } from '../http/define-route.js'
import { HttpError } from '../http-error.js'

const RETRY_S = 5

export const getReadyz = defineRoute({
  at: 'GET /readyz',
  role: 'anyone',
  summary:
    'Whether a model is loaded and the log takes examples. A replica is ready without the log: it ranks on.',
  answer: Type.Object({
    status: Type.String(),
    log: Type.Optional(
      Type.String({ description: 'unavailable: a replica ranks, and cannot be taught now' }),
    ),
    problems: Type.Optional(
      Type.Array(Type.String(), { description: 'what keeps a replica from the latest versions' }),
    ),
  }),
  errors: {
    no_model: { status: 503, when: 'no model is loaded yet' },
    log_unavailable: { status: 503, when: 'the log does not answer' },
  },
  async handle({ models }) {
    if (models.names.length === 0) throw new HttpError(503, 'no_model', 'there is no model yet', RETRY_S)
    const { problems } = models
    const known = problems.length === 0 ? {} : { problems }
    try {
      await models.host.store.ping()
    } catch (error) {
      if (!models.follows) throw error
      return { status: 'ready', log: 'unavailable', ...known }
    }
    return { status: 'ready', ...known }
  },
})
