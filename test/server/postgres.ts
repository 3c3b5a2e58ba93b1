// A PostgreSQL of the test's own: Debian's, in a temporary folder, as a user without privileges.

import { execFileSync, spawn } from 'node:child_process'
import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
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

export async function startPostgres(): Promise<TestPostgres> {
  const bin = binaries()!
  const folder = mkdtempSync(join(tmpdir(), 'abound-postgres-'))
  const data = join(folder, 'data')
  mkdirSync(data)
  chmodSync(folder, 0o755)
  const root = process.getuid?.() === 0
  const user = root ? userId('postgres') : undefined
  if (user !== undefined) for (const path of [folder, data]) chownSync(path, user.uid, user.gid)
  const as = { ...(user === undefined ? {} : user), cwd: folder, stdio: 'ignore' as const }
  execFileSync(
    join(bin, 'initdb'),
    ['-D', data, '-U', 'abound', '-A', 'trust', '-E', 'UTF8', '--no-sync'],
    as,
  )
  const port = await freePort()
  const settings = ['-p', String(port), '-k', folder, '-c', 'listen_addresses=127.0.0.1']
  const child = spawn(join(bin, 'postgres'), ['-D', data, ...settings], as)
  const url = `postgresql://abound@127.0.0.1:${port}/postgres`
  for (let tries = 0; ; tries++) {
    const client = new pg.Client({ connectionString: url })
    try {
      await client.connect()
      await client.end()
      break
    } catch (error) {
      if (tries > 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  let made = 0
  return {
    url,
    async database() {
      const name = `test${++made}`
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await client.query(`CREATE DATABASE ${name}`)
      await client.end()
      return url.replace(/postgres$/, name)
    },
    stop() {
      return new Promise((resolve) => {
        child.once('exit', () => {
          rmSync(folder, { recursive: true, force: true })
          resolve()
        })
        child.kill('SIGINT')
      })
    },
  }
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
