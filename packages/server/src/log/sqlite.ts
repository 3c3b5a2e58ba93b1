// SQLite, embedded: a write-ahead log that reaches the disk before a transaction returns.

import { InputError } from 'abound'
import Libsql from 'libsql'
import type { Database, Lead, Row, SqlConnection, SqlValue } from './database.js'

const BUSY_MS = 10_000

/** Opens the file, made if it is not there. */
export function openSqlite(path: string): Database {
  const writer = open(path)
  // Readers see nothing of a transaction that is still going on.
  const reader = open(path)
  const write = connection(writer)
  return {
    gather: 0,
    query: connection(reader).query,
    listen: () => ({ async close() {} }),
    async lead() {
      return lead(`${path}-lead`)
    },
    async transaction(work) {
      await write.query('BEGIN IMMEDIATE')
      try {
        const result = await work(write)
        await write.query('COMMIT')
        return result
      } catch (error) {
        if (writer.inTransaction) await write.query('ROLLBACK')
        throw error
      }
    },
    async close() {
      reader.close()
      writer.close()
    },
  }
}

/** The lock of a file beside, which the system lets go of when the process ends. */
function lead(path: string): Lead | undefined {
  const handle = new Libsql(path, { timeout: 0 })
  try {
    handle.exec('BEGIN EXCLUSIVE')
  } catch (error) {
    handle.close()
    if (/busy|locked/i.test((error as Error).message)) return undefined
    throw error
  }
  return {
    async check() {},
    async release() {
      handle.close()
    },
  }
}

type Handle = InstanceType<typeof Libsql>
type Statement = ReturnType<Handle['prepare']>

function open(path: string): Handle {
  try {
    const handle = new Libsql(path, { timeout: BUSY_MS })
    handle.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    return handle
  } catch (error) {
    throw new InputError(`${path}: cannot open it as a database: ${(error as Error).message}`)
  }
}

function connection(handle: Handle): SqlConnection {
  const statements = new Map<string, Statement>()
  return {
    async query(sql, values = []): Promise<Row[]> {
      let statement = statements.get(sql)
      if (statement === undefined) {
        statement = handle.prepare(sql.replace(/\$(\d+)/g, '?$1'))
        // Statements with a varying number of values are not worth keeping.
        if (values.length < 10) statements.set(sql, statement)
      }
      if (/^\s*(SELECT|WITH)\b|\bRETURNING\b/i.test(sql)) return statement.all(values as SqlValue[]) as Row[]
      statement.run(values as SqlValue[])
      return []
    },
  }
}
