// What people see: numbers and sizes in words, tables, warnings, and the one line that ends a failed run.

import { availableParallelism } from 'node:os'
import pc from 'picocolors'
import { InputError } from '../internal.js'
import { pluginAddresses } from '../node/internal.js'

/** Colours where people see them; never in a pipe or a file, also not where `CI` is set. */
export const colours = pc.createColors(
  pc.isColorSupported && (process.stdout.isTTY === true || Boolean(process.env.FORCE_COLOR)),
)

/** Lets the run end quietly when whoever reads its output has gone (`abound predict … | head -1`). */
export function endWithReader(): void {
  process.stdout.on('error', (error) => {
    fail(error)
    process.exit()
  })
  // What is said on the side may be lost; the work is not.
  process.stderr.on('error', () => {})
}

/** Ends the run: one line and exit code 2 for bad input, the whole trace and 1 for a fault of ours. */
export function fail(error: unknown): void {
  if (error instanceof InputError) {
    process.stderr.write(`abound: ${error.commandLine}\n`)
    process.exitCode = 2
    return
  }
  const code = (error as NodeJS.ErrnoException | undefined)?.code
  // Whoever reads our output has gone: nothing is wrong.
  if (code === 'EPIPE') return
  if (code === 'ENOSPC') {
    process.stderr.write('abound: no space left on the device; old files are untouched\n')
    process.exitCode = 2
    return
  }
  const trace = error instanceof Error ? (error.stack ?? error.message) : String(error)
  const plugin = pluginAddresses.find((address) => trace.includes(address))
  const whose = plugin === undefined ? 'a fault of ours, please report it' : `a fault in the plugin ${plugin}`
  process.stderr.write(`abound: ${whose}:\n${trace}\n`)
  process.exitCode = 1
}

export function warn(message: string): void {
  process.stderr.write(`abound: warning: ${message}\n`)
}

/** The whole number of at least 1 that a flag was given. */
export function parseWholeNumber(flag: string, value: string): number {
  const n = Number(value)
  if (!Number.isSafeInteger(n) || n < 1)
    throw new InputError(`${flag} ${value}: expected a whole number from 1`)
  return n
}

/** The number of seconds that a flag was given. */
export function parseSeconds(flag: string, value: string): number {
  const n = Number(value)
  if (!(n > 0 && n < Number.POSITIVE_INFINITY))
    throw new InputError(`${flag} ${value}: expected seconds above 0`)
  return n
}

const UNITS: Readonly<Record<string, number>> = {
  '': 1,
  B: 1,
  kB: 1e3,
  MB: 1e6,
  GB: 1e9,
  KiB: 2 ** 10,
  MiB: 2 ** 20,
  GiB: 2 ** 30,
}

/** How many threads to use: what `--threads` says, else one a core. */
export function threadsOf({ threads }: { readonly threads?: string }): number {
  return threads === undefined ? availableParallelism() : parseWholeNumber('--threads', threads)
}

/** The number of bytes that a flag was given: 2MB, 500kB, 1.4 MiB. */
export function parseBytes(flag: string, value: string): number {
  const [, number, name] = /^(\d+(?:\.\d+)?)\s*([A-Za-z]*)$/.exec(value.trim()) ?? []
  const unit = Object.keys(UNITS).find((one) => one.toLowerCase() === name?.toLowerCase())
  const bytes = unit === undefined ? 0 : Math.floor(Number(number) * UNITS[unit])
  if (bytes < 1) throw new InputError(`${flag} ${value}: expected a size such as 2MB or 500kB`)
  return bytes
}

/** A figure to this many digits, or a dash where there is none. */
export function formatScore(figure: number | null, digits = 3): string {
  return figure === null ? '–' : figure.toFixed(digits)
}

/** 11314 → 11,314 */
export function formatCount(n: number): string {
  // Not toLocaleString: its first call costs a tenth of a cold start.
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** 10276044 → 9.8 MB */
export function formatBytes(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`
  const units = ['kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = -1
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${value.toFixed(value < 10 ? 1 : 0)} ${units[unit]}`
}

/** 1 document, 2 documents */
export function formatAmount(n: number, what: string): string {
  return `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`
}

const FIGURE = /^([-−+]?[\d.,]+( ?%)?|–)$/

/** Rows of cells as aligned text; figures to the right, except in the first column. */
export function table(rows: Rows, indent = ''): string {
  return align(rows, indent, (cell, column) => column > 0 && FIGURE.test(cell))
}

/** Names and what they stand for: all cells to the left. */
export function list(rows: Rows, indent = ''): string {
  return align(rows, indent, () => false)
}

type Rows = readonly (readonly string[])[]

function align(rows: Rows, indent: string, toRight: (cell: string, column: number) => boolean): string {
  const widths: number[] = []
  for (const row of rows)
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length)
  return rows
    .map((row) => {
      const cells = row.map((cell, i) =>
        toRight(cell, i) ? cell.padStart(widths[i]) : cell.padEnd(widths[i]),
      )
      return `${indent}${cells.join('  ').trimEnd()}\n`
    })
    .join('')
}

/** Writes to standard output and waits while the reader is slower than we are. */
export async function print(text: string): Promise<void> {
  if (!process.stdout.write(text))
    await new Promise<void>((resolve) => process.stdout.once('drain', () => resolve()))
}
