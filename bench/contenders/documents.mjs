// Documents for contenders that work in memory, read with nothing of the build under test.

import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'

/**
 * @param {string[]} paths files of gzipped JSON lines
 * @returns {{ id: string, text: string, labels: string[] }[]}
 */
export function readDocuments(...paths) {
  return paths.flatMap((path) => {
    const lines = gunzipSync(readFileSync(path)).toString('utf8').split('\n')
    return lines.filter((line) => line !== '').map((line) => JSON.parse(line))
  })
}

/**
 * The plain texts of a folder, in the order of their names.
 * @param {string} folder
 */
export function readTexts(folder) {
  const names = readdirSync(folder).filter((name) => name.endsWith('.txt.gz'))
  return names.toSorted().map((name) => gunzipSync(readFileSync(join(folder, name))).toString('utf8'))
}
