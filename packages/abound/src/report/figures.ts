// Numbers as a page shows them.

import { html, type Markup } from './html.js'

/** A dash where there is none. */
export function formatScore(figure: number | null | undefined, digits = 3): string {
  if (figure === null || figure === undefined || Number.isNaN(figure)) return '–'
  const text = Math.abs(figure).toFixed(digits)
  return figure < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** A probability; what rounds to 0 or 1 without being it is told from it. */
export function formatProbability(p: number): string {
  if (p > 0.9995 && p < 1) return '>0.999'
  return p < 0.0005 && p > 0 ? '<0.001' : formatScore(p)
}

/** With its sign, to three significant digits. */
export function formatSigned(weight: number): string {
  return `${weight < 0 ? '−' : '+'}${Math.abs(weight).toPrecision(3)}`
}

/** 11314 → 11,314 */
export function formatCount(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** 1 document, 2 documents */
export function formatAmount(n: number, what: string): string {
  return `${formatCount(n)} ${what}${n === 1 ? '' : 's'}`
}

/** 10276044 → 9.8 MB */
export function formatBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let value = bytes
  let unit = 0
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024
    unit++
  }
  return `${value.toFixed(unit > 0 && value < 10 ? 1 : 0)} ${units[unit]}`
}

/** 0.0421 → 42 ms, 83 → 83 s, 4000 → 67 min */
export function formatSeconds(seconds: number): string {
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(2))} ms`
  if (seconds < 120) return `${Number(seconds.toPrecision(3))} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** A bar for a share. The page's styles have a class for each of its 20 steps: a strict page has no styles of elements. */
export function bar(share: number): Markup {
  const step = Math.round(Math.min(1, Math.max(0, share)) * 20)
  return html`<span class="bar" aria-hidden="true"><i class="b${step}"></i></span>`
}

/** heldOutError → held out error */
export function splitName(name: string): string {
  return name.replace(/[A-Z]/g, (c) => ` ${c.toLowerCase()}`)
}
