// What other packages use of this room.

export { createDecode } from './decode.js'
export { lineReader } from './lines.js'
export type { RandomAccess } from './parquet-file.js'
export { createReader, type StreamFormat } from './reader.js'
export type { ReadSettings } from './reading.js'
export { between, decodeEntities } from './sgml.js'
export { folds, holdOut, type Split, trials } from './splits.js'
export { Warnings } from './warnings.js'
export { createWriter } from './writer.js'
export type { Writer } from './writing.js'
