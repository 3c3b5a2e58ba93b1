// Published tables as the items declare them.

import type { MeasureColumn, PublishedTable } from './item.js'

/** A table with the rows in `names`; those that `published` does not have are without figures in print. */
export function publishedTable(
  name: string,
  place: string,
  measures: readonly MeasureColumn[],
  names: readonly string[],
  published: PublishedTable['rows'] = {},
): PublishedTable {
  const unknown = measures.map(() => null)
  return {
    name,
    place,
    measures,
    rows: Object.fromEntries(names.map((row) => [row, published[row] ?? unknown])),
  }
}

/** Measures that are shown with the same number of digits. */
export function columns(names: readonly (string | number)[], digits: number): MeasureColumn[] {
  return names.map((name) => ({ name: String(name), digits }))
}
