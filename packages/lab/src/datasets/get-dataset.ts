// Getting a corpus: its originals are fetched (or lie there already, put by hand), checked, and turned into the files
// that Abound reads. Files take their names when all is done; a run that is cut leaves only parts to resume from.

import { existsSync, statSync } from 'node:fs'
import { copyFile, mkdir, rename, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { DataError, InputError } from 'abound'
import { fileError } from 'abound/internal'
import { dataFolder } from './data-folder.js'
import { type DatasetLock, hashFile, readLock, type Trust, trustIn, writeLock } from './dataset-lock.js'
import { type DownloadSettings, discardPart, download } from './download.js'
import type { DatasetEntry, OriginalFile } from './entry.js'
import { takeFolder } from './folder-mark.js'
import { openOriginal } from './originals.js'
import { OutputFiles } from './output-files.js'

/** What somebody has put there. */
const BY_HAND = 'original'
/** What we have fetched, and parts of it. */
const FETCHED = '.download'
const CONVERTING = '.converting'

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
  const release = await takeFolder(folder)
  try {
    await mkdir(join(folder, FETCHED), { recursive: true }).catch((error: unknown) => {
      throw fileError(folder, 'write', error)
    })
    return await new Getting(entry, folder, settings).run()
  } finally {
    // What is empty goes; what is not is of use to the next run.
    await rmdir(join(folder, FETCHED)).catch(() => {})
    await release()
    await rmdir(folder).catch(() => {})
  }
}

/** An original that is there and can be trusted; without its address where it was put there by hand. */
interface GotOriginal {
  readonly name: string
  readonly sha256: string
  readonly bytes: number
  readonly trust: Trust
  readonly url?: string
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
    const originals: GotOriginal[] = []
    for (const original of entry.originals) originals.push(await this.original(original))
    const files = await this.convert()
    await writeLock(folder, {
      originals: Object.fromEntries(
        originals.map(({ name, sha256, bytes, url }) => [name, { sha256, bytes, ...(url && { url }) }]),
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

  private async original(original: OriginalFile): Promise<GotOriginal> {
    const { name } = original
    const path = this.place(name)
    const url = this.address(original)
    if (existsSync(path)) {
      const found = await this.hash(path, name)
      const trust = trustIn(this.entry, original, found.sha256, this.lock)
      return { ...found, trust, ...(path === this.byHand(name) ? {} : { url }) }
    }
    for (let isSecond = false; ; isSecond = true) {
      const resumedFrom = await this.fetch(url, path, original)
      const found = await this.hash(`${path}.part`, name)
      try {
        const trust = trustIn(this.entry, original, found.sha256, this.lock)
        await rename(`${path}.part`, path)
        return { ...found, trust, url }
      } catch (error) {
        await discardPart(`${path}.part`)
        // Two halves of different files may have met: the whole is fetched once more.
        if (!(error instanceof InputError) || isSecond || resumedFrom === 0) throw error
      }
    }
  }

  private async hash(path: string, name: string): Promise<Omit<GotOriginal, 'trust'>> {
    const total = statSync(path).size
    const onRead = (done: number) =>
      this.settings.onProgress?.({ phase: 'checking', file: name, done, total })
    return { name, ...(await hashFile(path, onRead)) }
  }

  private address({ name, url = '' }: OriginalFile): string {
    const { mirror } = this.settings
    if (mirror === undefined) return url
    return `${mirror.replace(/\/+$/, '')}/${encodeURIComponent(this.entry.name)}/${encodeURIComponent(name)}`
  }

  private async fetch(url: string, path: string, { name, hash }: OriginalFile): Promise<number> {
    const { stallMs, pauseMs, onProgress } = this.settings
    try {
      return await download(url, path, {
        hashKnown: hash !== undefined,
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

  private async convert(): Promise<{ name: string; documents: number }[]> {
    const { entry, folder } = this
    const beside = join(folder, CONVERTING)
    await rm(beside, { recursive: true, force: true })
    await mkdir(beside)
    try {
      const counts = new Map(entry.files.map(({ name }) => [name, 0]))
      const outputs = new OutputFiles(beside)
      try {
        await this.writePieces(outputs, counts)
      } finally {
        await outputs.close()
      }
      for (const { name, copyOf } of entry.files)
        if (copyOf !== undefined) await copyFile(this.place(copyOf), join(beside, name))
      this.checkCounts(counts, beside)
      for (const { name } of entry.files) await rename(join(beside, name), join(folder, name))
      return entry.files.map(({ name }) => ({ name, documents: counts.get(name) ?? 0 }))
    } catch (error) {
      throw fileError(folder, 'write', error)
    } finally {
      await rm(beside, { recursive: true, force: true })
    }
  }

  private async writePieces(outputs: OutputFiles, counts: Map<string, number>): Promise<void> {
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

  /** A file without anything in it is an error, another count than the registry's a warning. */
  private checkCounts(counts: ReadonlyMap<string, number>, beside: string): void {
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
