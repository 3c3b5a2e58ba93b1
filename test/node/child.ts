// Runs a piece of TypeScript in a process of its own: bundled, since Node alone does not read it.

import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { afterAll } from 'vitest'

/** A folder that is removed after the tests of the file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'abound-test-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** Bundles code that imports from `src/node` (as `./source.js`) into a file in `folder`. */
export async function bundle(folder: string, name: string, code: string): Promise<string> {
  const file = join(folder, `${name}.mjs`)
  await build({
    stdin: {
      contents: code,
      loader: 'ts',
      resolveDir: fileURLToPath(new URL('../../packages/abound/src/node', import.meta.url)),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    outfile: file,
    logLevel: 'silent',
  })
  return file
}

export interface Ended {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Starts a bundled file; `ended` resolves when it has. */
export function start(
  file: string,
  args: readonly string[],
  options: SpawnOptions & { readonly nodeFlags?: readonly string[] } = {},
): { child: ChildProcess; ended: Promise<Ended> } {
  const { nodeFlags = [], ...rest } = options
  const child = spawn(process.execPath, [...nodeFlags, file, ...args], { stdio: 'pipe', ...rest })
  let out = ''
  let err = ''
  child.stdout?.on('data', (chunk) => {
    out += chunk
  })
  child.stderr?.on('data', (chunk) => {
    err += chunk
  })
  const ended = new Promise<Ended>((resolve) => {
    child.on('close', (code, signal) => resolve({ code, signal, out, err }))
  })
  return { child, ended }
}

/** Whether the tests may start processes as another user, to whom permissions matter. */
export const isRoot = process.getuid?.() === 0

/** A user without rights. */
export const NOBODY = { uid: 65534, gid: 65534 }
