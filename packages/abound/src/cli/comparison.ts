// A comparison as a terminal shows it: a row a contender, then the sign tests of each pair.

import { type ComparedContender, type CompareResult, comparedMeasure, type SignTest } from '../internal.js'
import { colours, formatBytes, formatCount, table } from './terminal.js'

/** The columns shown unless others are asked for, as far as they fit. */
const USUAL: readonly string[] = [
  'R1',
  'averagePrecision',
  'coverage',
  'microF1',
  'macroF1',
  'R5',
  'maxF1',
  'breakeven',
  'loss1',
  'loss2',
  'loss3',
]

const WIDTH = 120

interface Cell {
  readonly text: string
  readonly bold: boolean
}

/** The table; `columns` are the measures to show. */
export function comparisonTable(result: CompareResult, columns?: readonly string[]): string {
  const { contenders, measure, split } = result
  const first = [measure, ...USUAL.filter((name) => name !== measure)]
  const chosen = columns ?? first
  const head = [
    ['', ...contenders.map((row) => (row.best ? '*' : row.notWorse ? '=' : ''))],
    ['learner', ...contenders.map(({ name }) => name)],
  ].map(plain)
  const tail = [
    // Processor time: several trainings at a time, or a busy machine, do not make it longer.
    [
      'train s',
      ...contenders.map(({ trainCpuSeconds: { mean } }) => (mean === null ? '–' : mean.toFixed(1))),
    ],
    [
      'docs/s',
      ...contenders.map(({ documentsPerSecond: { mean } }) => (mean === null ? '–' : formatCount(mean))),
    ],
    ['memory', ...contenders.map(({ peakMemoryBytes: { mean } }) => size(mean))],
    ['model', ...contenders.map(({ modelBytes: { mean } }) => size(mean))],
  ].map(plain)
  const middle = chosen.map((name) => measureColumn(contenders, name, split.names.length > 1))
  const room = columns === undefined ? process.stdout.columns || WIDTH : Number.POSITIVE_INFINITY
  while (middle.length > 1 && widthOf([...head, ...middle, ...tail]) > room) middle.pop()
  return `${renderTable([...head, ...middle, ...tail])}\n${legend(result)}`
}

function legend({ contenders, measure, split }: CompareResult): string {
  const over = split.names.length > 1 ? `; means ± deviation over ${split.names.length} splits` : ''
  const test = split.kind === 'trials' ? 'trials' : 'documents'
  if (contenders.length < 2) return over === '' ? '' : `${over.slice(2)}\n`
  return `* best by ${measure}, = not significantly worse (sign test over ${test}, 5 %)${over}\n`
}

function plain(texts: readonly string[]): Cell[] {
  return texts.map((text) => ({ text, bold: false }))
}

function size(bytes: number | null): string {
  return bytes === null ? '–' : formatBytes(bytes)
}

function measureColumn(contenders: readonly ComparedContender[], name: string, spread: boolean): Cell[] {
  const { digits = 3, lowerIsBetter, column = name } = comparedMeasure(name)
  const means = contenders.map(({ measures }) => measures[name].mean)
  const known = means.filter((mean) => mean !== null)
  const best = lowerIsBetter ? Math.min(...known) : Math.max(...known)
  const cells = contenders.map(({ measures }): Cell => {
    const { mean, deviation } = measures[name]
    if (mean === null) return { text: '–', bold: false }
    const off = spread && deviation !== null ? ` ± ${deviation.toFixed(digits)}` : ''
    return { text: `${mean.toFixed(digits)}${off}`, bold: mean === best }
  })
  return [{ text: column, bold: false }, ...cells]
}

function widthOf(columns: readonly (readonly Cell[])[]): number {
  return columns.reduce((sum, column) => sum + 2 + Math.max(...column.map(({ text }) => text.length)), -2)
}

/** Aligned, figures to the right; bold does not count as width. */
function renderTable(columns: readonly (readonly Cell[])[]): string {
  const lines: string[] = []
  for (let row = 0; row < columns[0].length; row++) {
    const cells = columns.map((column, at) => {
      const width = Math.max(...column.map(({ text }) => text.length))
      const { text, bold } = column[row]
      const padded = at < 2 ? text.padEnd(width) : text.padStart(width)
      return bold || row === 0 ? colours.bold(padded) : padded
    })
    lines.push(`${cells.join('  ').trimEnd()}\n`)
  }
  return lines.join('')
}

/** How often the first of a pair was better and worse, and the chance of that if both were alike. */
export function signTestTable({ pairs, measure }: CompareResult): string {
  if (pairs.length === 0) return ''
  const over = ['documents', 'splits', 'labels'] as const
  const shown = over.filter((what) => what !== 'splits' || pairs.some((pair) => pair.splits !== undefined))
  const cells = (test: SignTest | undefined): string[] =>
    test === undefined
      ? ['–', '–']
      : [`${formatCount(test.wins)} : ${formatCount(test.losses)}`, chance(test.twoTailed)]
  const rows = pairs.map((pair) => [pair.first, pair.second, ...shown.flatMap((what) => cells(pair[what]))])
  const head = ['first', 'second', ...shown.flatMap((what) => [what, 'p'])]
  return `\nSign tests, first better : second better (documents${shown.includes('splits') ? ' and splits' : ''} by ${measure}, labels by F1), two-tailed\n${table([head, ...rows])}`
}

function chance(p: number): string {
  return p < 0.001 ? '<0.001' : p.toFixed(3)
}
