// `abound/internal` in Node: the core's internals, with files, threads and processes added.

import './use-engine.js'

export * from '../internal.js'
export type { StopSignal } from '../pipeline/training-control.js'
export { pluginAddresses } from '../threads/plugin-addresses.js'
export type { PooledWorker, PoolSettings } from '../threads/pooled-worker.js'
export { defineTask, type Task, type TaskContext, type Work, WorkerLost } from '../threads/worker-protocol.js'
export type { PlainSourceSettings } from './cell-task.js'
export { type CompareHooks, type CompareTask, compare } from './compare.js'
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
export {
  continueCorpus,
  FileClassifier,
  load,
  shrink,
  trainCorpus,
  trainHere as train,
} from './model-file.js'
export { loadPlugin } from './plugins.js'
export { ForkJoinThreads } from './pool/fork-join-threads.js'
export { OrderedBlocks } from './pool/ordered-blocks.js'
export { runWorker } from './pool/run-worker.js'
export { TaskQueue, TookTooLong } from './pool/task-queue.js'
export { WorkerPool } from './pool/worker-pool.js'
export { fromShared, loadShared, toShared } from './shared-model.js'
export { openSource, openSources, type Source, type SourceSettings } from './source.js'
export { unpack } from './unpack.js'
export { checkEngine } from './use-engine.js'
export { compress, writeDocuments } from './write-documents.js'
export { writeFileSafely } from './write-file.js'
export { inCell, vectorFiles, writeVectors } from './write-vectors.js'
