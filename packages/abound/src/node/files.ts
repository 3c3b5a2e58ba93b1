// What other packages use of this room.

export { fileError } from './file-errors.js'
export { openSource, type Source, type SourceSettings } from './source.js'
export { unpacked } from './unpack.js'
export { WorkerPool } from './worker-pool.js'
export { writeFileSafely } from './write-file.js'
