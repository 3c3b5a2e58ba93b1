// Runs the built command as a person would: another process, its output caught.

import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** The command to test: the one in dist/, or another build that `ABOUND_CLI` names. */
export const CLI =
  process.env.ABOUND_CLI ?? fileURLToPath(new URL('../../packages/abound/dist/bin/main.js', import.meta.url))

export interface Run {
  /** Absent where a signal ended it. */
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly stdout: string
  readonly stderr: string
}

export interface RunSettings {
  readonly cwd: string
  /** What it reads from standard input; nothing unless given. */
  readonly input?: string | Uint8Array
  readonly env?: Readonly<Record<string, string>>
  /** Another copy of the command. */
  readonly cli?: string
}

/** Fails with what to do where there is no build. */
export function requireBuild(): void {
  if (!existsSync(CLI)) throw new Error(`${CLI} is missing: run npm run build first`)
}

/** What would change the looks of the output. */
const NOT_OURS = ['NO_COLOR', 'FORCE_COLOR', 'CI', 'COLUMNS', 'NODE_OPTIONS', 'NODE_ENV']

function environment(more: Readonly<Record<string, string>>): NodeJS.ProcessEnv {
  const env = { ...process.env }
  for (const name of NOT_OURS) delete env[name]
  return { ...env, ...more }
}

/** Starts it without waiting. */
export function start(args: readonly string[], { cwd, env = {}, cli = CLI }: RunSettings): ChildProcess {
  requireBuild()
  return spawn(process.execPath, [cli, ...args], { cwd, env: environment(env), stdio: 'pipe' })
}

/** Runs it to its end. */
export async function abound(args: readonly string[], settings: RunSettings): Promise<Run> {
  const child = start(args, settings)
  const ended = outcome(child)
  // A run that ends before it has read all is no error of the test.
  child.stdin?.on('error', () => {})
  child.stdin?.end(settings.input ?? '')
  return ended
}

/** What a started run says and how it ends. */
export function outcome(child: ChildProcess): Promise<Run> {
  const out: Buffer[] = []
  const err: Buffer[] = []
  child.stdout?.on('data', (part: Buffer) => out.push(part))
  child.stderr?.on('data', (part: Buffer) => err.push(part))
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      resolve({ code, signal, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() })
    })
  })
}
