// What the store needs of a database. Statements are written for both: `$1` for a value, no dialect.

export type SqlValue = string | number | null
export type Row = Record<string, unknown>

/** What was written: events of the log, or a version of a model. */
export type Channel = 'log' | 'model'

export interface SqlConnection {
  query(sql: string, values?: readonly SqlValue[]): Promise<Row[]>
}

/** A lock that one process at a time has. */
export interface Lead {
  /** Fails where the lock may be lost. */
  check(): Promise<void>
  release(): Promise<void>
}

export interface Database extends SqlConnection {
  /** Milliseconds for which writes are gathered, to be committed together. */
  readonly gather: number
  /**
   * One writer at a time, so that the order of numbers is the order of commits; durable once it returns. Those who
   * listen to `tell`, as it is when the work is done, hear of it then.
   */
  transaction<T>(work: (connection: SqlConnection) => Promise<T>, tell?: Iterable<Channel>): Promise<T>
  /** Calls back when others may have written: only a hint, which may come too often, late, or not at all. */
  listen(channel: Channel, heard: () => void): { close(): Promise<void> }
  /** The lock of who leads, free again when its holder ends or loses the database; undefined if another has it. */
  lead(): Promise<Lead | undefined>
  close(): Promise<void>
}
