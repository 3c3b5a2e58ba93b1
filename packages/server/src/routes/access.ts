// Who is asking: a page shows what its token allows, and nothing else.

import { type Route, route } from '../http/define-route.js'
import { AccessAnswer } from '../http/schemas.js'

export const accessRoutes: Route[] = [
  route(
    {
      method: 'get',
      path: '/v1/access',
      role: 'read',
      summary: 'The role of the token; admin where the server wants none.',
      gives: AccessAnswer,
    },
    ({ role }) => ({ role }),
  ),
]
