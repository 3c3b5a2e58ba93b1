// `abound/internal` in Node: the core's internals, with files, threads and processes added.

import './use-engine.js'

export * from '../internal.js'
export type { PlainSourceSettings } from './cell-task.js'
export { type CompareHooks, type CompareTask, compare, type StopSignal } from './compare.js'
export { drawingTools } from './drawing.js'
export { fileError } from './file-errors.js'
export { fingerprintOf } from './fingerprint.js'
export { firstPassOnThreads } from './first-pass-threads.js'
export { folder } from './folder.js'
export {
  type BlockNews,
  type BlockReading,
  type LineBlock,
  passBlock,
  readBlock,
  type SentBlock,
} from './line-blocks.js'
export { continueCorpus, FileClassifier, load, shrink, train, trainCorpus } from './model-file.js'
export { loadPlugin } from './plugins.js'
export { ForkJoinThreads } from './pool/fork-join-threads.js'
export { OrderedBlocks } from './pool/ordered-blocks.js'
export { pluginAddresses } from './pool/plugin-addresses.js'
export { runWorker } from './pool/run-worker.js'
export { TaskQueue, TookTooLong } from './pool/task-queue.js'
export { type PooledWorker, type PoolSettings, WorkerPool } from './pool/worker-pool.js'
export { defineTask, type Task, type TaskContext, type Work, WorkerLost } from './pool/worker-protocol.js'
export { fromShared, loadShared, toShared } from './shared-model.js'
export { openSource, openSources, type Source, type SourceSettings } from './source.js'
export { unpack } from './unpack.js'
export { checkEngine } from './use-engine.js'
export { compress, writeDocuments } from './write-documents.js'
export { writeFileSafely } from './write-file.js'
export { inCell, vectorFiles, writeVectors } from './write-vectors.js'
