// What was written by hand beside the libraries for it: docs/libraries.md decides by this.

import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { runOnce } from '../harness.mjs'
import { Skip } from '../places.mjs'

const FILES = 600
/** @type {Record<string, string[]>} */
const SPEED = {
  parquet: ['abound', 'hyparquet'],
  csv: ['abound, text as bytes', 'abound', 'papaparse', 'csv-parse'],
  tar: ['abound', 'hand-written', 'modern-tar'],
  zip: ['abound', 'hand-written'],
}
/** @type {Record<string, string[]>} */
const DAMAGED = {
  parquet: ['abound', 'hyparquet'],
  csv: ['abound'],
  tar: ['abound'],
  zip: ['abound', 'yauzl alone'],
  zst: ['abound', 'fzstd alone'],
}
/** Packages, and what of them a page would load. */
const SIZES = [
  ['hyparquet', 'parquetMetadataAsync', 'parquetReadObjects'],
  ['papaparse', 'default'],
  ['csv-parse'],
  ['tar-stream'],
  ['modern-tar'],
  ['yauzl'],
  ['undici'],
  ['aws4fetch'],
]

/** @param {string} name @param {string[]} words */
const part = (name, ...words) => [
  fileURLToPath(new URL(`../libraries/${name}.mjs`, import.meta.url)),
  ...words,
]

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Parsers and the like: ours and the libraries’, on whole and on damaged files; what a library brings along.',
  rounds: 1,
  async plan(place) {
    if (process.env.ABOUND_LIBRARIES === undefined)
      throw new Skip('ABOUND_LIBRARIES names no folder: bench/libraries/install.sh makes one')
    const before = process.env.ABOUND_BEFORE
    const there = (/** @type {string} */ reader) =>
      reader !== 'hand-written' || (before !== undefined && existsSync(before))
    const { name, train } = place.news()
    const speed = []
    for (const [format, readers] of Object.entries(SPEED)) {
      const path = place.file(`documents.${format}`)
      await runOnce({
        args: part('make', format, train, path, format === 'tar' || format === 'zip' ? '1' : '2'),
      })
      const against = `${format}: abound`
      for (const reader of readers.filter(there)) {
        const own = `${format}: ${reader}`
        const args = part('speed', format, reader, path)
        speed.push(own === against ? { name: own, args } : { name: own, args, against })
      }
    }
    const damaged = Object.entries(DAMAGED).flatMap(([format, readers]) =>
      readers.map((reader) => ({
        name: `damaged ${format}: ${reader}`,
        args: part('damaged', format, reader, String(FILES)),
      })),
    )
    const sizes = SIZES.map((words) => ({ name: `package ${words[0]}`, args: part('size', ...words) }))
    return {
      corpus: `${name}, train, and ${FILES} damaged files a format`,
      measures: [
        { key: 'megabytesPerSecond', unit: 'MB per CPU second', better: 'higher' },
        { key: 'hung', unit: 'hung', better: 'lower' },
        { key: 'died', unit: 'ended the process', better: 'lower' },
        { key: 'refused', unit: 'refused', better: 'higher' },
        { key: 'packages', unit: 'packages', better: 'lower' },
        { key: 'installedMegabytes', unit: 'MB installed', better: 'lower' },
        { key: 'nativeFiles', unit: 'native files', better: 'lower' },
        { key: 'browserKilobytes', unit: 'kB in a page (gzip)', better: 'lower' },
      ],
      contenders: [...speed, ...damaged, ...sizes],
      checks: (results) =>
        Object.keys(DAMAGED).map((format) => {
          const [{ hung, died }] = results.runs(`damaged ${format}: abound`)
          return { what: `damaged ${format}: abound reads or refuses each`, holds: hung === 0 && died === 0 }
        }),
    }
  },
}
