// Rows in and out, many to a statement.

import type { Row, SqlConnection, SqlValue } from './database.js'

/** Rows in one statement. */
const CHUNK = 100

export async function insertRows(
  connection: SqlConnection,
  into: string,
  rows: readonly (readonly SqlValue[])[],
): Promise<void> {
  await inChunks(rows, (chunk) => {
    let at = 1
    const tuples = chunk.map((row) => {
      const tuple = `(${list(row, at)})`
      at += row.length
      return tuple
    })
    return connection.query(`INSERT INTO ${into} VALUES ${tuples.join(', ')}`, chunk.flat())
  })
}

/** Runs a statement with `$1` for the model and `$IDS` for the ids, of which there may be many. */
export function queryByIds(
  connection: SqlConnection,
  sql: string,
  model: string,
  ids: readonly SqlValue[],
): Promise<Row[]> {
  return inChunks(ids, (chunk) => connection.query(sql.replace('$IDS', list(chunk, 2)), [model, ...chunk]))
}

async function inChunks<T>(
  items: readonly T[],
  work: (chunk: readonly T[]) => Promise<Row[]>,
): Promise<Row[]> {
  const out: Row[] = []
  for (let i = 0; i < items.length; i += CHUNK) out.push(...(await work(items.slice(i, i + CHUNK))))
  return out
}

/** Placeholders for values: `$2, $3, …`. */
function list(values: readonly unknown[], from: number): string {
  return values.map((_, i) => `$${from + i}`).join(', ')
}
