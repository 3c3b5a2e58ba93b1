// Where the corpora are: the folder that ABOUND_DATA names, else the user's cache folder; a folder for each corpus.

import { existsSync, statSync } from 'node:fs'
import { homedir } from 'node:os'
import { join, resolve } from 'node:path'
import { InputError } from 'abound'
import { datasetNamed } from './dataset-registry.js'
import type { DatasetEntry } from './entry.js'

/** A corpus of the registry, with its files that are here and those that are missing. */
export interface LocalDataset {
  readonly entry: DatasetEntry
  /** The folder that holds its files, or will. */
  readonly folder: string
  /** Its files that are here, by their names in the registry. */
  readonly files: ReadonlyMap<string, string>
  /** Names of the files that are not. */
  readonly missing: readonly string[]
}

/**
 * The folder of all corpora: `ABOUND_DATA`, or Abound's part of the user's cache folder.
 *
 * @example
 * dataFolder({ ABOUND_DATA: '/corpora' }) // '/corpora'
 */
export function dataFolder(
  env: Readonly<Record<string, string | undefined>> = process.env,
  platform: string = process.platform,
  home: string = homedir(),
): string {
  if (env.ABOUND_DATA !== undefined && env.ABOUND_DATA !== '') return resolve(env.ABOUND_DATA)
  // A relative XDG_CACHE_HOME is to be ignored, says its specification.
  if (env.XDG_CACHE_HOME?.startsWith('/')) return join(env.XDG_CACHE_HOME, 'abound')
  if (platform === 'darwin') return join(home, 'Library', 'Caches', 'abound')
  if (platform !== 'win32') return join(home, '.cache', 'abound')
  return join(env.LOCALAPPDATA || join(home, 'AppData', 'Local'), 'abound')
}

/**
 * Looks for a corpus of the registry; files may also lie there without their .gz.
 *
 * @example
 * findDataset('banking77', 'corpora').missing // ['train.jsonl.gz', 'test.jsonl.gz']
 */
export function findDataset(name: string, folder: string = dataFolder()): LocalDataset {
  const entry = datasetNamed(name)
  const own = join(folder, entry.name)
  const files = new Map<string, string>()
  const missing: string[] = []
  for (const file of entry.files) {
    const path = [file.name, file.name.replace(/\.gz$/, '')].map((name) => join(own, name)).find(isFile)
    if (path === undefined) missing.push(file.name)
    else files.set(file.name, path)
  }
  return { entry, folder: own, files, missing }
}

/**
 * The path of a corpus's file; where it is not here, an InputError says how to get it.
 *
 * @example
 * const problem = await Promise.resolve().then(() => datasetFile('banking77', 'train.jsonl.gz', 'corpora')).catch(String)
 * problem // 'InputError: banking77/train.jsonl.gz is not in …: abound datasets get banking77 …'
 */
export function datasetFile(name: string, file: string, folder: string = dataFolder()): string {
  const { entry, files } = findDataset(name, folder)
  const path = files.get(file)
  if (path !== undefined) return path
  if (entry.files.every((known) => known.name !== file)) {
    const names = entry.files.map((known) => known.name).join(', ')
    throw new InputError(`${name}: expected one of its files (${names}), found: ${file}`)
  }
  const where = existsSync(folder) ? folder : `${folder}, which is not there`
  throw new InputError(
    `${name}/${file} is not in ${where}: abound datasets get ${name} fetches it; ABOUND_DATA names another folder`,
  )
}

function isFile(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isFile() ?? false
}
