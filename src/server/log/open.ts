// Opens the store that a URL or a path names.

import type { Store } from './store.js'

/** `postgresql://…`, or the path of an SQLite file. Only the one that is used is loaded. */
export async function openStoreAt(where: string): Promise<Store> {
  const { openStore } = await import('./sql-store.js')
  if (isPostgres(where)) {
    const { openPostgres } = await import('./postgres.js')
    return openStore(openPostgres(where))
  }
  const { openSqlite } = await import('./sqlite.js')
  return openStore(openSqlite(where))
}

export function isPostgres(where: string): boolean {
  return /^postgres(ql)?:\/\//.test(where)
}
