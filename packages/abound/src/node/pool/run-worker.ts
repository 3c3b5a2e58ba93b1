// What every worker runs, be it a thread or a process: it is told a task by its name, is set up for it, and then answers one
// piece of work after another. The file that a worker starts with calls `runWorker` with the tasks that it knows.

import type { MessagePort } from 'node:worker_threads'
import {
  type AnyTask,
  type FromWorker,
  type TaskContext,
  type ToWorker,
  toSentError,
  type Work,
} from './worker-protocol.js'

type Ready = Promise<Work<never, unknown>>

/** The way to whoever started this worker. */
interface Line {
  post(message: FromWorker): void
  listen(heard: (message: ToWorker) => void): void
  receive(): ToWorker | undefined
}

/**
 * Makes this thread or process a worker; called once, by the file that it starts with.
 *
 * @example
 * const power = defineTask('power', async () => (exponent: number) => (base: number) => base ** exponent)
 * const start = () => runWorker([power]) // all that such a file does
 */
export function runWorker(tasks: readonly AnyTask[]): void {
  // Not imported at the top: a command bundled with this file would load it even for a single text.
  const { isMainThread } = process.getBuiltinModule('node:worker_threads')
  const line = isMainThread ? lineOfProcess() : lineOfThread()
  const pieces: { readonly ready: Ready | undefined; readonly piece: unknown }[] = []
  const context: TaskContext = {
    report: (news) => line.post({ kind: 'report', news }),
    receive() {
      if (pieces.length > 0) return pieces.shift()!.piece
      const message = line.receive()
      return message?.kind === 'piece' ? message.piece : undefined
    },
  }
  let plugins: Promise<void> | undefined
  const setUp = async (name: string, setup: unknown): Ready => {
    await plugins
    const task = tasks.find((one) => one.name === name)
    if (task === undefined) throw new Error(`this worker knows no task ${name}`)
    return (await task.load())(setup as never, context)
  }
  const answerAll = async (): Promise<void> => {
    busy = true
    for (let next = pieces.shift(); next !== undefined; next = pieces.shift()) {
      const { ready, piece } = next
      try {
        if (ready === undefined) throw new Error('a piece came before its task')
        line.post({ kind: 'answer', answer: await (await ready)(piece as never) })
      } catch (error) {
        line.post({ kind: 'failed', error: toSentError(error) })
      }
    }
    busy = false
  }
  let work: Ready | undefined
  let busy = false
  line.listen((message) => {
    if (message.kind === 'plugins') {
      plugins = importPlugins(message.addresses)
      // An error of theirs is that of the set-up that waits for them.
      plugins.catch(() => {})
    } else if (message.kind === 'set-up') {
      work = setUp(message.task, message.setup)
      // An error of the set-up is the answer to the first piece.
      work.catch(() => {})
    } else {
      pieces.push({ ready: work, piece: message.piece })
      if (!busy) void answerAll()
    }
  })
}

/** Loaded where there are any: what is declared outside needs all of our lists, which `predict` alone does without. */
async function importPlugins(addresses: readonly string[]): Promise<void> {
  const { importPlugin } = await import('../plugins.js')
  for (const address of addresses) await importPlugin(address)
}

function lineOfThread(): Line {
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
function lineOfProcess(): Line {
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
