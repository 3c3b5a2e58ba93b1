// A folder whose sub-folders are labels: each file below is a document, its id the path from the folder. In
// the order of the names, by character codes, so the same on every machine. Hidden files are left out, links
// to folders are followed at the top only; .gz and .zst are read through.

import { createReadStream, type Dirent, readdirSync } from 'node:fs'
import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Document } from '../contract.js'
import { createDecode } from '../data/decode.js'
import { defineFormat } from '../data/format.js'
import { startsWithMark } from '../data/lines.js'
import { MAX_RECORD_BYTES, type ReadSettings } from '../data/reading.js'
import { Warnings } from '../data/warnings.js'
import { DataError, InputError } from '../errors.js'
import { option, worded } from '../wording.js'
import { fileError } from './file-errors.js'
import { unpack } from './unpack.js'

const BATCH_DOCUMENTS = 256
const BATCH_CHARACTERS = 1 << 20

export const folder = defineFormat({
  name: 'folder',
  title: 'folder',
  extensions: [],
  shownAs: 'a folder',
  needs: 'folder',
  check: checkFolder,
  read: readFolder,
})

/** Refuses a folder that has no sub-folders, and fields that a plain file does not have. */
function checkFolder(path: string, settings: Omit<ReadSettings, 'file'>): void {
  const { fields = ['text'] } = settings
  if (fields.some((name) => name !== 'text')) {
    throw new InputError(worded`${option('fields', fields.join(','))}: the files of a folder have only text`)
  }
  const entries = readdirSync(path, { withFileTypes: true })
  if (!entries.some((entry) => isVisible(entry) && (entry.isDirectory() || entry.isSymbolicLink()))) {
    throw new InputError(`${path}: expected a folder with a sub-folder for each label`)
  }
}

/** The documents of a folder in batches; `onRead` is told of the bytes read. */
async function* readFolder(
  root: string,
  settings: ReadSettings,
  onRead: (bytes: number) => void,
): AsyncGenerator<Document[]> {
  const warnings = new Warnings(root, settings.onWarning)
  const decode = createDecode(warnings)
  let batch: Document[] = []
  let characters = 0
  for (const entry of await sortedEntries(root)) {
    const label = entry.name
    if (!(await isFolder(join(root, label), entry))) {
      warnings.add('files outside the sub-folders', join(root, label), 'outside the sub-folders, left out')
      continue
    }
    for await (const id of filesBelow(root, label, warnings)) {
      const path = join(root, id)
      try {
        const bytes = await readText(path, settings, onRead)
        const text = decode(bytes, startsWithMark(bytes, 0, bytes.length) ? 3 : 0, bytes.length, path)
        batch.push({ id, text, labels: [label] })
        characters += text.length
      } catch (error) {
        if (!(error instanceof DataError) || settings.onBad === undefined) throw error
        settings.onBad(error)
      }
      if (batch.length < BATCH_DOCUMENTS && characters < BATCH_CHARACTERS) continue
      yield batch
      batch = []
      characters = 0
    }
  }
  if (batch.length > 0) yield batch
  warnings.end()
}

/** The files below a folder, as paths from the root with / between the names. */
async function* filesBelow(root: string, folder: string, warnings: Warnings): AsyncGenerator<string> {
  for (const entry of await sortedEntries(join(root, folder))) {
    const id = `${folder}/${entry.name}`
    const path = join(root, id)
    if (entry.isDirectory()) yield* filesBelow(root, id, warnings)
    else if (entry.isFile() || (entry.isSymbolicLink() && (await isFile(path)))) yield id
    else warnings.add('things that are no files', path, 'not a file, left out')
  }
}

async function sortedEntries(path: string): Promise<Dirent[]> {
  try {
    const entries = await readdir(path, { withFileTypes: true })
    return entries.filter(isVisible).sort((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}

function isVisible(entry: Dirent): boolean {
  return !entry.name.startsWith('.')
}

async function isFolder(path: string, entry: Dirent): Promise<boolean> {
  if (!entry.isSymbolicLink()) return entry.isDirectory()
  return (await stat(path).catch(() => undefined))?.isDirectory() ?? false
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined))?.isFile() ?? false
}

async function readText(
  path: string,
  settings: ReadSettings,
  onRead: (bytes: number) => void,
): Promise<Uint8Array> {
  const limit = settings.recordLimit ?? MAX_RECORD_BYTES
  const tooLong = (): never => {
    throw new DataError(path, 0, `expected at most ${limit} bytes, it has more`)
  }
  try {
    const { size } = await stat(path)
    onRead(size)
    const compression = compressionOf(path)
    if (compression === 'none') return size > limit ? tooLong() : await readFile(path)
    const parts: Uint8Array[] = []
    let length = 0
    for await (const part of unpack(createReadStream(path), compression, path)) {
      length += part.length
      if (length > limit) tooLong()
      parts.push(part)
    }
    return Buffer.concat(parts, length)
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}

function compressionOf(path: string): 'none' | 'gz' | 'zst' {
  const name = path.toLowerCase()
  return name.endsWith('.gz') ? 'gz' : name.endsWith('.zst') ? 'zst' : 'none'
}
