// Replaces a file only when the new one is complete: the bytes go into a file beside it, reach the disk, and take the name
// in one step. Errors and signals leave the old file as it was.

import { rmSync, type Stats } from 'node:fs'
import { type FileHandle, open, readlink, realpath, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import { InputError } from '../errors.js'
import { fileError } from './file-errors.js'

type Part = Uint8Array | string

/** What can be written: bytes, a text, or many of these. */
type Parts = Part | Iterable<Part> | AsyncIterable<Part>

const BUFFER = 1 << 18
const MAX_LINKS = 40
const encoder = new TextEncoder()

/**
 * Writes a file whole or not at all. Keeps the mode of a file that is replaced, and follows links. What is no
 * file (a pipe, a device) is written to as it is.
 *
 * @example
 * await writeFileSafely('news.csv', ['text,label\n', 'Wheat rose,wheat\n'])
 */
export async function writeFileSafely(path: string, parts: Parts): Promise<void> {
  try {
    const old = await existing(path)
    if (old?.isDirectory()) throw new InputError(`${path}: expected a file to write, it is a folder`)
    if (old === undefined) await replace(await linkEnd(path), undefined, parts)
    else if (old.isFile()) await replace(await realpath(path), old, parts)
    else await writeInto(await open(path, 'w'), parts)
  } catch (error) {
    throw fileError(path, 'write', error)
  }
}

/** The target of a link whose file does not exist. */
async function linkEnd(path: string): Promise<string> {
  let target = resolve(path)
  for (let i = 0; i < MAX_LINKS; i++) {
    const next = await readlink(target).catch(() => undefined)
    if (next === undefined) return target
    target = resolve(await realpath(dirname(target)), next)
  }
  throw new InputError(`${path}: too many links`)
}

async function existing(path: string): Promise<Stats | undefined> {
  try {
    return await stat(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
}

async function replace(target: string, old: Stats | undefined, parts: Parts): Promise<void> {
  const folder = dirname(target)
  // A guessable name will do, as one that exists is refused. Loading Node's cryptography would take longer than the write.
  const own = Math.random().toString(16).slice(2)
  const beside = join(folder, `.${basename(target).slice(0, 100)}.${own}.tmp`)
  // A handler of signals that ends the process leaves no time to wait.
  const removeAtExit = (): void => rmSync(beside, { force: true })
  const file = await open(beside, 'wx')
  process.once('exit', removeAtExit)
  try {
    if (old !== undefined) await keepMode(file, old)
    await writeInto(file, parts, true)
    await rename(beside, target)
  } catch (error) {
    await rm(beside, { force: true }).catch(() => {})
    throw error
  } finally {
    process.removeListener('exit', removeAtExit)
  }
  await syncFolder(folder)
}

async function keepMode(file: FileHandle, old: Stats): Promise<void> {
  await file.chmod(old.mode & 0o7777)
  const made = await file.stat()
  // Only root can give files away; for everyone else the new file is the writer's own.
  if (made.uid !== old.uid || made.gid !== old.gid) await file.chown(old.uid, old.gid).catch(() => {})
}

/** Writes all parts and closes the file; `sync` waits until they are on the disk. */
async function writeInto(file: FileHandle, parts: Parts, sync = false): Promise<void> {
  try {
    // Small parts are gathered: a call to the system for each line would be slow.
    const buffer = new Uint8Array(BUFFER)
    let used = 0
    const list = typeof parts === 'string' || parts instanceof Uint8Array ? [parts] : parts
    for await (const part of list) {
      const bytes = typeof part === 'string' ? encoder.encode(part) : part
      if (used + bytes.length > BUFFER) {
        await writeAll(file, buffer.subarray(0, used))
        used = 0
      }
      if (bytes.length > BUFFER) {
        await writeAll(file, bytes)
      } else {
        buffer.set(bytes, used)
        used += bytes.length
      }
    }
    await writeAll(file, buffer.subarray(0, used))
    if (sync) await file.sync()
  } finally {
    await file.close()
  }
}

async function writeAll(file: FileHandle, bytes: Uint8Array): Promise<void> {
  // Node writes at most 2 GiB at once.
  for (let at = 0; at < bytes.length; ) {
    const length = Math.min(bytes.length - at, 1 << 30)
    const { bytesWritten } = await file.write(bytes, at, length)
    at += bytesWritten
  }
}

/** Makes the new name last; some systems cannot do this to folders. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r').catch(() => undefined)
  if (handle === undefined) return
  await handle.sync().catch(() => {})
  await handle.close()
}
