// PostgreSQL, for several servers: an advisory lock, held until the transaction is over, makes the order of numbers
// the order of commits. Several hosts may be named: whichever is the primary is used, and looked for again when it
// is lost. Whatever does not answer in time is an error: a commit that waits for a standby that is gone, too.

import pg from 'pg'
import type { Channel, Database, Lead, Row, SqlConnection, SqlValue } from './database.js'
import { findPrimary, hostUrls } from './postgres-hosts.js'

/** The locks' numbers: any that nobody else in the database uses. */
const WRITE_LOCK = 0x61626f75
const LEAD_LOCK = 0x61626f76
const CONNECTIONS = 8
const PATIENCE_MS = 5_000
/** Writes are gathered for this time: a commit that waits for a standby takes about as long. */
const GATHER_MS = 5
const RECONNECT_MS = 1_000

/** Connects by a URL, `postgresql://user:password@host/database`; several hosts have commas between them. */
export function openPostgres(url: string, patience = PATIENCE_MS): Database {
  const hosts = new Hosts(url, patience)
  return {
    gather: GATHER_MS,
    query: (sql, values = []) => hosts.use((pool) => connection(pool).query(sql, values)),
    transaction: (work, tell = []) =>
      hosts.use(async (pool) => {
        const client = await pool.connect()
        let broken = false
        try {
          // The lock has its own time limit: a statement given up here would wait on there.
          await client.query(
            `BEGIN; SET LOCAL lock_timeout = ${patience}; SELECT pg_advisory_xact_lock(${WRITE_LOCK})`,
          )
          const result = await work(connection(client))
          const notify = Array.from(tell, (channel) => `NOTIFY abound_${channel}; `).join('')
          await client.query({ text: `${notify}COMMIT`, query_timeout: patience } as pg.QueryConfig)
          return result
        } catch (error) {
          // On a connection that hangs, or is gone, nothing can be taken back.
          broken = !isRefusal(error)
          if (!broken) {
            await client.query('ROLLBACK').catch(() => {
              broken = true
            })
          }
          throw error
        } finally {
          client.release(broken)
        }
      }),
    listen: (channel, heard) => listen(hosts, channel, heard),
    lead: () => lead(hosts, patience),
    close: () => hosts.close(),
  }
}

/** The connections to the host that takes writes. */
class Hosts {
  private readonly urls: readonly string[]
  private readonly patience: number
  private current: Promise<{ readonly url: string; readonly pool: pg.Pool }> | undefined

  constructor(url: string, patience: number) {
    this.urls = hostUrls(url)
    this.patience = patience
  }

  async use<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    this.current ??= this.connect()
    const { current } = this
    try {
      return await work((await current).pool)
    } catch (error) {
      if (this.urls.length > 1 && this.current === current && isAway(error)) {
        this.current = undefined
        current.then(({ pool }) => pool.end()).catch(() => {})
      }
      throw error
    }
  }

  /** A connection by itself, to the host that is in use. */
  async client(name: string): Promise<pg.Client> {
    this.current ??= this.connect()
    const { current } = this
    const settings = await current.catch((error: unknown) => {
      if (this.current === current) this.current = undefined
      throw error
    })
    const client = new pg.Client({
      connectionString: settings.url,
      connectionTimeoutMillis: this.patience,
      query_timeout: this.patience,
      keepAlive: true,
      application_name: name,
    })
    client.on('error', () => {})
    await client.connect()
    return client
  }

  async close(): Promise<void> {
    const current = await this.current?.catch(() => undefined)
    await current?.pool.end()
  }

  private async connect(): Promise<{ url: string; pool: pg.Pool }> {
    const { patience } = this
    const url = await findPrimary(this.urls, patience)
    const pool = new pg.Pool({
      connectionString: url,
      max: CONNECTIONS,
      connectionTimeoutMillis: patience,
      query_timeout: 4 * patience,
      application_name: 'abound',
    })
    // A connection that breaks while it is idle is replaced when it is needed; one at work says so itself.
    pool.on('error', () => {})
    pool.on('connect', (client) => client.on('error', () => {}))
    return { url, pool }
  }
}

function connection(client: Pick<pg.Pool, 'query'> | pg.PoolClient): SqlConnection {
  return {
    async query(sql, values = []): Promise<Row[]> {
      const { rows } = await client.query(sql, values as SqlValue[])
      return rows as Row[]
    },
  }
}

/** Whether the database answered, and said no. */
function isRefusal(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.severity === 'ERROR'
}

/** Whether another host may be the primary now: this one is gone, hangs, or takes no writes. */
function isAway(error: unknown): boolean {
  return !isRefusal(error) || (error as pg.DatabaseError).code === '25006'
}

function listen(hosts: Hosts, channel: Channel, heard: () => void): { close(): Promise<void> } {
  let client: pg.Client | undefined
  let closed = false
  let timer: NodeJS.Timeout | undefined
  const connect = async (): Promise<void> => {
    const own = await hosts.client('abound listens')
    client = own
    if (closed) return own.end()
    own.on('notification', heard)
    own.on('end', again)
    await own.query(`LISTEN abound_${channel}`)
    heard()
  }
  const again = (): void => {
    client = undefined
    if (closed) return
    timer = setTimeout(() => connect().catch(again), RECONNECT_MS)
    timer.unref()
  }
  connect().catch(again)
  return {
    async close() {
      closed = true
      clearTimeout(timer)
      await client?.end().catch(() => {})
    },
  }
}

async function lead(hosts: Hosts, patience: number): Promise<Lead | undefined> {
  const client = await hosts.client('abound leads')
  let lost = false
  client.on('end', () => {
    lost = true
  })
  try {
    // So that the database notices within seconds when this machine is gone.
    await client.query(
      'SET tcp_keepalives_idle = 5; SET tcp_keepalives_interval = 2; SET tcp_keepalives_count = 3',
    )
    const { rows } = await client.query(`SELECT pg_try_advisory_lock(${LEAD_LOCK}) AS got`)
    if ((rows[0] as { got: boolean }).got !== true) {
      await client.end()
      return undefined
    }
  } catch (error) {
    client.end().catch(() => {})
    throw error
  }
  return {
    async check() {
      if (!lost) await client.query({ text: 'SELECT 1', query_timeout: patience } as pg.QueryConfig)
      if (lost) throw new Error('the connection that holds the lock is gone')
    },
    async release() {
      await client.end().catch(() => {})
    },
  }
}
