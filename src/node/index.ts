// The package's entry in Node: the core, with files added.

export { FORMATS } from '../data/formats.js'
export * from '../index.js'
export { Threads } from './crew.js'
export { continueCorpus, FileClassifier, load, train, trainCorpus } from './model-file.js'
export { openSource, openSources, type Source, type SourceSettings } from './source.js'
export { writeDocuments } from './write-documents.js'
export { writeFileSafely } from './write-file.js'
