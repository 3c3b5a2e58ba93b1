// Model files and corpora in a bucket, under their sha256. A folder caches them: what is there is not fetched
// again, and a corpus is read from there.

import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import type { Corpus, Document } from 'abound'
import { writeFileSafely } from 'abound/internal'
import type { FolderFiles } from './folder-files.js'
import { hashBytes, type ModelFiles } from './model-files.js'
import { type Bucket, deleteObject, getObject, hasObject, putObject } from './s3.js'

export class S3Files implements ModelFiles {
  private readonly bucket: Bucket
  private readonly cache: FolderFiles

  constructor(bucket: Bucket, cache: FolderFiles) {
    this.bucket = bucket
    this.cache = cache
  }

  uri(sha256: string): string {
    const { name, prefix } = this.bucket
    return `s3://${name}/${prefix}${modelKey(sha256)}`
  }

  async put(bytes: Uint8Array): Promise<string> {
    const sha256 = await this.cache.put(bytes)
    const key = modelKey(sha256)
    if (!(await hasObject(this.bucket, key)))
      await putObject(this.bucket, key, {
        sha256,
        bytes: bytes.length,
        open: () => Readable.from([Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)]),
      })
    return sha256
  }

  async get(sha256: string): Promise<Uint8Array | undefined> {
    const near = await this.cache.get(sha256)
    if (near !== undefined) return near
    const object = await getObject(this.bucket, modelKey(sha256))
    if (object === undefined) return undefined
    const bytes = Buffer.concat((await object.toArray()) as Buffer[])
    if (hashBytes(bytes) !== sha256) return undefined
    // In place of one that was spoilt.
    await this.cache.remove(sha256)
    await this.cache.put(bytes)
    return bytes
  }

  has(sha256: string): Promise<boolean> {
    return hasObject(this.bucket, modelKey(sha256))
  }

  async remove(sha256: string): Promise<void> {
    await this.cache.remove(sha256)
    await deleteObject(this.bucket, modelKey(sha256))
  }

  async putCorpus(
    batches: AsyncIterable<readonly Document[]>,
  ): Promise<{ sha256: string; documents: number }> {
    const put = await this.cache.putCorpus(batches)
    const { sha256 } = put
    const key = corpusKey(sha256)
    if (!(await hasObject(this.bucket, key))) {
      const path = this.cache.corpusPath(sha256)
      const { size } = await stat(path)
      await putObject(this.bucket, key, { sha256, bytes: size, open: () => createReadStream(path) })
    }
    return put
  }

  corpus(sha256: string): Corpus {
    const { cache } = this
    const fetched = (): Promise<void> => this.fetchCorpus(sha256)
    return {
      rereadable: true,
      async *batches() {
        await fetched()
        yield* cache.corpus(sha256).batches()
      },
    }
  }

  async hasCorpus(sha256: string): Promise<boolean> {
    return (await this.cache.hasCorpus(sha256)) || hasObject(this.bucket, corpusKey(sha256))
  }

  /** Of the folder alone: what is in the bucket goes version by version (`remove`). */
  keepOnly(wanted: ReadonlySet<string>): Promise<void> {
    return this.cache.keepOnly(wanted)
  }

  private async fetchCorpus(sha256: string): Promise<void> {
    if (await this.cache.hasCorpus(sha256)) return
    const object = await getObject(this.bucket, corpusKey(sha256))
    if (object === undefined) throw new Error(`the corpus ${sha256} is not in the bucket ${this.bucket.name}`)
    const path = this.cache.corpusPath(sha256)
    const beside = `${path}.part`
    const hash = createHash('sha256')
    const chunks = async function* (): AsyncGenerator<Uint8Array> {
      for await (const chunk of object as AsyncIterable<Uint8Array>) {
        hash.update(chunk)
        yield chunk
      }
    }
    await writeFileSafely(beside, chunks())
    if (hash.digest('hex') === sha256) return rename(beside, path)
    await rm(beside, { force: true })
    throw new Error(
      `the corpus ${sha256} in the bucket ${this.bucket.name} has other bytes than its name says`,
    )
  }
}

function modelKey(sha256: string): string {
  return `${sha256}.abound`
}

function corpusKey(sha256: string): string {
  return `${sha256}.jsonl`
}
