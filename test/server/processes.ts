// Servers as processes of their own, from the build, and what their models should be.

import { type ChildProcess, spawn } from 'node:child_process'
import type { Store } from '../../packages/server/src/log/feedback-store.js'
import { FolderFiles } from '../../packages/server/src/model/folder-files.js'
import { localRunner } from '../../packages/server/src/model/job-runner.js'
import { LearningModel } from '../../packages/server/src/model/learning-model.js'
import { CLI } from '../cli/abound.js'

export interface Running {
  readonly child: ChildProcess
  readonly url: string
}

export interface State {
  readonly version: number
  readonly sha256: string
  readonly settled: boolean
  readonly rebuilding: boolean
}

const children = new Set<ChildProcess>()

/** `abound serve` with these arguments, once it serves. */
export function startCommand(args: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, [CLI, 'serve', ...args], { stdio: ['ignore', 'pipe', 'pipe'] })
  children.add(child)
  return new Promise((resolve, reject) => {
    let said = ''
    let complained = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += String(chunk)
      const url = /serves at (\S+)/.exec(said)?.[1]
      if (url !== undefined) resolve({ child, url })
    })
    child.stderr.on('data', (chunk: Buffer) => {
      complained += String(chunk)
    })
    child.on('exit', (code) => {
      children.delete(child)
      reject(new Error(`it ended with code ${code}: ${said} ${complained}`))
    })
  })
}

/** The sha256 of a model rebuilt from its log, as if no version had ever been saved. */
export async function replayed(name: string, store: Store, folder: string): Promise<string> {
  const files = new FolderFiles(folder)
  const model = await LearningModel.open(name, {
    store: { ...store, versions: { ...store.versions, all: async () => [] } },
    files,
    run: localRunner(store, files),
    warn() {},
    leader: { epoch: undefined, async fenced() {} },
    async discard() {},
    saveEvery: 1e9,
    publishEvery: 0,
    rebuildAfter: 0,
  })
  return model!.bytes().sha256
}

/** kill -9 of all that are left. */
export function killAll(): void {
  for (const child of children) child.kill('SIGKILL')
}

export function postTo(url: string, path: string, body: unknown): Promise<Response> {
  return fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
}

export async function stateOf({ url }: Running): Promise<State> {
  return (await (await fetch(`${url}/v1/model?sha256=true`)).json()) as State
}

/** The epoch in which a server leads, 0 where it does not. */
export async function epochOf(url: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(/^abound_trainer_epoch (\d+)$/m.exec(text)?.[1] ?? Number.NaN)
}

export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

export async function until(holds: () => Promise<boolean>, what: string, ms = 300_000): Promise<void> {
  const end = Date.now() + ms
  while (!(await holds().catch(() => false))) {
    if (Date.now() > end) throw new Error(`it did not come about: ${what}`)
    await pause(50)
  }
}
