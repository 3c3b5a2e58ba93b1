// Makes a thread or a process of Node a worker (threads/answer-tasks.ts): the file that it starts with calls `runWorker`.

import type { MessagePort } from 'node:worker_threads'
import { answerTasks, type WorkerChannel } from '../../threads/answer-tasks.js'
import type { AnyTask, ToWorker } from '../../threads/worker-protocol.js'

/**
 * Makes this thread or process a worker that knows these tasks; called once, by the file that it starts with.
 *
 * @example
 * const power = defineTask('power', async () => (exponent: number) => (base: number) => base ** exponent)
 * const start = () => runWorker([power]) // all that such a file does
 */
export function runWorker(tasks: readonly AnyTask[]): void {
  // Not imported at the top: a command bundled with this file would load it even for a single text.
  const { isMainThread } = process.getBuiltinModule('node:worker_threads')
  answerTasks(tasks, isMainThread ? channelOfProcess() : channelOfThread(), importPlugins)
}

/** Loaded where there are any: what is declared outside needs all of our lists, which `predict` alone does without. */
async function importPlugins(addresses: readonly string[]): Promise<void> {
  const { importPlugin } = await import('../plugins.js')
  for (const address of addresses) await importPlugin(address)
}

function channelOfThread(): WorkerChannel {
  const { parentPort, receiveMessageOnPort, workerData } = process.getBuiltinModule('node:worker_threads')
  // Threads of a fork-join pool are started by its watch, but talk to the caller by a port of their own.
  const port = (workerData as { port?: MessagePort } | null)?.port ?? parentPort!
  return {
    post: (message) => port.postMessage(message),
    listen: (heard) => port.on('message', heard),
    receive: () => receiveMessageOnPort(port)?.message as ToWorker | undefined,
  }
}

/** A process does one piece and ends, which gives its memory back. */
function channelOfProcess(): WorkerChannel {
  // Ends when the process that started it has gone.
  process.once('disconnect', () => process.exit())
  // Ctrl-C reaches every process of a terminal; this one ends when its parent says so.
  process.on('SIGINT', () => {})
  return {
    post(message) {
      if (message.kind === 'report') process.send?.(message)
      else process.send?.(message, () => process.disconnect())
    },
    listen: (heard) => process.on('message', (message) => heard(message as ToWorker)),
    receive: () => undefined,
  }
}
