// A task in its own process: its memory can be measured, and is given back when it ends.

import type { ChildProcess } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { pluginAddresses } from '../../threads/plugin-addresses.js'
import type { FromWorker, SentError, Task, ToWorker } from '../../threads/worker-protocol.js'
import { inheritedFlags } from './inherited-flags.js'

/** Who waits for a process. */
export interface ProcessEvents<Answer> {
  answered(answer: Answer): void
  failed(error: SentError): void
  reported(news: unknown): void
  /** The process has ended; where it had not answered, `lost` says by which signal. */
  ended(lost: string | undefined): void
  /** It could not be started. */
  refused(error: Error): void
}

/** Starts a process that does one piece of a task, by the file that workers start with. */
export function runInProcess<Piece, Answer>(
  file: string,
  { name }: Task<undefined, Piece, Answer>,
  piece: Piece,
  events: ProcessEvents<Answer>,
): ChildProcess {
  const { fork } = process.getBuiltinModule('node:child_process')
  const child = fork(fileURLToPath(file), {
    execArgv: inheritedFlags(),
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  })
  let answered = false
  child.on('message', (sent) => {
    const message = sent as FromWorker
    if (message.kind === 'report') return events.reported(message.news)
    answered = true
    if (message.kind === 'answer') events.answered(message.answer as Answer)
    else events.failed(message.error)
  })
  child.on('error', (error) => events.refused(error))
  child.on('exit', (_, signal) => events.ended(answered ? undefined : (signal ?? 'no signal')))
  if (pluginAddresses.length > 0)
    child.send({ kind: 'plugins', addresses: [...pluginAddresses] } satisfies ToWorker)
  child.send({ kind: 'set-up', task: name, setup: undefined } satisfies ToWorker)
  child.send({ kind: 'piece', piece } satisfies ToWorker)
  return child
}
