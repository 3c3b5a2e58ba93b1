// Finished cells in a file of JSON lines: a line is added when a cell is done, so a run that is stopped, or killed,
// leaves all but the line it was writing. Such a torn line is passed over.

import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import type { CellResult } from '../selection/cell.js'
import { fileError } from './file-errors.js'

interface Line {
  readonly key: string
  readonly cell: CellResult
}

export class ResultsFile {
  readonly path: string
  private readonly cells = new Map<string, CellResult>()
  private torn = false

  constructor(path: string) {
    this.path = path
    try {
      if (existsSync(path)) this.read(readFileSync(path, 'utf8'))
    } catch (error) {
      throw fileError(path, 'read', error)
    }
  }

  get(key: string): CellResult | undefined {
    return this.cells.get(key)
  }

  add(key: string, cell: CellResult): void {
    this.cells.set(key, cell)
    const line: Line = { key, cell }
    try {
      // A line that was torn must not swallow the next.
      appendFileSync(this.path, `${this.torn ? '\n' : ''}${JSON.stringify(line)}\n`)
    } catch (error) {
      throw fileError(this.path, 'write', error)
    }
    this.torn = false
  }

  private read(text: string): void {
    this.torn = text !== '' && !text.endsWith('\n')
    for (const line of text.split('\n')) {
      const { key, cell } = parse(line) ?? {}
      if (typeof key === 'string' && typeof cell?.contender === 'string') this.cells.set(key, cell)
    }
  }
}

function parse(line: string): Partial<Line> | undefined {
  if (!line.startsWith('{')) return undefined
  try {
    return JSON.parse(line) as Partial<Line>
  } catch {
    return undefined
  }
}
