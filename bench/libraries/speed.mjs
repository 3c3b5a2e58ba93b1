// Reads a file up to three times with one reader: speed.mjs FORMAT READER FILE. Its CPU time counts, that of its threads
// too: the machine may have something else to do.

import { statSync } from 'node:fs'
import { READERS } from './readers.mjs'

const [format, reader, path] = process.argv.slice(2)
const megabytes = statSync(path).size / 1e6
let least = Infinity
let spent = 0
/** @type {import('./readers.mjs').Read | undefined} */
let read
for (let round = 0; round < 3 && spent < 5; round++) {
  const started = cpuSeconds()
  read = await READERS[format][reader](path)
  const took = cpuSeconds() - started
  spent += took
  least = Math.min(least, took)
}
const megabytesPerSecond = megabytes / least
console.log(JSON.stringify({ megabytesPerSecond, documents: read?.documents, characters: read?.characters }))

function cpuSeconds() {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}
