// A bar on standard error while long work goes on, where that is a terminal; with the rate and the time
// left. Draws at most ten times a second.

import { formatCount } from './terminal.js'

const WIDTH = 24
const EVERY_MS = 100

export class Progress {
  private readonly shown: boolean
  private phase = ''
  private begun = 0
  private drawn = 0

  constructor(quiet: boolean) {
    this.shown = !quiet && process.stderr.isTTY === true
  }

  /**
   * `share` 0 … 1, or undefined when the end is not known; `count` things done, which `unit` names, if any; `latest`: what the
   * last of them found, or what it is.
   */
  update(phase: string, share: number | undefined, count: number, unit: string, latest = ''): void {
    if (!this.shown) return
    const now = performance.now()
    if (phase !== this.phase) {
      this.clear()
      this.phase = phase
      this.begun = now
    }
    if (now - this.drawn < EVERY_MS) return
    this.drawn = now
    const seconds = (now - this.begun) / 1000
    const rate = seconds > 0.5 && unit !== '' ? `  ${formatCount(count / seconds)}/s` : ''
    const left =
      share !== undefined && share > 0.02 && seconds > 1
        ? `  ${duration((seconds / share) * (1 - share))} left`
        : ''
    const bar = share === undefined ? '' : `${draw(share)} ${String(Math.floor(share * 100)).padStart(3)} %  `
    const last = latest === '' ? '' : `  ${latest.replace(/\p{Cc}/gu, ' ')}`
    const done = unit === '' ? '' : `${formatCount(count)} ${unit}`
    const line = `${phase.padEnd(9)} ${bar}${done}${rate}${left}${last}`
    // A line that wraps could not be wiped again.
    const room = (process.stderr.columns || 80) - 1
    process.stderr.write(`\r\x1b[K${line.length > room ? `${line.slice(0, room - 1)}…` : line}`)
  }

  clear(): void {
    if (this.shown && this.phase !== '') process.stderr.write('\r\x1b[K')
    this.phase = ''
    this.drawn = 0
  }
}

function draw(share: number): string {
  const full = Math.round(Math.min(1, share) * WIDTH)
  return '█'.repeat(full) + '░'.repeat(WIDTH - full)
}

function duration(seconds: number): string {
  if (seconds < 60) return `${Math.ceil(seconds)} s`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60
    ? `${minutes} min ${Math.round(seconds % 60)} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`
}
