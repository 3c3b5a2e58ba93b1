// The figures of a run: by table, row and measure one number for each trial or fold.

/** Collects what the trials of a run measure. */
export class Figures {
  private readonly tables = new Map<string, Map<string, Map<string, number[]>>>()

  /** What one trial measured of one row; measures without a number are left out. */
  add(table: string, row: string, measures: Readonly<Record<string, number | null | undefined>>): void {
    const rows = made(this.tables, table, () => new Map<string, Map<string, number[]>>())
    const columns = made(rows, row, () => new Map<string, number[]>())
    for (const [measure, number] of Object.entries(measures)) {
      if (number === null || number === undefined || Number.isNaN(number)) continue
      made(columns, measure, () => []).push(number)
    }
  }

  /** The numbers of one cell, in the order they came; none where nothing was measured. */
  of(table: string, row: string, measure: string): readonly number[] {
    return this.tables.get(table)?.get(row)?.get(measure) ?? []
  }

  /** The mean of a cell. */
  mean(table: string, row: string, measure: string): number {
    const numbers = this.of(table, row, measure)
    return numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  }

  /** The rows of a table that something was measured of. */
  rows(table: string): string[] {
    return [...(this.tables.get(table)?.keys() ?? [])]
  }

  /** The tables that something was measured of. */
  tableNames(): string[] {
    return [...this.tables.keys()]
  }
}

function made<K, V>(map: Map<K, V>, key: K, make: () => V): V {
  let value = map.get(key)
  if (value === undefined) {
    value = make()
    map.set(key, value)
  }
  return value
}
