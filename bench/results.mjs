// What is kept of a run: a JSON file for each bench with every raw figure, and one page with the latest tables.

import { execFileSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { arch, availableParallelism, cpus, loadavg, release, totalmem, type } from 'node:os'
import { fileURLToPath } from 'node:url'
import { show } from './harness.mjs'

const FOLDER = new URL('results/', import.meta.url)

/**
 * @typedef {{ contender: string, unit: string, best: number, median: number, ratio?: number | undefined,
 *   peakBytes: number }} Line
 * @typedef {object} BenchRecord
 * @property {string} bench
 * @property {string} about
 * @property {string} corpus
 * @property {string} date
 * @property {string} commit
 * @property {ReturnType<typeof describeMachine>} machine
 * @property {number} rounds
 * @property {Line[]} table
 * @property {import('./harness.mjs').Check[]} checks
 * @property {Record<string, import('./harness.mjs').Run[]>} runs
 */

/** The machine, without its name. */
export function describeMachine() {
  return {
    cpu: cpus()[0]?.model ?? 'unknown',
    cores: availableParallelism(),
    memoryGigabytes: Math.round(totalmem() / 2 ** 30),
    node: process.version,
    system: `${type()} ${release().replace(/^(\d+\.\d+).*/, '$1')} ${arch()}`,
    // How busy it was before the first contender ran: figures of a busy machine are worth less.
    loadAverage: Number(loadavg()[0].toFixed(2)),
  }
}

/** The commit that is checked out, and whether the sources differ from it. */
export function describeCommit() {
  const root = fileURLToPath(new URL('..', import.meta.url))
  const git = (/** @type {string[]} */ ...words) =>
    execFileSync('git', ['-C', root, ...words], {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const changed = git('status', '--porcelain', '--', 'src', 'bench', ':!bench/results') !== ''
    return `${git('rev-parse', '--short', 'HEAD')}${changed ? ' and changes' : ''}`
  } catch {
    return 'not committed'
  }
}

/** @param {BenchRecord} record */
export function save(record) {
  mkdirSync(FOLDER, { recursive: true })
  writeFileSync(new URL(`${record.bench}.json`, FOLDER), `${JSON.stringify(record, null, 1)}\n`)
  const names = readdirSync(FOLDER).filter((name) => name.endsWith('.json'))
  const records = names
    .toSorted()
    .map((name) => JSON.parse(readFileSync(new URL(name, FOLDER), 'utf8')))
    // Not those of bench/engine.mjs, whose page is docs/performance.md.
    .filter(({ bench }) => bench !== undefined)
  writeFileSync(new URL('README.md', FOLDER), page(records))
}

/** @param {Line[]} lines */
function cells(lines) {
  return lines.map(({ contender, unit, best, median, ratio, peakBytes }) => [
    contender,
    unit,
    show(best),
    show(median),
    ratio === undefined ? '' : `${show(ratio)}×`,
    `${show(peakBytes / 1e6)} MB`,
  ])
}

const HEADINGS = ['contender', 'unit', 'best', 'median', 'ratio', 'peak memory']
const RIGHT = [false, false, true, true, true, true]

/** The table as aligned text. @param {Line[]} lines */
export function plainTable(lines) {
  const rows = [HEADINGS, ...cells(lines)]
  const widths = HEADINGS.map((_, i) => Math.max(...rows.map((row) => row[i].length)))
  return rows
    .map((row) =>
      row.map((cell, i) => (RIGHT[i] ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join('  '),
    )
    .map((line) => `${line.trimEnd()}\n`)
    .join('')
}

/** @param {import('./harness.mjs').Check} check */
export function checkLine({ what, holds }) {
  return `${holds ? 'holds ' : 'MISSES'} ${what}`
}

/** @param {BenchRecord[]} records */
function page(records) {
  const parts = records.map(({ bench, about, corpus, date, commit, machine, rounds, table, checks }) => {
    const { cpu, cores, memoryGigabytes, node, system, loadAverage } = machine
    const rows = cells(table).map((row) => `| ${row.join(' | ')} |`)
    return [
      `## ${bench}`,
      `${about}`,
      `Corpus: ${corpus}. ${date.slice(0, 10)}, commit ${commit}, ${rounds} round${rounds === 1 ? '' : 's'}. ` +
        `${cpu}, ${cores} cores, ${memoryGigabytes} GB, Node ${node}, ${system}, load ${loadAverage} at the start.`,
      [`| ${HEADINGS.join(' | ')} |`, '| --- | --- | ---: | ---: | ---: | ---: |', ...rows].join('\n'),
      checks.map((check) => `- ${checkLine(check)}`).join('\n'),
    ].join('\n\n')
  })
  return `# Results

Written by \`node bench/run.mjs\`; the raw figures are in the JSON files beside this page. A ratio is the median over
that of the contender it is measured against, which has none of its own. MB are millions of bytes.

${parts.join('\n\n')}
`
}
