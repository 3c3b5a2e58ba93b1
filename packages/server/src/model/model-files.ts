// Model files and corpora of the server, named by the sha256 of what is in them: nothing a request says becomes a
// part of a path. Two places have them: a folder (folder-files.ts), and a bucket (s3-files.ts).

import { createHash } from 'node:crypto'
import type { Corpus, Document } from 'abound'

/** Both pass one test suite. */
export interface ModelFiles {
  /** Where the file of a model is, for people to read. */
  uri(sha256: string): string
  /** Keeps a model; it is durable once it returns. */
  put(bytes: Uint8Array): Promise<string>
  /** The model's bytes, if they are there and are what the name says. */
  get(sha256: string): Promise<Uint8Array | undefined>
  has(sha256: string): Promise<boolean>
  /** Takes a model away. */
  remove(sha256: string): Promise<void>
  /** Keeps documents as JSON lines. */
  putCorpus(batches: AsyncIterable<readonly Document[]>): Promise<{ sha256: string; documents: number }>
  corpus(sha256: string): Corpus
  hasCorpus(sha256: string): Promise<boolean>
  /** Deletes all others, unless they are fresh. */
  keepOnly(wanted: ReadonlySet<string>): Promise<void>
}

export function hashBytes(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
