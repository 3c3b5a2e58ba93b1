// A command in a process of its own, so that Ctrl-C is answered at once: training blocks the event loop of the process that
// does it. The process that was started waits, keeps what the other has found so far, and prints it when it is stopped.

import { fork } from 'node:child_process'
import { once } from 'node:events'

/** Names, to the process that works, the one that waits for it. */
const WAITING = 'ABOUND_WAITING'
/** What a shell expects of a program that Ctrl-C ended. */
const INTERRUPTED = 130

/** How the process that works tells what it has found; undefined in one that is to wait. */
export function findingsSender<Findings>(): ((findings: Findings) => Promise<void>) | undefined {
  if (process.env[WAITING] !== String(process.ppid) || process.send === undefined) return undefined
  // A terminal sends it to both, and whoever waits answers.
  process.on('SIGINT', () => {})
  process.on('disconnect', () => process.exit(1))
  process.channel?.unref()
  return (findings) => new Promise((resolve) => process.send?.(findings, () => resolve()))
}

/** Runs this command once more as the process that works, and waits; `stopped` prints what it had found by Ctrl-C. */
export async function runInterruptibly<Findings>(
  stopped: (findings: Findings | undefined) => Promise<void>,
): Promise<void> {
  const child = fork(process.argv[1], process.argv.slice(2), {
    env: { ...process.env, [WAITING]: String(process.pid) },
    serialization: 'advanced',
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  let findings: Findings | undefined
  let interrupted = false
  child.on('message', (message) => {
    findings = message as Findings
  })
  const stop = (): void => {
    if (interrupted) process.exit(INTERRUPTED)
    interrupted = true
    child.kill('SIGKILL')
  }
  process.on('SIGINT', stop)
  process.once('SIGTERM', () => {
    child.kill('SIGKILL')
    process.exit(INTERRUPTED + 13)
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, NodeJS.Signals | null]
  if (!interrupted && signal !== null) throw new Error(`the process that works was ended by ${signal}`)
  process.exitCode = interrupted ? INTERRUPTED : (code ?? 1)
  if (!interrupted) return
  // Where the progress bar was.
  if (process.stderr.isTTY === true) process.stderr.write('\r\x1b[K')
  await stopped(findings)
}
