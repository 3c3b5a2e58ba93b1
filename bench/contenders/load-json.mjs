// The usual way to keep a vocabulary, for comparison: a JSON array of the words, read into a Map. No weights.

import { readFile } from 'node:fs/promises'
import { timeLoads } from './loads.mjs'

await timeLoads(
  async () => {
    /** @type {string[]} */
    const words = JSON.parse(await readFile(process.argv[2], 'utf8'))
    return new Map(words.map((word, id) => [word, id]))
  },
  ({ size }) => size,
)
