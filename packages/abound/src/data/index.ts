// What other packages use of this room.

export { createReader, streamedFormat } from './create-reader.js'
export { createWriter } from './create-writer.js'
export { createDecode } from './decode.js'
export type { RandomAccess } from './format.js'
export { FORMATS, type StreamedFormatName } from './formats/index.js'
export { between, decodeEntities } from './formats/sgml.js'
export { lineReader } from './lines.js'
export type { ReadSettings } from './reading.js'
export { folds, holdOut, type Split, trials } from './splits.js'
export { Warnings } from './warnings.js'
export type { Writer } from './writing.js'
