// Keeps a run, and draws anew whatever shows the runs that are kept: README.md and docs/.

import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { figure } from './figure.mjs'
import { checkList, markdownTable, settingsTable, shortTable } from './report.mjs'

/** @typedef {import('./report.mjs').PeersRecord} PeersRecord */

const RESULTS = new URL('../results/peers/', import.meta.url)
const ROOT = new URL('../../', import.meta.url)

/** @param {PeersRecord} record */
export function savePeers(record) {
  mkdirSync(RESULTS, { recursive: true })
  writeFileSync(new URL(`${record.bench}.json`, RESULTS), `${JSON.stringify(record, null, 1)}\n`)
  renderPeers()
}

/** Draws tables and figures from the runs that are kept. */
export function renderPeers() {
  const records = readdirSync(RESULTS)
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => /** @type {PeersRecord} */ (JSON.parse(readFileSync(new URL(name, RESULTS), 'utf8'))))
  for (const record of records) writeFileSync(new URL(`docs/peers-${record.bench}.svg`, ROOT), figure(record))
  const image = (/** @type {PeersRecord} */ { bench, corpus }, /** @type {string} */ folder) =>
    `![Quality against training time, ${corpus.name}](${folder}peers-${bench}.svg)`
  between('README.md', (record) => [image(record, 'docs/'), shortTable(record)])
  between('docs/performance.md', (record) => [
    `### ${record.corpus.name}`,
    image(record, ''),
    markdownTable(record),
    settingsTable(record),
    checkList(record),
  ])

  /**
   * Replaces what stands between the markers of a page.
   * @param {string} path
   * @param {(record: PeersRecord) => string[]} parts
   */
  function between(path, parts) {
    const at = new URL(path, ROOT)
    const page = readFileSync(at, 'utf8')
    const text = records.flatMap(parts).join('\n\n')
    const marked = /(<!-- peers: [^>]*-->\n)[\s\S]*?(<!-- \/peers -->)/
    if (!marked.test(page)) throw new Error(`${path} has no place for the peers' tables`)
    writeFileSync(
      at,
      page.replace(marked, (_, start, end) => `${start}\n${text}\n\n${end}`),
    )
  }
}
