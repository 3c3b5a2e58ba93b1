// The folder of a run, which every machine can reach: objects under their sha256, written beside and renamed, so that a
// name always has the bytes it stands for; tasks that run twice write the same object twice.

import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Document, InputError, openSource, type SourceSettings } from 'abound'
import { fileError } from 'abound/internal'
import type { ClusterStore } from '../cluster/cluster-store.js'
import type { Plan, Shard } from '../cluster/plan.js'

/** The folder that objects are in, below that of a run. */
const OBJECTS = 'objects'

/** Where an object of a run is. */
export function objectPath(run: string, sha256: string): string {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new InputError(`${JSON.stringify(sha256)} is no sha256`)
  return join(run, OBJECTS, sha256)
}

/** The store of a run in a folder. */
export class FolderStore implements ClusterStore {
  private readonly run: string

  constructor(run: string) {
    this.run = run
  }

  async read(sha256: string): Promise<Uint8Array> {
    const path = objectPath(this.run, sha256)
    const bytes = await readBytes(path)
    checkSum(createHash('sha256').update(bytes).digest('hex'), sha256, path)
    return bytes
  }

  async write(parts: readonly Uint8Array[]): Promise<string> {
    const hash = createHash('sha256')
    for (const part of parts) hash.update(part)
    const sha256 = hash.digest('hex')
    const path = objectPath(this.run, sha256)
    if (await isThere(path, parts)) return sha256
    await mkdir(join(this.run, OBJECTS), { recursive: true })
    const beside = join(this.run, OBJECTS, `.${sha256.slice(0, 16)}.${randomBytes(6).toString('hex')}.tmp`)
    try {
      const file = await open(beside, 'wx')
      try {
        for (const part of parts) await file.writeFile(part)
        await file.sync()
      } finally {
        await file.close()
      }
      await rename(beside, path)
    } catch (error) {
      await rm(beside, { force: true })
      throw fileError(path, 'write', error)
    }
    return sha256
  }

  async *documents(shard: Shard, plan: Plan): AsyncGenerator<readonly Document[]> {
    const path = pathOf(shard.uri)
    checkSum(await sumOf(path), shard.sha256, path)
    yield* openSource(path, plan.reading as SourceSettings).documents()
  }

  async model({ uri, sha256 }: { readonly uri: string; readonly sha256: string }): Promise<Uint8Array> {
    const path = pathOf(uri)
    const bytes = await readBytes(path)
    checkSum(createHash('sha256').update(bytes).digest('hex'), sha256, path)
    return bytes
  }
}

/** The path of a shard's URI. */
function pathOf(uri: string): string {
  if (uri.startsWith('file:')) return fileURLToPath(uri)
  if (/^[a-z][a-z0-9+.-]+:\/\//i.test(uri)) {
    throw new InputError(
      `${uri}: expected a path or file: URI that every machine can read (mount the others)`,
    )
  }
  return uri
}

/** The sha256 of a file. */
export async function sumOf(path: string): Promise<string> {
  const hash = createHash('sha256')
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 20 })) hash.update(chunk as Buffer)
  } catch (error) {
    throw fileError(path, 'read', error)
  }
  return hash.digest('hex')
}

function checkSum(found: string, expected: string, path: string): void {
  if (found !== expected) {
    throw new InputError(`${path} is damaged, or another file: its sha256 is ${found}, expected ${expected}`)
  }
}

async function readBytes(path: string): Promise<Uint8Array> {
  try {
    return await readFile(path)
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}

/** Whether an object was written whole before; its name tells what is in it, and its length that it got there. */
async function isThere(path: string, parts: readonly Uint8Array[]): Promise<boolean> {
  const bytes = parts.reduce((sum, part) => sum + part.length, 0)
  return stat(path).then(
    ({ size }) => size === bytes,
    () => false,
  )
}
