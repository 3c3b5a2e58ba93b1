// Keeps a run, and draws whatever shows the runs that are kept: one plot in README.md, all of them in docs/performance.md.

import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { figure } from './figure.mjs'
import { checkList, heading, markdownTable, settingsTable } from './report.mjs'

/** @typedef {import('./report.mjs').PeersRecord} PeersRecord */

const RESULTS = new URL('../results/peers/', import.meta.url)
const BEFORE = new URL('../results/peers-before/', import.meta.url)
/** Whose checks docs/performance.md shows. */
const BENCHES = ['large', 'growth', 'tokenise', 'cold', 'svm']
const ROOT = new URL('../../', import.meta.url)

/** @param {PeersRecord} record */
export function savePeers(record) {
  keep(RESULTS, record)
  renderPeers()
}

/**
 * Keeps a run beside an earlier build, which is nobody's table.
 * @param {PeersRecord} record
 */
export function saveBefore(record) {
  keep(BEFORE, record)
}

/**
 * @param {URL} folder
 * @param {PeersRecord} record
 */
function keep(folder, record) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(new URL(`${record.bench}.json`, folder), `${JSON.stringify(record, null, 1)}\n`)
}

/** Draws tables and figures from the runs that are kept. */
export function renderPeers() {
  const records = (existsSync(RESULTS) ? readdirSync(RESULTS) : [])
    .filter((name) => name.endsWith('.json'))
    .toSorted()
    .map((name) => /** @type {PeersRecord} */ (JSON.parse(readFileSync(new URL(name, RESULTS), 'utf8'))))
  for (const record of records) writeFileSync(new URL(`docs/peers-${record.bench}.svg`, ROOT), figure(record))
  const image = (/** @type {PeersRecord} */ { bench, corpus }, /** @type {string} */ folder) =>
    `![Quality against training time, ${corpus.name}](${folder}peers-${bench}.svg)`
  if (records.length > 0) {
    const first = records[0]
    between('README.md', 'peers', [
      image(first, 'docs/'),
      `${heading(first)} [All figures, for ${records.length} corpora](docs/performance.md#beside-its-peers).`,
    ])
    between(
      'docs/performance.md',
      'peers',
      records.flatMap((record) => [
        `### ${record.corpus.name}`,
        image(record, ''),
        markdownTable(record),
        settingsTable(record),
        checkList(record),
      ]),
    )
  }
  between('docs/performance.md', 'benches', promises())
}

/** What other benches promise, from their last runs. */
function promises() {
  return BENCHES.flatMap((name) => {
    const at = new URL(`../results/${name}.json`, import.meta.url)
    if (!existsSync(at)) return []
    /** @type {import('../results.mjs').BenchRecord} */
    const { date, commit, machine, rounds, corpus, checks } = JSON.parse(readFileSync(at, 'utf8'))
    const { cpu, cores, node } = machine
    const run = `${date.slice(0, 10)}, commit ${commit}, rounds: ${rounds}, ${cpu}, ${cores} cores, Node ${node}`
    return [`**${name}** (${corpus}; ${run})`, checkList({ checks })]
  })
}

/**
 * Replaces what stands between the markers of a page.
 * @param {string} path
 * @param {string} name of the markers
 * @param {string[]} parts
 */
function between(path, name, parts) {
  const at = new URL(path, ROOT)
  const page = readFileSync(at, 'utf8')
  const marked = new RegExp(`(<!-- ${name}: [^>]*-->\\n)[\\s\\S]*?(<!-- /${name} -->)`)
  if (!marked.test(page)) throw new Error(`${path} has no place for ${name}`)
  writeFileSync(
    at,
    page.replace(marked, (_, start, end) => `${start}\n${parts.join('\n\n')}\n\n${end}`),
  )
}
