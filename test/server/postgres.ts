// A PostgreSQL of the test's own: Debian's, in a temporary folder, as a user without privileges.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'

const ROOT = '/usr/lib/postgresql'

export interface TestPostgres {
  readonly url: string
  /** A URL of a new, empty database. */
  database(): Promise<string>
  /** Resolves when it is down and its folder gone. */
  stop(): Promise<void>
}

/** Why there can be none here; undefined if there can. */
export function noPostgres(): string | undefined {
  if (binaries() === undefined) return `no PostgreSQL under ${ROOT}`
  if (process.getuid?.() === 0 && userId('postgres') === undefined) return 'no user "postgres" to run it as'
  return undefined
}

/** `hasty`: it does not wait for the disk, which only the end of the whole machine would show. */
export async function startPostgres({ hasty = false } = {}): Promise<TestPostgres> {
  const place = newPlace()
  const more = hasty ? ['-c', 'fsync=off'] : []
  const node = await startNode(place, initialised(place, 'data'), await freePort(), more)
  let made = 0
  return {
    url: node.url,
    async database() {
      const name = `test${++made}`
      await query(node.url, `CREATE DATABASE ${name}`)
      return node.url.replace(/postgres$/, name)
    },
    async stop() {
      await ended(node.child, 'SIGINT')
      rmSync(place.folder, { recursive: true, force: true })
    },
  }
}

/** A primary, and a standby without whose word it commits nothing. */
export interface TestCluster {
  /** Names both hosts. */
  readonly url: string
  readonly primary: string
  readonly standby: string
  /** kill -9 */
  killPrimary(): Promise<void>
  promoteStandby(): Promise<void>
  stopStandby(): Promise<void>
  startStandby(): Promise<void>
  stop(): Promise<void>
}

export async function startCluster(): Promise<TestCluster> {
  const place = newPlace()
  const primary = await startNode(place, initialised(place, 'primary'), await freePort())
  const { port } = new URL(primary.url)
  const copy = join(place.folder, 'standby')
  const from = ['-h', '127.0.0.1', '-p', port, '-U', 'abound', '-D', copy, '-R', '-X', 'stream', '-c', 'fast']
  execFileSync(join(place.bin, 'pg_basebackup'), [...from, '--no-sync'], place.as)
  const standbyPort = await freePort()
  let standby = await startNode(place, copy, standbyPort)
  // After the copy was made: the standby, once promoted, has nobody to wait for.
  await query(primary.url, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await query(primary.url, 'SELECT pg_reload_conf()')
  const inStep = async (): Promise<void> => {
    const sync = `SELECT 1 FROM pg_stat_replication WHERE sync_state = 'sync' AND state = 'streaming'`
    while ((await query(primary.url, sync)).length === 0) await pause(50)
  }
  await inStep()
  const running = new Set([primary.child, standby.child])
  const end = async (child: ChildProcess, signal: NodeJS.Signals): Promise<void> => {
    running.delete(child)
    await ended(child, signal)
  }
  return {
    url: primary.url.replace(`:${port}/`, `:${port},127.0.0.1:${standbyPort}/`),
    primary: primary.url,
    standby: standby.url,
    killPrimary: () => end(primary.child, 'SIGKILL'),
    async promoteStandby() {
      await query(standby.url, 'SELECT pg_promote(true, 30)')
    },
    stopStandby: () => end(standby.child, 'SIGINT'),
    async startStandby() {
      standby = await startNode(place, copy, standbyPort)
      running.add(standby.child)
      await inStep()
    },
    async stop() {
      for (const child of running) await end(child, 'SIGQUIT')
      rmSync(place.folder, { recursive: true, force: true })
    },
  }
}

/** Rows of one statement, on a connection of its own. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(sql)).rows
  } finally {
    await client.end()
  }
}

interface Place {
  readonly bin: string
  readonly folder: string
  readonly as: { uid?: number; gid?: number; cwd: string; stdio: 'ignore' }
}

function newPlace(): Place {
  const folder = mkdtempSync(join(tmpdir(), 'abound-postgres-'))
  chmodSync(folder, 0o755)
  const root = process.getuid?.() === 0
  const user = root ? userId('postgres') : undefined
  if (user !== undefined) chownSync(folder, user.uid, user.gid)
  return { bin: binaries()!, folder, as: { ...user, cwd: folder, stdio: 'ignore' } }
}

function initialised({ bin, folder, as }: Place, name: string): string {
  const data = join(folder, name)
  const args = ['-D', data, '-U', 'abound', '-A', 'trust', '-E', 'UTF8', '--no-sync']
  execFileSync(join(bin, 'initdb'), args, as)
  return data
}

async function startNode(
  { bin, folder, as }: Place,
  data: string,
  port: number,
  more: readonly string[] = [],
): Promise<{ readonly url: string; readonly child: ChildProcess }> {
  const settings = ['-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings, ...more], as)
  const url = `postgresql://abound@127.0.0.1:${port}/postgres`
  for (;;) {
    try {
      await query(url, 'SELECT 1')
      return { url, child }
    } catch (error) {
      if (child.exitCode !== null) throw error
      await pause(100)
    }
  }
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  return new Promise((resolve) => {
    child.once('exit', () => resolve())
    child.kill(signal)
  })
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

function binaries(): string | undefined {
  if (!existsSync(ROOT)) return undefined
  const newest = readdirSync(ROOT).sort((a, b) => Number(b) - Number(a))
  return newest.map((version) => join(ROOT, version, 'bin')).find((bin) => existsSync(join(bin, 'initdb')))
}

function userId(name: string): { uid: number; gid: number } | undefined {
  try {
    const id = (flag: string): number =>
      Number(execFileSync('id', [flag, name], { encoding: 'utf8', stdio: 'pipe' }))
    return { uid: id('-u'), gid: id('-g') }
  } catch {
    return undefined
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number }
      server.close(() => resolve(port))
    })
  })
}
