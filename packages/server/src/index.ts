// What the command line needs of the server.

export { Tokens } from './access.js'
export { LIMITS, type Limits } from './limits.js'
export { MODEL_NAME } from './model/model-set.js'
export {
  type RunningServer,
  type ServedFile,
  type ServerRole,
  type ServerSettings,
  startServer,
} from './server.js'
