// Getting a corpus: its originals are fetched (or lie there already, put by hand), checked, and turned into the files
// that Abound reads. Files take their names when all is done; a run that is cut leaves only parts to go on with.

import { createWriteStream, existsSync, statSync, type WriteStream } from 'node:fs'
import { copyFile, mkdir, readFile, rename, rm, rmdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createGzip, type Gzip } from 'node:zlib'
import { DataError, InputError } from 'abound'
import { fileError } from 'abound/files'
import { dataFolder } from './data-folder.js'
import { type DatasetLock, hashOf, readLock, type Trust, trustIn, writeLock } from './dataset-lock.js'
import { type DownloadSettings, download, forget } from './download.js'
import type { DatasetEntry, OriginalFile } from './entry.js'
import { openOriginal } from './originals.js'

/** What somebody has put there. */
const BY_HAND = 'original'
/** What we have fetched, and parts of it. */
const FETCHED = '.download'
const CONVERTING = '.converting'
const BUSY = '.getting'

export interface GetSettings extends Pick<DownloadSettings, 'stallMs' | 'pauseMs'> {
  /** The folder of all corpora. */
  readonly folder?: string
  /** Keep the originals too. */
  readonly keep?: boolean
  /** A place that has copies of the originals: `MIRROR/dataset/file`. */
  readonly mirror?: string
  readonly onProgress?: (hooks: GetHooks) => void
}

export interface GetHooks {
  readonly phase: 'fetching' | 'checking' | 'converting'
  /** The file that is worked on. */
  readonly file: string
  /** Bytes, or documents while converting. */
  readonly done: number
  readonly total: number | undefined
}

export interface GotDataset {
  readonly folder: string
  readonly files: readonly { readonly name: string; readonly documents: number }[]
  readonly originals: readonly { readonly name: string; readonly sha256: string; readonly trust: Trust }[]
  /** What differs from what the registry says. */
  readonly warnings: readonly string[]
}

/**
 * Downloads, checks and converts a corpus of the registry; `datasetFile` then finds its files.
 *
 * @example
 * const got = await getDataset(datasetNamed('bibtex'), { folder: 'corpora' }).catch(String)
 * got // 'InputError: bibtex has to be fetched by hand …'
 */
export async function getDataset(entry: DatasetEntry, settings: GetSettings = {}): Promise<GotDataset> {
  const folder = join(settings.folder ?? dataFolder(), entry.name)
  const release = await alone(folder)
  try {
    return await new Getting(entry, folder, settings).run()
  } finally {
    // What is empty goes; what is not is of use to the next run.
    await rmdir(join(folder, FETCHED)).catch(() => {})
    await release()
    await rmdir(folder).catch(() => {})
  }
}

class Getting {
  private readonly entry: DatasetEntry
  private readonly folder: string
  private readonly settings: GetSettings
  private readonly lock: DatasetLock | undefined
  private readonly warnings: string[] = []

  constructor(entry: DatasetEntry, folder: string, settings: GetSettings) {
    this.entry = entry
    this.folder = folder
    this.settings = settings
    this.lock = readLock(folder)
  }

  async run(): Promise<GotDataset> {
    const { entry, folder } = this
    this.checkByHand()
    const originals: { name: string; sha256: string; bytes: number; trust: Trust; url?: string }[] = []
    for (const original of entry.originals) originals.push(await this.original(original))
    const files = await this.convert()
    await writeLock(folder, {
      originals: Object.fromEntries(
        originals.map(({ name, sha256, bytes, url }) => [
          name,
          { sha256, bytes, ...(url === undefined ? {} : { url }) },
        ]),
      ),
      files: Object.fromEntries(files.map(({ name, documents }) => [name, { documents }])),
    })
    await this.clear()
    return { folder, files, originals, warnings: this.warnings }
  }

  /** Where an original is, or will be once it is fetched. */
  private place(name: string): string {
    const put = this.byHand(name)
    return existsSync(put) ? put : join(this.folder, FETCHED, name)
  }

  private byHand(name: string): string {
    return join(this.folder, BY_HAND, name)
  }

  /** What was fetched is of no more use, unless it is to be kept; what somebody put there is theirs. */
  private async clear(): Promise<void> {
    const fetched = join(this.folder, FETCHED)
    if (this.settings.keep === true) {
      await mkdir(join(this.folder, BY_HAND), { recursive: true })
      for (const { name } of this.entry.originals) {
        const from = join(fetched, name)
        if (existsSync(from)) await rename(from, this.byHand(name))
      }
    }
    await rm(fetched, { recursive: true, force: true })
  }

  /** Before anything is fetched: whether all is there that only a person can fetch. */
  private checkByHand(): void {
    if (this.settings.mirror !== undefined) return
    const missing = this.entry.originals.filter(
      ({ name, url }) => url === undefined && !existsSync(this.place(name)),
    )
    if (missing.length === 0) return
    const lines = missing.map(({ name, where }) => `\n  ${this.byHand(name)}: ${where ?? this.entry.home}`)
    throw new InputError(
      `${this.entry.name} has to be fetched by hand (${this.entry.home}): put these files there, ` +
        `then run abound datasets get ${this.entry.name} again${lines.join('')}`,
    )
  }

  private async original(
    original: OriginalFile,
  ): Promise<{ name: string; sha256: string; bytes: number; trust: Trust; url?: string }> {
    const { name } = original
    const path = this.place(name)
    const url = this.address(original)
    if (existsSync(path)) {
      const { sha256, bytes } = await this.hash(path, name)
      const trust = trustIn(this.entry, original, sha256, this.lock)
      return path === this.byHand(name) ? { name, sha256, bytes, trust } : { name, sha256, bytes, trust, url }
    }
    const hashKnown = original.hash !== undefined
    for (let fresh = false; ; fresh = true) {
      const resumedFrom = await this.fetch(url, path, name, hashKnown)
      const { sha256, bytes } = await this.hash(`${path}.part`, name)
      try {
        const trust = trustIn(this.entry, original, sha256, this.lock)
        await rename(`${path}.part`, path)
        return { name, sha256, bytes, trust, url }
      } catch (error) {
        await forget(path)
        // Two halves of different files may have met: the whole is fetched once more.
        if (!(error instanceof InputError) || fresh || resumedFrom === 0) throw error
      }
    }
  }

  private address({ name, url = '' }: OriginalFile): string {
    const { mirror } = this.settings
    if (mirror === undefined) return url
    return `${mirror.replace(/\/+$/, '')}/${encodeURIComponent(this.entry.name)}/${encodeURIComponent(name)}`
  }

  private async fetch(url: string, path: string, name: string, hashKnown: boolean): Promise<number> {
    const { stallMs, pauseMs, onProgress } = this.settings
    try {
      return await download(url, path, {
        hashKnown,
        ...(stallMs === undefined ? {} : { stallMs }),
        ...(pauseMs === undefined ? {} : { pauseMs }),
        onProgress: (done, total) => onProgress?.({ phase: 'fetching', file: name, done, total }),
      })
    } catch (error) {
      if (!(error instanceof InputError)) throw error
      throw new InputError(
        `${error.message}\n  If it can be had elsewhere, put it there as ${this.byHand(name)}\n` +
          `  and run abound datasets get ${this.entry.name} again (home page: ${this.entry.home})`,
      )
    }
  }

  private async hash(path: string, name: string): Promise<{ sha256: string; bytes: number }> {
    const total = statSync(path).size
    return hashOf(path, (done) => this.settings.onProgress?.({ phase: 'checking', file: name, done, total }))
  }

  private async convert(): Promise<{ name: string; documents: number }[]> {
    const { entry, folder } = this
    const beside = join(folder, CONVERTING)
    await rm(beside, { recursive: true, force: true })
    await mkdir(beside)
    try {
      const counts = new Map(entry.files.map(({ name }) => [name, 0]))
      const outputs = new Outputs(beside)
      try {
        await this.writePieces(outputs, counts)
      } finally {
        await outputs.close()
      }
      for (const { name, copyOf } of entry.files)
        if (copyOf !== undefined) await copyFile(this.place(copyOf), join(beside, name))
      this.check(counts, beside)
      for (const { name } of entry.files) await rename(join(beside, name), join(folder, name))
      return entry.files.map(({ name }) => ({ name, documents: counts.get(name) ?? 0 }))
    } catch (error) {
      throw fileError(folder, 'write', error)
    } finally {
      await rm(beside, { recursive: true, force: true })
    }
  }

  private async writePieces(outputs: Outputs, counts: Map<string, number>): Promise<void> {
    const { entry } = this
    const total = entry.files.reduce((sum, { documents = 0 }) => sum + documents, 0)
    let done = 0
    for await (const { file, content, documents = 1 } of entry.convert((name) =>
      openOriginal(this.place(name)),
    )) {
      const count = counts.get(file)
      if (count === undefined) throw new Error(`${entry.name} has no file ${file}`)
      counts.set(file, count + documents)
      done += documents
      await outputs.write(file, content)
      this.settings.onProgress?.({ phase: 'converting', file, done, total: total === 0 ? undefined : total })
    }
  }

  /** Nothing in a file is an error; another count than the registry's is worth a word. */
  private check(counts: ReadonlyMap<string, number>, beside: string): void {
    for (const { name, documents } of this.entry.files) {
      if (!existsSync(join(beside, name)))
        throw new DataError(
          `${this.entry.name}/${name}`,
          0,
          'expected documents for it in the originals, found none',
        )
      const count = counts.get(name) ?? 0
      if (documents !== undefined && documents !== count && this.entry.changing !== true)
        this.warnings.push(`${this.entry.name}/${name}: expected ${documents} documents, found ${count}`)
    }
  }
}

/** The files that are being written, packed where their names say so. */
class Outputs {
  private readonly folder: string
  private readonly open = new Map<string, { readonly into: Gzip | WriteStream; readonly file: WriteStream }>()
  private failure: Error | undefined

  constructor(folder: string) {
    this.folder = folder
  }

  async write(name: string, content: string | Uint8Array): Promise<void> {
    let output = this.open.get(name)
    if (output === undefined) {
      const file = createWriteStream(join(this.folder, name))
      const into = name.endsWith('.gz') ? createGzip() : file
      if (into !== file) into.pipe(file)
      const fail = (error: Error): void => this.fail(error)
      into.on('error', fail)
      if (into !== file) file.on('error', fail)
      output = { into, file }
      this.open.set(name, output)
    }
    const { into } = output
    if (!into.write(content)) await new Promise<void>((resolve) => this.whenReady(into, resolve))
    if (this.failure !== undefined) throw this.failure
  }

  /** Waits until all is on the disk. */
  async close(): Promise<void> {
    for (const { into, file } of this.open.values()) {
      await new Promise<void>((resolve) => {
        file.once('close', resolve)
        if (this.failure !== undefined) file.destroy()
        else into.end()
        if (file.closed) resolve()
      })
    }
    this.open.clear()
    if (this.failure !== undefined) throw this.failure
  }

  private whenReady(into: Gzip | WriteStream, resolve: () => void): void {
    const done = (): void => {
      into.removeListener('drain', done)
      into.removeListener('close', done)
      resolve()
    }
    into.once('drain', done)
    into.once('close', done)
    if (this.failure !== undefined) done()
  }

  private fail(error: Error): void {
    if (this.failure !== undefined) return
    this.failure = error
    for (const { into, file } of this.open.values()) {
      into.destroy()
      file.destroy()
    }
  }
}

/** Folders that this process is at work on. */
const underWay = new Set<string>()

/** Keeps two runs from writing the same files; a mark that a killed run has left is taken over. */
async function alone(folder: string): Promise<() => Promise<void>> {
  const mark = join(folder, BUSY)
  if (underWay.has(folder)) throw new InputError(`${folder}: it is being got already`)
  underWay.add(folder)
  try {
    await mkdir(join(folder, FETCHED), { recursive: true }).catch((error: unknown) => {
      throw fileError(folder, 'write', error)
    })
    await setMark(mark, folder)
  } catch (error) {
    underWay.delete(folder)
    throw error
  }
  return async () => {
    // The mark first: who comes in between would take it over, and lose it.
    await rm(mark, { force: true })
    underWay.delete(folder)
  }
}

async function setMark(mark: string, folder: string): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      await writeFile(mark, `${process.pid}\n`, { flag: 'wx' })
      return
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || tries > 1)
        throw fileError(mark, 'write', error)
      const other = Number.parseInt(await readFile(mark, 'utf8').catch(() => ''), 10)
      if (isRunning(other))
        throw new InputError(
          `${folder}: another run (process ${other}) is getting it; if that is not so, remove ${mark}`,
        )
      await rm(mark, { force: true })
    }
  }
}

function isRunning(pid: number): boolean {
  if (!Number.isSafeInteger(pid) || pid <= 0 || pid === process.pid) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
