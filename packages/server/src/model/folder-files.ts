// Model files and corpora in a folder.

import { createHash, randomBytes } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { type Corpus, type Document, openSource } from 'abound'
import { writeFileSafely } from 'abound/internal'
import { hashBytes, type ModelFiles } from './model-files.js'

const MODEL = '.abound'
const CORPUS = '.jsonl'
const FRESH_MS = 10 * 60_000

export class FolderFiles implements ModelFiles {
  private readonly folder: string

  constructor(folder: string) {
    this.folder = folder
    mkdirSync(folder, { recursive: true })
  }

  uri(sha256: string): string {
    return pathToFileURL(this.path(sha256, MODEL)).href
  }

  async put(bytes: Uint8Array): Promise<string> {
    const sha256 = hashBytes(bytes)
    // One that was spoilt is written again.
    if ((await this.get(sha256)) === undefined) await writeFileSafely(this.path(sha256, MODEL), bytes)
    return sha256
  }

  async get(sha256: string): Promise<Uint8Array | undefined> {
    const bytes = await readFile(this.path(sha256, MODEL)).catch((error: NodeJS.ErrnoException) => {
      // A folder that cannot be read now has not lost anything.
      if (error.code !== 'ENOENT') throw error
      return undefined
    })
    // A file that is not what its name says is as good as lost: the log makes it again.
    return bytes !== undefined && hashBytes(bytes) === sha256 ? bytes : undefined
  }

  async has(sha256: string): Promise<boolean> {
    return (await stat(this.path(sha256, MODEL)).catch(() => undefined)) !== undefined
  }

  async remove(sha256: string): Promise<void> {
    await rm(this.path(sha256, MODEL), { force: true })
  }

  async putCorpus(
    batches: AsyncIterable<readonly Document[]>,
  ): Promise<{ sha256: string; documents: number }> {
    const hash = createHash('sha256')
    const beside = join(this.folder, `upload-${randomBytes(8).toString('hex')}${CORPUS}`)
    let documents = 0
    const lines = async function* (): AsyncGenerator<string> {
      for await (const batch of batches) {
        for (const { id, text, labels, notLabels, partial } of batch) {
          const words = typeof text === 'string' ? text : new TextDecoder().decode(text)
          const line = `${JSON.stringify({ id, text: words, labels, notLabels, partial })}\n`
          hash.update(line)
          documents++
          yield line
        }
      }
    }
    try {
      await writeFileSafely(beside, lines())
      const sha256 = hash.digest('hex')
      await rename(beside, this.path(sha256, CORPUS))
      return { sha256, documents }
    } catch (error) {
      await rm(beside, { force: true })
      throw error
    }
  }

  corpus(sha256: string): Corpus {
    const source = openSource(this.path(sha256, CORPUS), { textBytes: true })
    return { rereadable: true, batches: () => source.documents() }
  }

  async hasCorpus(sha256: string): Promise<boolean> {
    return (await stat(this.path(sha256, CORPUS)).catch(() => undefined)) !== undefined
  }

  /** Where a corpus is, or is to be. */
  corpusPath(sha256: string): string {
    return this.path(sha256, CORPUS)
  }

  async keepOnly(wanted: ReadonlySet<string>): Promise<void> {
    for (const name of await readdir(this.folder)) {
      const [, sha256] = /^([0-9a-f]{64})\.(abound|jsonl)$/.exec(name) ?? []
      if (sha256 === undefined || wanted.has(sha256)) continue
      const path = join(this.folder, name)
      const { mtimeMs } = await stat(path).catch(() => ({ mtimeMs: Date.now() }))
      // What was just written may be about to be named in the log.
      if (Date.now() - mtimeMs > FRESH_MS) await rm(path, { force: true })
    }
  }

  private path(sha256: string, ending: string): string {
    if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error(`no sha256: ${sha256}`)
    return join(this.folder, `${sha256}${ending}`)
  }
}
