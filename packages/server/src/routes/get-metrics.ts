import { defineRoute } from '../http/define-route.js'
import { StateAnswer } from '../http/schemas.js'

export const getMetrics = defineRoute({
  at: 'GET /metrics',
  role: 'read',
  alwaysAdmitted: true,
  summary: 'Figures for Prometheus.',
  answer: StateAnswer,
  handle: async ({ metrics: { registry } }) =>
    new Response(await registry.metrics(), {
      headers: { 'content-type': registry.contentType, 'cache-control': 'no-store' },
    }),
})
