// The tables of a run, as text and as Markdown.

import { show } from '../harness.mjs'
import { checkLine } from '../results.mjs'

/**
 * @typedef {import('./rounds.mjs').Line} Line
 * @typedef {{ name: string, labels: number, single: boolean, train: number, test: number }} Shape
 *
 * @typedef {object} PeersRecord
 * @property {string} bench what --corpus named
 * @property {Shape} corpus
 * @property {string} date
 * @property {string} commit
 * @property {ReturnType<typeof import('../results.mjs').describeMachine>} machine
 * @property {number} rounds
 * @property {import('../harness.mjs').Check[]} checks
 * @property {Line[]} lines
 *
 * @typedef {{ heading: string, cell: (line: Line) => string }} Column
 */

/** @param {PeersRecord} record */
export function plainReport(record) {
  const rows = table(record, allColumns(record))
  const widths = widthsOf(rows)
  const lines = rows.map((row) =>
    row
      .map((cell, i) => padded(cell, widths[i], i))
      .join('  ')
      .trimEnd(),
  )
  return `\n${heading(record)}\n\n${lines.join('\n')}\n\n${record.checks.map(checkLine).join('\n')}`
}

/** @param {PeersRecord} record */
export function markdownTable(record) {
  return `${heading(record)}\n\n${markdown(table(record, allColumns(record)))}`
}

/** @param {PeersRecord} record */
export function settingsTable({ lines }) {
  const rows = lines.map(({ name, version, settings }) => [name, version, `\`${settings}\``])
  return markdown([['', 'version', 'settings'], ...rows], () => false)
}

/** @param {Pick<PeersRecord, 'checks'>} record */
export function checkList({ checks }) {
  return checks.map((check) => `- ${checkLine(check).replace(/ +/, ' ')}`).join('\n')
}

/** @param {PeersRecord} record */
export function heading({ corpus, date, commit, machine, rounds }) {
  const { name, train, test, labels } = corpus
  const { cpu, cores, memoryGigabytes, node, loadAverage } = machine
  return (
    `${name}: ${show(train)} training and ${show(test)} test documents, ${show(labels)} labels. ` +
    `${date.slice(0, 10)}, commit ${commit}, medians of ${rounds}, ${cpu}, ${cores} cores, ` +
    `${memoryGigabytes} GB, Node ${node}, load ${loadAverage} at the start.`
  )
}

/**
 * The measure that a corpus is judged by first.
 * @param {Shape} corpus
 * @returns {{ name: string, key: 'accuracy' | 'averagePrecision' }}
 */
export function mainMeasure({ single }) {
  return single
    ? { name: 'accuracy', key: 'accuracy' }
    : { name: 'average precision', key: 'averagePrecision' }
}

/**
 * @param {PeersRecord} record
 * @returns {Column[]}
 */
function allColumns({ corpus, lines }) {
  const ours = lines.find(({ name, failed }) => name === 'abound ff' && failed === undefined)
  const times = (/** @type {number | undefined} */ a, /** @type {number | undefined} */ b) =>
    a === undefined || b === undefined ? '' : `${show(a / b)}×`
  const number = (/** @type {number | undefined} */ n) => (n === undefined ? '' : show(n))
  /** @type {(heading: string, key: keyof import('./judge.mjs').Quality) => Column} */
  const quality = (heading, key) => ({
    heading,
    cell: ({ quality }) => quality?.[key]?.toFixed(3).replace(/^0/, '') ?? '',
  })
  return [
    { heading: 'train CPU s', cell: ({ train }) => number(train?.cpu) },
    {
      heading: 'to ff',
      cell: ({ train, sample }) => (sampled(sample, corpus) ? '' : times(train?.cpu, ours?.train?.cpu)),
    },
    { heading: 'wall s', cell: ({ train }) => number(train?.wall) },
    { heading: 'peak MB', cell: ({ train }) => number(train && train.peak / 1e6) },
    { heading: 'model MB', cell: ({ modelBytes }) => number(modelBytes && modelBytes / 1e6) },
    { heading: 'predict docs/CPU s', cell: ({ documentsPerCpuSecond }) => number(documentsPerCpuSecond) },
    {
      heading: '× ff',
      cell: ({ documentsPerCpuSecond }) => times(documentsPerCpuSecond, ours?.documentsPerCpuSecond),
    },
    { heading: 'docs/s', cell: ({ documentsPerSecond }) => number(documentsPerSecond) },
    { heading: 'cold CPU ms', cell: ({ cold }) => number(cold && cold.cpu * 1000) },
    ...(corpus.single
      ? [quality('accuracy', 'accuracy'), quality('MRR', 'mrr')]
      : [quality('micro-F1', 'microF1'), quality('R1', 'accuracy'), quality('AvgP', 'averagePrecision')]),
  ]
}

/**
 * Whether fewer documents were learned than there are.
 * @param {Line['sample']} sample
 * @param {Shape} corpus
 */
export function sampled(sample, corpus) {
  return sample !== undefined && sample.train < corpus.train
}

/**
 * @param {PeersRecord} record
 * @param {Column[]} columns
 */
function table({ lines, corpus }, columns) {
  const rows = lines.map((line) => {
    const { name, failed, sample } = line
    const parts = sampled(sample, corpus) ? ` (${show(sample?.train ?? 0)} documents)` : ''
    if (failed !== undefined) return [name, failed, ...columns.slice(1).map(() => '')]
    return [`${name}${parts}`, ...columns.map(({ cell }) => cell(line))]
  })
  return [['', ...columns.map(({ heading }) => heading)], ...rows]
}

/**
 * @param {string[][]} rows headings first
 * @param {(column: number) => boolean} right which columns are numbers
 */
function markdown(rows, right = (column) => column > 0) {
  const widths = widthsOf(rows).map((width) => Math.max(3, width))
  const line = (/** @type {string[]} */ row) =>
    `| ${row.map((cell, i) => (right(i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]))).join(' | ')} |`
  const rule = widths.map((width, i) => (right(i) ? `${'-'.repeat(width - 1)}:` : '-'.repeat(width)))
  return [line(rows[0]), line(rule), ...rows.slice(1).map(line)].join('\n')
}

/** @param {string[][]} rows */
function widthsOf(rows) {
  return rows[0].map((_, i) => Math.max(...rows.map((row) => row[i].length)))
}

/**
 * @param {string} cell
 * @param {number} width
 * @param {number} column
 */
function padded(cell, width, column) {
  return column === 0 ? cell.padEnd(width) : cell.padStart(width)
}
