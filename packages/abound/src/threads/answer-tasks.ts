// What every worker runs, be it a thread, a process or a Web Worker: it is told a task by its name, is set up for it, and then
// answers one piece of work after another.

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
export interface WorkerChannel {
  post(message: FromWorker): void
  listen(heard: (message: ToWorker) => void): void
  /** The next message, without waiting for the event loop; undefined where that cannot be. */
  receive(): ToWorker | undefined
}

/** Answers what comes over the channel, with the tasks that this worker knows. */
export function answerTasks(
  tasks: readonly AnyTask[],
  channel: WorkerChannel,
  importPlugins?: (addresses: readonly string[]) => Promise<void>,
): void {
  const pieces: { readonly ready: Ready | undefined; readonly piece: unknown }[] = []
  const context: TaskContext = {
    report: (news) => channel.post({ kind: 'report', news }),
    receive() {
      if (pieces.length > 0) return pieces.shift()!.piece
      const message = channel.receive()
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
        channel.post({ kind: 'answer', answer: await (await ready)(piece as never) })
      } catch (error) {
        channel.post({ kind: 'failed', error: toSentError(error) })
      }
    }
    busy = false
  }
  let work: Ready | undefined
  let busy = false
  channel.listen((message) => {
    if (message.kind === 'plugins') {
      plugins = importPlugins?.(message.addresses)
      // An error of theirs is that of the set-up that waits for them.
      plugins?.catch(() => {})
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
