// The documents of a run as shards: files as they are, or cut anew into so many runs of documents, in their order.

import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Shard } from '../../cluster/plan.js'
import type { Document } from '../../contract.js'
import { InputError } from '../../errors.js'
import { openSource, type Source, type SourceSettings } from '../source.js'
import { writeDocuments } from '../write-documents.js'
import { sumOf } from './store.js'

/** Each file is a shard as it is. */
export async function wholeShards(paths: readonly string[], settings: SourceSettings): Promise<Shard[]> {
  const shards: Shard[] = []
  for (const [id, path] of paths.entries()) {
    const source = openSource(path, settings)
    if (source.bytes === undefined) {
      throw new InputError(`${path}: only a file can be a shard as it is: expected --shards to cut it`)
    }
    const documents = await countOf(source)
    shards.push({ id, uri: resolve(path), sha256: await sumOf(path), documents })
  }
  return shards
}

/** The documents of a source cut into `count` shards, as files in a folder. */
export async function cutShards(source: Source, count: number, folder: string): Promise<Shard[]> {
  if (!source.rereadable) {
    throw new InputError(`${source.path}: is read twice to be cut: expected files or folders`)
  }
  const documents = await countOf(source)
  if (documents < count) {
    throw new InputError(`${source.path}: ${documents} documents, too few for ${count} shards`)
  }
  await mkdir(folder, { recursive: true })
  const all = source.documents()
  const shards: Shard[] = []
  let rest: readonly Document[] = []
  for (let id = 0; id < count; id++) {
    const wanted = Math.floor((documents * (id + 1)) / count) - Math.floor((documents * id) / count)
    if (rest.length === 0) rest = (await all.next()).value ?? []
    const isVector = rest[0]?.vector !== undefined
    const path = join(resolve(folder), `${String(id).padStart(6, '0')}.${isVector ? 'svm' : 'jsonl'}`)
    async function* own(): AsyncGenerator<readonly Document[]> {
      for (let left = wanted; left > 0; ) {
        const batch = rest.length > 0 ? rest : ((await all.next()).value ?? [])
        if (batch.length === 0) throw new InputError(`${source.path}: became shorter while it was read`)
        yield batch.slice(0, left)
        rest = batch.slice(left)
        left -= Math.min(left, batch.length)
      }
    }
    await writeDocuments(path, own())
    shards.push({ id, uri: path, sha256: await sumOf(path), documents: wanted })
  }
  return shards
}

async function countOf(source: Source): Promise<number> {
  let documents = 0
  for await (const batch of source.documents()) documents += batch.length
  return documents
}
