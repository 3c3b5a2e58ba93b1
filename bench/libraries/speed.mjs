// Reads a file three times with one reader: speed.mjs FORMAT READER FILE

import { statSync } from 'node:fs'
import { READERS } from './readers.mjs'

const [format, reader, path] = process.argv.slice(2)
const megabytes = statSync(path).size / 1e6
let least = Infinity
/** @type {import('./readers.mjs').Read | undefined} */
let read
for (let round = 0; round < 3; round++) {
  const started = performance.now()
  read = await READERS[format][reader](path)
  least = Math.min(least, performance.now() - started)
}
const megabytesPerSecond = megabytes / (least / 1000)
console.log(JSON.stringify({ megabytesPerSecond, documents: read?.documents, characters: read?.characters }))
