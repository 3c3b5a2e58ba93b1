// What the command line needs of the server.

export { Tokens } from './http/access.js'
export { LIMITS, type Limits } from './http/limits.js'
export { MODEL_NAME } from './model/model-set.js'
export {
  type RunningServer,
  type ServedFile,
  type ServerRole,
  type ServerSettings,
  startServer,
} from './server.js'
