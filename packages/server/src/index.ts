// The server for programs: start it, with routes of one's own if need be.

export { AccessTokens } from './http/access.js'
export { type Ask, defineRoute, type Route } from './http/define-route.js'
export type { LimitSettings, Limits } from './http/limits.js'
export {
  type RunningServer,
  type ServedFile,
  type ServerRole,
  type ServerSettings,
  startServer,
} from './server.js'
