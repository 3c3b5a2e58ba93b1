// Writes that arrive together, or while others are being committed, share one transaction: one wait for the disk, and
// for a standby, serves them all.

import type { Channel, Database, SqlConnection } from './database.js'

type PendingWrite<T> = (connection: SqlConnection) => Promise<T>

/** A write that can be done for several callers at once: `together` gets the items of all callers with the same key. */
interface Joint<Item, Result> {
  /** Which callers go together; their items stay in the order in which they came. */
  readonly key: string
  readonly items: readonly Item[]
  together(connection: SqlConnection, items: readonly Item[]): Promise<Result[]>
}

interface Waiting {
  readonly work: PendingWrite<unknown> | Joint<unknown, unknown>
  readonly tell: Channel | undefined
  done(value: unknown): void
  failed(error: unknown): void
}

export interface GroupCommit {
  <T>(work: PendingWrite<T>, tell?: Channel): Promise<T>
  joint<Item, Result>(work: Joint<Item, Result>, tell?: Channel): Promise<Result[]>
  /** Resolves when nothing is being written. */
  idle(): Promise<void>
}

export function groupCommit(database: Database): GroupCommit {
  let waiting: Waiting[] = []
  let running: Promise<void> | undefined
  const gather = (): Promise<unknown> =>
    new Promise((resolve) => {
      // Without a time to gather, requests that came in the same turn of the event loop go together.
      if (database.gather === 0) setImmediate(resolve)
      else setTimeout(resolve, database.gather)
    })
  const run = async (): Promise<void> => {
    await gather()
    while (waiting.length > 0) {
      let group: Waiting[] | undefined
      const tell = new Set<Channel>()
      try {
        const results = await database.transaction((connection) => {
          // The group is closed only now, when the transaction begins: what came while others wrote is part of it.
          group = waiting
          waiting = []
          for (const one of group) if (one.tell !== undefined) tell.add(one.tell)
          return doAll(connection, group)
        }, tell)
        for (const [i, { done }] of group!.entries()) done(results[i])
      } catch (error) {
        const refused = group ?? waiting
        if (group === undefined) waiting = []
        for (const { failed } of refused) failed(error)
      }
      if (database.gather > 0 && waiting.length > 0) await gather()
    }
    running = undefined
  }
  const enter = (work: Waiting['work'], tell: Channel | undefined): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.push({ work, tell, done: resolve, failed: reject })
      running ??= run()
    })
  const commit = <T>(work: PendingWrite<T>, tell?: Channel): Promise<T> => enter(work, tell) as Promise<T>
  return Object.assign(commit, {
    joint: <Item, Result>(work: Joint<Item, Result>, tell?: Channel): Promise<Result[]> =>
      enter(work as unknown as Joint<unknown, unknown>, tell) as Promise<Result[]>,
    async idle() {
      while (running !== undefined) await running
    },
  })
}

async function doAll(connection: SqlConnection, group: readonly Waiting[]): Promise<unknown[]> {
  const out: unknown[] = []
  for (let i = 0; i < group.length; ) {
    const { work } = group[i]
    if (typeof work === 'function') {
      out.push(await work(connection))
      i++
      continue
    }
    const same: Joint<unknown, unknown>[] = []
    for (; i < group.length; i++) {
      const next = group[i].work
      if (typeof next === 'function' || next.key !== work.key) break
      same.push(next)
    }
    const results = await work.together(
      connection,
      same.flatMap(({ items }) => items),
    )
    let at = 0
    for (const { items } of same) out.push(results.slice(at, (at += items.length)))
  }
  return out
}
