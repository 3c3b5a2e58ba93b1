// Runs an example of examples/ as its reader would: its own file, the built package found as `abound`.

import { type ChildProcess, spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { outcome, type Run } from '../cli/abound.js'

export const EXAMPLES = fileURLToPath(new URL('../../examples/', import.meta.url))

interface ExampleSettings {
  /** Where it is run, and writes what it writes. */
  readonly cwd: string
  readonly args?: readonly string[]
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
}

/** Starts a file of an example without waiting. */
export function startExample(file: string, { cwd, args = [], env = {} }: ExampleSettings): ChildProcess {
  return spawn(process.execPath, [EXAMPLES + file, ...args], {
    cwd,
    env: { ...process.env, ...env },
    stdio: 'pipe',
  })
}

/** Runs it to its end. */
export async function runExample(file: string, settings: ExampleSettings): Promise<Run> {
  const child = startExample(file, settings)
  const ended = outcome(child)
  child.stdin?.end(settings.input ?? '')
  return ended
}
