// `abound/data`: formats, readers and writers of bytes, and splits of documents.

export { createReader } from './create-reader.js'
export { createWriter, writtenFormats } from './create-writer.js'
export {
  defineFormat,
  type FolderFormat,
  type Format,
  type RandomAccess,
  type RandomAccessFormat,
  type StreamedFormat,
} from './format.js'
export { formatOf, shownFormats } from './format-by-extension.js'
export { FORMATS, type FormatName, type StreamedFormatName } from './formats/index.js'
export type { Reader, ReadSettings } from './reading.js'
export { folds, holdOut, type Split, trials } from './splits.js'
export type { Writer, WriteSettings } from './writing.js'
