// What a Web Worker starts with (`abound/browser-worker`): it trains and ranks for the page (`trainIn` and `rankManyIn` of
// `abound/browser`). A worker of one's own that calls `extend` imports this file after that.

import { answerTasks } from './threads/answer-tasks.js'
import { RANKING_NAME, rankInWorker } from './threads/ranking-task.js'
import { trainInWorker } from './threads/train-in-worker.js'
import { TRAINING_NAME } from './threads/training-task.js'
import { defineTask, type FromWorker, type ToWorker } from './threads/worker-protocol.js'

/** What is used of a worker's global scope. */
interface Scope {
  postMessage(message: FromWorker): void
  addEventListener(type: 'message', heard: (event: { readonly data: ToWorker }) => void): void
}

const scope = globalThis as unknown as Scope

answerTasks(
  [defineTask(TRAINING_NAME, async () => trainInWorker), defineTask(RANKING_NAME, async () => rankInWorker)],
  {
    post: (message) => scope.postMessage(message),
    listen: (heard) => scope.addEventListener('message', ({ data }) => heard(data)),
    receive: () => undefined,
  },
)
