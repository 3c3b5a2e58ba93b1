// How predictions print numbers: rounded to some significant digits, digits before the point being kept all. Rounding
// never turns an order round. Where it would carry a number across a limit that says something (a probability below 1
// to 1, a lead below `--reject` up to it), further digits follow until it does not.

import { InputError } from '../internal.js'

export type NumberFormat = (x: number) => string

/** As many as tell every double from its neighbours. */
export const ALL_DIGITS = 17
const DEFAULT_DIGITS = 4
/** Up to so many digits, the strings of the numbers of each power of ten are kept once they are made. */
const KEPT_DIGITS = 4
/** Powers of ten with strings of their own: those that are written without an exponent. */
const LEAST_POWER = -6
const BELOW_1 = [1e-6, 1e-5, 1e-4, 1e-3, 1e-2, 1e-1]

/** The number of digits that `--digits` asks for. */
export function parseDigits(given: string | undefined): number {
  if (given === undefined) return DEFAULT_DIGITS
  if (given === 'full') return ALL_DIGITS
  const digits = Number(given)
  if (!Number.isInteger(digits) || digits < 1 || digits > ALL_DIGITS)
    throw new InputError(`--digits ${given}: expected a whole number from 1 to ${ALL_DIGITS}, or full`)
  return digits
}

/** Writes numbers with so many significant digits. */
export function numberFormat(digits: number): NumberFormat {
  if (digits >= ALL_DIGITS) return String
  return digits <= KEPT_DIGITS ? keptFormat(digits) : (x) => rounded(x, digits)
}

/** The same for probabilities: one below 1 is never written as 1. */
export function probabilityFormat(digits: number): NumberFormat {
  const format = numberFormat(digits)
  return (p) => {
    const text = format(p)
    return text === '1' && p < 1 ? besideLimit(p, digits, 1) : text
  }
}

/** The same for numbers that are compared with a limit: one below it is never written as at or above it, nor the reverse. */
export function formatBeside(limit: number, digits: number): NumberFormat {
  const format = numberFormat(digits)
  return (x) => {
    const text = format(x)
    return Number(text) < limit === x < limit ? text : besideLimit(x, digits, limit)
  }
}

function besideLimit(x: number, digits: number, limit: number): string {
  for (let more = digits + 1; more < ALL_DIGITS; more++) {
    const text = rounded(x, more)
    if (Number(text) < limit === x < limit) return text
  }
  return String(x)
}

function rounded(x: number, digits: number): string {
  if (Math.abs(x) >= 10 ** digits) return String(Math.round(x))
  return String(Number(x.toPrecision(digits)))
}

/** By looking the string up: several times as fast as to find the digits of a double. */
function keptFormat(digits: number): NumberFormat {
  const most = 10 ** digits
  const least = 10 ** LEAST_POWER
  // By power of ten from the least: what a number is multiplied by to have its digits before the point, and the strings.
  const scales = Float64Array.from(
    { length: digits - LEAST_POWER },
    (_, i) => 10 ** (digits - 1 - LEAST_POWER - i),
  )
  const kept: (string[] | undefined)[] = Array.from(scales, () => undefined)
  return (x) => {
    const size = x < 0 ? -x : x
    if (!(size >= least && size < most)) return rounded(x, digits)
    let power = -LEAST_POWER - 1
    if (size >= 1) for (let next = 1; size >= next; next *= 10) power++
    else while (size < BELOW_1[power]) power--
    const scale = scales[power]
    const n = Math.round(size * scale)
    // One text needs few of them: a short run should not pay for all.
    const strings = (kept[power] ??= new Array<string>(most + 1).fill(''))
    if (strings[n] === '') strings[n] = String(n / scale)
    return x < 0 ? `-${strings[n]}` : strings[n]
  }
}
