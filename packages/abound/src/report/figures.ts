// Numbers as a page shows them.

/** To so many digits, or a dash where there is none. */
export function shown(figure: number | null | undefined, digits = 3): string {
  if (figure === null || figure === undefined || Number.isNaN(figure)) return '–'
  const text = Math.abs(figure).toFixed(digits)
  return figure < 0 && Number(text) !== 0 ? `−${text}` : text
}

/** A probability; what rounds to 0 or 1 without being it is told from it. */
export function likely(p: number): string {
  if (p > 0.9995 && p < 1) return '>0.999'
  return p < 0.0005 && p > 0 ? '<0.001' : shown(p)
}

/** With its sign, to three significant digits. */
export function signed(weight: number): string {
  return `${weight < 0 ? '−' : '+'}${Math.abs(weight).toPrecision(3)}`
}

/** 11314 → 11,314 */
export function grouped(n: number): string {
  return String(Math.round(n)).replace(/\B(?=(\d{3})+$)/g, ',')
}

/** 1 document, 2 documents */
export function counted(n: number, what: string): string {
  return `${grouped(n)} ${what}${n === 1 ? '' : 's'}`
}

/** 10276044 → 9.8 MB */
export function sized(bytes: number): string {
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
export function lasted(seconds: number): string {
  if (seconds < 1) return `${Number((seconds * 1000).toPrecision(2))} ms`
  if (seconds < 120) return `${Number(seconds.toPrecision(3))} s`
  return seconds < 7200 ? `${Math.round(seconds / 60)} min` : `${(seconds / 3600).toFixed(1)} h`
}

/** A step of 0 … 20 for a bar: the page's styles have a class for each, as a strict page has no styles of elements. */
export function barStep(share: number): number {
  return Math.round(Math.min(1, Math.max(0, share)) * 20)
}
