// The little that the store asks of a database. Statements are written for both: `$1` for a value, no dialect.

export type Value = string | number | null
export type Row = Record<string, unknown>

export interface Connection {
  query(sql: string, values?: readonly Value[]): Promise<Row[]>
}

export interface Database extends Connection {
  /** One writer at a time, so that the order of numbers is the order of commits; durable once it returns. */
  transaction<T>(work: (connection: Connection) => Promise<T>): Promise<T>
  close(): Promise<void>
}
