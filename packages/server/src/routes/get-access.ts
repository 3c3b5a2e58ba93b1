// Who is asking: a page shows what its token allows, and nothing else.

import { Type } from '@sinclair/typebox'
import { ROLES } from '../http/access.js'
import { defineRoute } from '../http/define-route.js'

export const getAccess = defineRoute({
  at: 'GET /v1/access',
  role: 'read',
  summary: 'The role of the token; admin where the server wants none.',
  answer: Type.Object({ role: Type.Union(ROLES.map((role) => Type.Literal(role))) }),
  handle: ({ role }) => ({ role }),
})
