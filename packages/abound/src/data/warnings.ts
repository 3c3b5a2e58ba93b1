// Warnings of one file: the first few of each kind with their line, the rest as a count at the end.

import type { Oddity } from './reading.js'

const SHOWN = 3

/** Collects what is odd but readable in one file. */
export class Warnings {
  private readonly file: string
  private readonly onWarning: ((message: string) => void) | undefined
  private readonly onOddity: ((oddity: Oddity) => void) | undefined
  private readonly counts = new Map<string, number>()

  constructor(
    file: string,
    onWarning: ((message: string) => void) | undefined,
    onOddity?: (oddity: Oddity) => void,
  ) {
    this.file = file
    this.onWarning = onWarning
    this.onOddity = onOddity
  }

  /** `kind` names the whole group ("labels that end in a comma"), `message` this one; `where` is its line,
   *  or its own file where the group spans a folder. */
  add(kind: string, where: number | string, message: string): void {
    if (this.onOddity !== undefined) {
      this.onOddity({ kind, where, message })
      return
    }
    const count = (this.counts.get(kind) ?? 0) + 1
    this.counts.set(kind, count)
    if (count > SHOWN) return
    this.onWarning?.(`${typeof where === 'string' ? where : `${this.file}:${where}`}: ${message}`)
  }

  /** Reports the number of warnings of each kind of which some were not shown. */
  end(): void {
    for (const [kind, count] of this.counts) {
      if (count > SHOWN) this.onWarning?.(`${this.file}: ${count} ${kind}, the first ${SHOWN} are shown`)
    }
    this.counts.clear()
  }
}
