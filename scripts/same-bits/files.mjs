// Files of the repository and of folders, and their hashes.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))

/** @param {Buffer | string} bytes */
export function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex')
}

/**
 * The files of a folder and those below, as paths from there, sorted.
 * @param {string} folder
 * @returns {string[]}
 */
export function listFiles(folder) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)))
    .sort()
}

/**
 * The first of these places of the repository that is there.
 * @param {string[]} places
 */
export function firstExisting(places) {
  const found = places.map((place) => join(ROOT, place)).find((place) => existsSync(place))
  if (found === undefined) throw new Error(`${ROOT} has none of ${places.join(', ')}`)
  return found
}

/** @param {string} folder */
export function hashFiles(folder) {
  return Object.fromEntries(listFiles(folder).map((file) => [file, sha256(readFileSync(join(folder, file)))]))
}
