// Whether the server lives, whether it can work, and its figures.

import { type Route, route } from '../http/define-route.js'
import type { Metrics } from '../http/metrics.js'
import { ReadyAnswer, StateAnswer } from '../http/schemas.js'
import { HttpError } from '../http-error.js'

export const healthRoutes = (metrics: Metrics): Route[] => [
  route(
    {
      method: 'get',
      path: '/healthz',
      role: 'anyone',
      summary: 'Whether the server is alive.',
      gives: StateAnswer,
    },
    () => ({ status: 'alive' }),
  ),
  route(
    {
      method: 'get',
      path: '/readyz',
      role: 'anyone',
      summary:
        'Whether a model is loaded and the log takes examples. A replica is ready without the log: it ranks on.',
      gives: ReadyAnswer,
    },
    async ({ models }) => {
      if (models.names.length === 0) throw new HttpError(503, 'no_model', 'there is no model yet', 5)
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
  ),
  route(
    {
      method: 'get',
      path: '/metrics',
      role: 'read',
      always: true,
      summary: 'Figures for Prometheus.',
      gives: StateAnswer,
    },
    async () =>
      new Response(await metrics.registry.metrics(), {
        headers: { 'content-type': metrics.registry.contentType, 'cache-control': 'no-store' },
      }),
  ),
]
