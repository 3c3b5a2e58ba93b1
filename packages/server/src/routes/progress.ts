// Whether the model gets better, and whether the texts are still like those before.

import { type Route, route } from '../http/define-route.js'
import { ProgressAnswer } from '../http/schemas.js'

export const progressRoutes: Route[] = [
  route(
    {
      method: 'get',
      path: '/v1/progress',
      role: 'read',
      summary:
        'Accuracy while learning (each example is ranked before it is learned), volume, confusions, drift.',
      gives: ProgressAnswer,
      perModel: true,
    },
    ({ model }) => ({ ...model().progress.report(), drift: model().drift.report() }),
  ),
]
