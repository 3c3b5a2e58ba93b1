// What is public in Node: the core, with files and processes added.

import './use-engine.js'

export * from '../index.js'
export { compare } from './compare.js'
export { FileClassifier, load, shrink, trainCorpus } from './model-file.js'
export { loadPlugin } from './plugins.js'
export { openSource, type Source, type SourceSettings } from './source.js'
export { train, transduce, tune } from './training.js'
