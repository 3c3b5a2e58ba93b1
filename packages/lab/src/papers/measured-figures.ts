// The figures of a run: by table, row and measure one number for each trial or fold.

import type { Side } from './claims.js'
import type { PlotLine } from './item.js'

/** Collects what the trials of a run measure. */
export class Figures {
  private readonly cells = new Map<string, number[]>()

  /** What one trial measured of one row; measures without a number are left out. */
  add(table: string, row: string, measures: Readonly<Record<string, number | null | undefined>>): void {
    for (const [measure, number] of Object.entries(measures)) {
      const value = number ?? Number.NaN
      if (Number.isNaN(value)) continue
      const key = cellKey(table, row, measure)
      const cell = this.cells.get(key)
      if (cell === undefined) this.cells.set(key, [value])
      else cell.push(value)
    }
  }

  /** The numbers of one cell, in the order they came; none where nothing was measured. */
  of(table: string, row: string, measure: string | number): readonly number[] {
    return this.cells.get(cellKey(table, row, measure)) ?? []
  }

  mean(table: string, row: string, measure: string | number): number {
    const numbers = this.of(table, row, measure)
    return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  }

  /** A cell as one side of a comparison. */
  side(table: string, row: string, measure: string | number, name = row): Side {
    return { name, figures: this.of(table, row, measure) }
  }

  /** A line for each row through its means; the columns are numbers. */
  lines(table: string, rows: readonly string[], columns: readonly number[]): PlotLine[] {
    return rows.map((row) => ({
      name: row,
      points: columns.map((column) => [column, this.mean(table, row, column)] as const),
    }))
  }

  /** The table and row of each cell. */
  rows(): (readonly [table: string, row: string])[] {
    return Array.from(this.cells.keys(), (key) => {
      const [table, row] = JSON.parse(key) as string[]
      return [table, row] as const
    })
  }
}

function cellKey(table: string, row: string, measure: string | number): string {
  return JSON.stringify([table, row, String(measure)])
}
