// What other packages use of this room.

export { defineTask, type TaskContext, type Work } from './define-task.js'
export { fileError } from './file-errors.js'
export { ForkJoinThreads } from './fork-join-threads.js'
export { runWorker } from './run-worker.js'
export { openSource, type Source, type SourceSettings } from './source.js'
export { TaskQueue, TookTooLong } from './task-queue.js'
export { unpacked } from './unpack.js'
export { WorkerLost } from './worker-messages.js'
export { type PooledWorker, type PoolSettings, WorkerPool } from './worker-pool.js'
export { writeFileSafely } from './write-file.js'
