// Opens the store that a URL or a path names.

import { InputError } from 'abound'
import { isDatabaseError } from './database-error.js'
import type { Store } from './feedback-store.js'

/** `postgresql://…` (which is to answer within `patience` milliseconds), or an SQLite file's path; loads only that one. */
export async function openStoreAt(where: string, patience?: number): Promise<Store> {
  const { openStore } = await import('./sql-store.js')
  if (isPostgres(where)) {
    const { openPostgres } = await import('./postgres.js')
    const database = openPostgres(where, patience)
    try {
      return await openStore(database)
    } catch (error) {
      await database.close()
      if (!isDatabaseError(error)) throw error
      throw new InputError(`the database does not answer: ${(error as Error).message}`)
    }
  }
  const { openSqlite } = await import('./sqlite.js')
  return openStore(openSqlite(where))
}

export function isPostgres(where: string): boolean {
  return /^postgres(ql)?:\/\//.test(where)
}
