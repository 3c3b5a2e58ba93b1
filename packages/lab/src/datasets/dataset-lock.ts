// What a corpus was made from, beside its files: addresses and hashes of the originals, so that the next download must
// be the same, and what became of them.

import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { InputError } from 'abound'
import { fileError, writeFileSafely } from 'abound/internal'
import type { DatasetEntry, OriginalFile } from './entry.js'

export const LOCK_FILE = 'abound-lock.json'

export interface DatasetLock {
  readonly originals: Readonly<Record<string, LockedOriginal>>
  readonly files: Readonly<Record<string, { readonly documents: number }>>
}

interface LockedOriginal {
  readonly sha256: string
  readonly bytes: number
  /** Absent for one that was put there by hand. */
  readonly url?: string
}

/** How an original was found to be the right one. */
export type Trust = 'published' | 'as before' | 'first seen'

/**
 * What a corpus's folder was made from; undefined where `getDataset` did not make it.
 *
 * @example
 * readLock('corpora/banking77') // undefined
 */
export function readLock(folder: string): DatasetLock | undefined {
  try {
    const lock = JSON.parse(readFileSync(join(folder, LOCK_FILE), 'utf8')) as DatasetLock
    return typeof lock?.originals === 'object' && typeof lock.files === 'object' ? lock : undefined
  } catch {
    return undefined
  }
}

export async function writeLock(folder: string, lock: DatasetLock): Promise<void> {
  await writeFileSafely(join(folder, LOCK_FILE), `${JSON.stringify(lock, null, 2)}\n`)
}

/** The SHA-256 of a file. */
export async function hashFile(
  path: string,
  onRead?: (bytes: number) => void,
): Promise<{ sha256: string; bytes: number }> {
  const hash = createHash('sha256')
  let bytes = 0
  try {
    for await (const chunk of createReadStream(path, { highWaterMark: 1 << 18 }) as AsyncIterable<Buffer>) {
      hash.update(chunk)
      bytes += chunk.length
      onRead?.(bytes)
    }
  } catch (error) {
    throw fileError(path, 'read', error)
  }
  return { sha256: hash.digest('hex'), bytes }
}

/** Says why an original can be trusted; an InputError where it is not the one that was published or seen before. */
export function trustIn(
  entry: DatasetEntry,
  original: OriginalFile,
  sha256: string,
  lock: DatasetLock | undefined,
): Trust {
  if (original.hash !== undefined) {
    if (original.hash.hex === sha256) return 'published'
    throw new InputError(
      `${entry.name}/${original.name}: expected sha256 ${original.hash.hex} (${original.hash.source}), found ${sha256}`,
    )
  }
  const before = lock?.originals[original.name]?.sha256
  if (before === undefined || entry.changing === true) return 'first seen'
  if (before === sha256) return 'as before'
  throw new InputError(
    `${entry.name}/${original.name}: expected sha256 ${before} as when it was first fetched, found ${sha256}; ` +
      `remove ${entry.name}/${LOCK_FILE} to take the new one`,
  )
}
