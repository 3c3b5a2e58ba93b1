// PostgreSQL, for several servers: an advisory lock, held until the transaction is over, makes the order of numbers
// the order of commits.

import pg from 'pg'
import type { Connection, Database, Row, Value } from './database.js'

/** The lock's number: any that nobody else in the database uses. */
const LOCK = 0x61626f75
const CONNECTIONS = 8
const PATIENCE_MS = 5_000

/** Connects by a URL, `postgresql://user:password@host/database`. */
export function openPostgres(url: string): Database {
  const pool = new pg.Pool({
    connectionString: url,
    max: CONNECTIONS,
    connectionTimeoutMillis: PATIENCE_MS,
    query_timeout: 4 * PATIENCE_MS,
    application_name: 'abound',
  })
  // A connection that breaks while it is idle is replaced when it is needed.
  pool.on('error', () => {})
  return {
    query: connection(pool).query,
    async transaction(work) {
      const client = await pool.connect()
      let broken: Error | undefined
      try {
        const own = connection(client)
        await own.query('BEGIN')
        await own.query('SELECT pg_advisory_xact_lock($1)', [LOCK])
        const result = await work(own)
        await own.query('COMMIT')
        return result
      } catch (error) {
        // A connection on which even taking back fails is not used again.
        await client.query('ROLLBACK').catch((fault: Error) => {
          broken = fault
        })
        throw error
      } finally {
        client.release(broken)
      }
    },
    close: () => pool.end(),
  }
}

function connection(client: Pick<pg.Pool, 'query'> | pg.PoolClient): Connection {
  return {
    async query(sql, values = []): Promise<Row[]> {
      const { rows } = await client.query(sql, values as Value[])
      return rows as Row[]
    },
  }
}
