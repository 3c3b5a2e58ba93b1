// Whether the server lives, whether it can work, and its figures.

import { HttpError } from '../http-error.js'
import type { Metrics } from '../metrics.js'
import { type Route, route } from '../route.js'
import { StateAnswer } from '../schemas.js'

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
      summary: 'Whether a model is loaded and the log takes examples.',
      gives: StateAnswer,
    },
    async ({ models }) => {
      if (models.names.length === 0) throw new HttpError(503, 'no_model', 'there is no model yet', 5)
      await models.host.store.ping()
      return { status: 'ready' }
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
