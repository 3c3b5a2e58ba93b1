// What other packages use of this room.

export { fileError } from './file-errors.js'
export { ForkJoinThreads } from './pool/fork-join-threads.js'
export { runWorker } from './pool/run-worker.js'
export { TaskQueue, TookTooLong } from './pool/task-queue.js'
export { type PooledWorker, type PoolSettings, WorkerPool } from './pool/worker-pool.js'
export { defineTask, type TaskContext, type Work, WorkerLost } from './pool/worker-protocol.js'
export { openSource, type Source, type SourceSettings } from './source.js'
export { unpack } from './unpack.js'
export { writeFileSafely } from './write-file.js'
