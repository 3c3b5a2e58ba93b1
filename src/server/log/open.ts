// Opens the store that a URL or a path names.

import type { Store } from './store.js'

/** `postgresql://…` (which is to answer within so many milliseconds), or an SQLite file's path; loads only that one. */
export async function openStoreAt(where: string, patience?: number): Promise<Store> {
  const { openStore } = await import('./sql-store.js')
  if (isPostgres(where)) {
    const { openPostgres } = await import('./postgres.js')
    return openStore(openPostgres(where, patience))
  }
  const { openSqlite } = await import('./sqlite.js')
  return openStore(openSqlite(where))
}

export function isPostgres(where: string): boolean {
  return /^postgres(ql)?:\/\//.test(where)
}
