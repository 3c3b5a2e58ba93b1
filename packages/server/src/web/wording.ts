// Numbers, times and lists as people read them.

const whole = new Intl.NumberFormat('en')
const day = new Intl.DateTimeFormat('en', { day: 'numeric', month: 'short' })
const moment = new Intl.DateTimeFormat('en', {
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
  hour12: false,
})

export function count(n: number): string {
  return whole.format(n)
}

/** `1 text`, `2 texts`. */
export function counted(n: number, one: string, many = `${one}s`): string {
  return `${whole.format(n)} ${n === 1 ? one : many}`
}

export function percent(share: number): string {
  const value = share * 100
  if (value > 0 && value < 1) return '<1 %'
  if (value < 100 && value >= 99.5) return '>99 %'
  return `${Math.round(value)} %`
}

export function score(value: number): string {
  const size = Math.abs(value)
  if (size >= 1000) return value.toExponential(1)
  return value.toFixed(size >= 100 ? 0 : size >= 10 ? 1 : 2)
}

export function signed(value: number): string {
  return `${value > 0 ? '+' : value < 0 ? '−' : ''}${score(Math.abs(value))}`
}

export function dayName(iso: string): string {
  return day.format(new Date(`${iso}T12:00:00`))
}

export function momentName(at: number): string {
  return at === 0 ? '–' : moment.format(new Date(at))
}

/** `a`, `a and b`, `a, b and c`. */
export function joinWords(items: readonly string[], last = 'and'): string {
  if (items.length < 2) return items.join('')
  return `${items.slice(0, -1).join(', ')} ${last} ${items[items.length - 1]}`
}
