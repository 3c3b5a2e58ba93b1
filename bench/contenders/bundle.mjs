// The size of a file of the build, and of all that it loads at once: as it is, and as a server sends it.

import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { DIST } from '../build.mjs'

const [name] = process.argv.slice(2)
/** @type {Map<string, Buffer>} */
const files = new Map()
/** @param {URL} url */
const take = (url) => {
  if (files.has(url.href)) return
  const bytes = readFileSync(url)
  files.set(url.href, bytes)
  for (const [, from] of bytes.toString().matchAll(/(?:from|import)"(\.\/[^"]+)"/g)) take(new URL(from, url))
}
take(new URL(name, DIST))
const sum = (/** @type {(bytes: Buffer) => number} */ size) =>
  [...files.values()].reduce((total, bytes) => total + size(bytes), 0) / 1e3
console.log(
  JSON.stringify({
    kilobytes: sum(({ length }) => length),
    gzipKilobytes: sum((bytes) => gzipSync(bytes, { level: 9 }).length),
    brotliKilobytes: sum((bytes) => brotliCompressSync(bytes).length),
  }),
)
