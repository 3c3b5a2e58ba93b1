// The documents of a run as shards: files as they are, or their documents cut into shards again, in their order.

import { type FileHandle, mkdir, open } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Document, InputError, openSource, type Source, type SourceSettings } from 'abound'
import { createWriter, fileError, type Writer } from 'abound/internal'
import type { Shard } from '../cluster/plan.js'
import { sumOf } from './folder-store.js'

/**
 * Each file is a shard as it is.
 *
 * @example
 * (await wholeShards(['news.jsonl.gz'], {}))[0].documents // 4
 */
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

/**
 * The documents of a source cut into `count` shards, as files in a folder: runs of documents in their order, or
 * (`deal`) dealt out in turn, so that every shard has some of all labels though the source is sorted.
 *
 * @example
 * const shards = await cutShards(openSource('news.jsonl.gz'), 2, 'shards')
 * shards.map(({ documents }) => documents) // [2, 2]
 */
export async function cutShards(
  source: Source,
  count: number,
  folder: string,
  deal = false,
): Promise<Shard[]> {
  if (!source.rereadable) {
    throw new InputError(`${source.path}: is read twice to be cut: expected files or folders`)
  }
  const documents = await countOf(source)
  if (documents < count) {
    throw new InputError(`${source.path}: ${documents} documents, too few for ${count} shards`)
  }
  await mkdir(folder, { recursive: true })
  const writers: ShardWriter[] = []
  let place = 0
  let run = 0
  for await (const batch of source.documents()) {
    for (const document of batch) {
      while (place >= Math.floor((documents * (run + 1)) / count)) run++
      const id = deal ? place % count : run
      writers[id] ??= await ShardWriter.open(folder, id, document)
      await writers[id].add(document)
      place++
    }
  }
  const shards: Shard[] = []
  for (const writer of writers) shards.push(await writer.close())
  return shards
}

/** Characters that are gathered before they are written. */
const BUFFER = 1 << 18

/** A shard being written; it is no part of a run before a plan names it. */
class ShardWriter {
  private readonly id: number
  private readonly path: string
  private readonly file: FileHandle
  private readonly writer: Writer
  private documents = 0
  private text = ''

  private constructor(id: number, path: string, file: FileHandle, writer: Writer) {
    this.id = id
    this.path = path
    this.file = file
    this.writer = writer
    this.text = writer.header()
  }

  static async open(folder: string, id: number, { vector }: Document): Promise<ShardWriter> {
    const format = vector === undefined ? 'jsonl' : 'svm'
    const path = join(resolve(folder), `${String(id).padStart(6, '0')}.${format}`)
    const file = await open(path, 'w').catch((error: unknown) => {
      throw fileError(path, 'write', error)
    })
    return new ShardWriter(id, path, file, createWriter(format, { file: path }))
  }

  async add(document: Document): Promise<void> {
    this.text += this.writer.document(document)
    this.documents++
    if (this.text.length >= BUFFER) await this.flush()
  }

  async close(): Promise<Shard> {
    this.writer.end()
    await this.flush()
    await this.file.sync()
    await this.file.close()
    return { id: this.id, uri: this.path, sha256: await sumOf(this.path), documents: this.documents }
  }

  private async flush(): Promise<void> {
    await this.file.writeFile(this.text)
    this.text = ''
  }
}

async function countOf(source: Source): Promise<number> {
  let documents = 0
  for await (const batch of source.documents()) documents += batch.length
  return documents
}
