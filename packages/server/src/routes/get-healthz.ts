import { defineRoute } from '../http/define-route.js'
import { StateAnswer } from '../http/schemas.js'

export const getHealthz = defineRoute({
  at: 'GET /healthz',
  role: 'anyone',
  summary: 'Whether the server is alive.',
  answer: StateAnswer,
  handle: () => ({ status: 'alive' }),
})
