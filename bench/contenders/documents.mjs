// Documents for contenders that work in memory, read with nothing of the build under test.

import { readFileSync } from 'node:fs'
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
