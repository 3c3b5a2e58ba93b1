// What other packages use of this room.

export { fileError } from './file-errors.js'
export { Threads } from './fork-join-pool.js'
export { openSource, type Source, type SourceSettings } from './source.js'
export { unpacked } from './unpack.js'
export { writeFileSafely } from './write-file.js'
