// The papers' items in Node: what there is, running one on the corpora of ABOUND_DATA, and the folder of results: a JSON
// file, a page and the figures of each paper.

import { existsSync, readFileSync } from 'node:fs'
import { mkdir, readFile } from 'node:fs/promises'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { type Document, InputError, openSource } from 'abound'
import { ForkJoinThreads, fileError, writeFileSafely } from 'abound/internal'
import { dataFolder, datasetFile } from '../datasets/data-folder.js'
import { datasetNamed } from '../datasets/dataset-registry.js'
import type { Desk, PaperItem } from './item.js'
import { decideClaims, type ItemRecord, mergeRecords, type PaperRecord, runItem } from './item-record.js'
import type { PaperReport } from './paper-page.js'

/** How a run is to be done. */
export interface ReproduceSettings {
  /** 1 unless told otherwise. */
  readonly seed?: number
  /** A smaller version: fewer documents and trials. */
  readonly quick?: boolean
  /** Threads for learners that use them: one a core unless told otherwise. */
  readonly threads?: number
  /** The folder of the corpora, instead of the one that ABOUND_DATA names. */
  readonly data?: string
  progress?(share: number, doing: string): void
}

/**
 * The tables and figures that can be run again: all, those of a paper (`cs02`), or one (`cs02-tables`).
 *
 * @example
 * (await paperItems('cs02'))[0].id // 'cs02-tables'
 */
export async function paperItems(name = 'all'): Promise<readonly PaperItem[]> {
  // Loaded when they are asked for: a cold start should not read them.
  const { ITEMS } = await import('./list.js')
  if (name === 'all') return ITEMS
  const asked = name.toLowerCase()
  const found = ITEMS.filter(({ id, paper }) => id === asked || paper.id === asked)
  if (found.length > 0) return found
  const near = ITEMS.filter(({ id }) => id.startsWith(asked)).map(({ id }) => id)
  throw new InputError(
    `there is no item "${name}"${near.length > 0 ? `; did you mean ${near.join(', ')}?` : ': `abound reproduce` lists them'}`,
  )
}

/**
 * Runs an item on the corpora at hand; an error says what is missing.
 *
 * @example
 * const [item] = await paperItems('cs02-tables')
 * const problem = await reproduce(item, { data: 'no-corpora' }).catch(String)
 * problem // 'InputError: reuters21578/modapte-train.jsonl.gz is not in …'
 */
export async function reproduce(item: PaperItem, settings: ReproduceSettings = {}): Promise<ItemRecord> {
  const cores = availableParallelism()
  return atDesk(settings, (desk) =>
    runItem(item, desk, {
      date: new Date().toISOString().slice(0, 10),
      machine: `${cores} ${cores === 1 ? 'core' : 'cores'}, Node ${process.versions.node.split('.')[0]}`,
      now: () => performance.now() / 1000,
    }),
  )
}

/** Runs only the experiments for claims that do not hold in an earlier run; returns its record with what they found. */
export function decideEarlier(
  item: PaperItem,
  record: ItemRecord,
  settings: ReproduceSettings = {},
): Promise<ItemRecord> {
  return atDesk(settings, (desk) => decideClaims(item, record, desk))
}

/** Work at a desk with the corpora and threads asked for. */
async function atDesk<Result>(
  settings: ReproduceSettings,
  work: (desk: Desk) => Promise<Result>,
): Promise<Result> {
  const { seed = 1, quick = false, threads = availableParallelism(), data = dataFolder() } = settings
  const pool = threads > 1 ? new ForkJoinThreads(threads) : undefined
  const desk: Desk = {
    seed,
    quick,
    ...(pool === undefined ? {} : { pool }),
    async documents(dataset, part, readSettings = {}) {
      const out: Document[] = []
      const source = openSource(datasetFile(dataset, `${part}.jsonl.gz`, data), readSettings)
      for await (const batch of source.documents()) for (const document of batch) out.push(document)
      return out
    },
    async texts(dataset) {
      const names = datasetNamed(dataset).files.map((file) => file.name)
      return names.sort().map((name) => {
        const path = datasetFile(dataset, name, data)
        const bytes = readFileSync(path)
        return (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
      })
    },
    progress: (share, doing) => settings.progress?.(share, doing),
    cpuSeconds() {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
  }
  try {
    return await work(desk)
  } finally {
    pool?.close()
  }
}

/**
 * The records of a folder of results; without one those that come with the package, which are the last that were
 * measured for it.
 *
 * @example
 * (await readRecords('no-such-folder')).length // 0
 */
export async function readRecords(folder: string | undefined = packagedRecords()): Promise<ItemRecord[]> {
  if (folder === undefined || !existsSync(folder)) return []
  const { PAPERS } = await import('./papers.js')
  const records: ItemRecord[] = []
  for (const { id } of PAPERS) {
    const path = join(folder, `${id}.json`)
    if (!existsSync(path)) continue
    try {
      records.push(...(JSON.parse(await readFile(path, 'utf8')) as PaperRecord).items)
    } catch (error) {
      if (error instanceof SyntaxError)
        throw new InputError(`${path}: expected the results of abound reproduce -o`)
      throw fileError(path, 'read', error)
    }
  }
  return records
}

/** In the repository docs/papers, in the package a copy beside the code. */
function packagedRecords(): string | undefined {
  return ['../../../../docs/papers/', '../docs/papers/']
    .map((path) => fileURLToPath(new URL(path, import.meta.url)))
    .find((path) => existsSync(path))
}

/**
 * Adds records to a folder of results and writes the pages and figures of their papers again; older records of other
 * items stay, and a quick run never takes the place of a whole one. Without any to add, all pages of the folder are
 * written from its records. Returns the files written.
 *
 * @example
 * await writeRecords('results', []) // []
 */
export async function writeRecords(folder: string, added: readonly ItemRecord[]): Promise<string[]> {
  const { ITEMS } = await import('./list.js')
  const { PAPERS } = await import('./papers.js')
  const { pageFiles } = await import('./paper-files.js')
  const records = mergeRecords(await readRecords(folder), added)
  const changed = new Set((added.length > 0 ? added : records).map(({ id }) => id))
  const touched = new Set(ITEMS.filter(({ id }) => changed.has(id)).map(({ paper }) => paper))
  const written: string[] = []
  for (const paper of PAPERS) {
    if (!touched.has(paper)) continue
    await mkdir(folder, { recursive: true })
    for (const [name, text] of pageFiles(paper, ITEMS, records)) {
      const path = join(folder, name)
      await writeFileSafely(path, text)
      written.push(path)
    }
  }
  return written
}

/**
 * An item and its last run, in words: status, paper beside ours, claims.
 *
 * @example
 * const [item] = await paperItems('cs02-tables')
 * const report = await paperReport(item)
 * report.status // 'not run yet'
 */
export async function paperReport(item: PaperItem, record?: ItemRecord): Promise<PaperReport> {
  const { reportOf } = await import('./paper-page.js')
  return reportOf(item, record)
}
