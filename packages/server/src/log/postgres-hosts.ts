// Which of several PostgreSQL hosts takes writes: the one that is not in recovery. Where two say so, as when an old
// primary comes back unasked, the one with the later timeline was promoted last.

import pg from 'pg'

/** How long others are waited for once one has said that it is the primary. */
const GRACE_MS = 300

/** `postgresql://user@one:5432,two:5432/name` as a URL for each host. */
export function hostUrls(url: string): string[] {
  const [, scheme, user = '', hosts, rest] = /^([a-z]+:\/\/)([^@/]*@)?([^/?]*)(.*)$/.exec(url) ?? []
  if (hosts === undefined || !hosts.includes(',')) return [url]
  return hosts.split(',').map((host) => `${scheme}${user}${host}${rest}`)
}

/** The URL of the host that takes writes; fails where none does. */
export async function findPrimary(urls: readonly string[], patience: number): Promise<string> {
  if (urls.length === 1) return urls[0]
  const primaries: { readonly url: string; readonly timeline: number }[] = []
  const faults: string[] = []
  let grace: ((value: unknown) => void) | undefined
  const first = new Promise((resolve) => {
    grace = resolve
  })
  const probes = urls.map(async (url) => {
    try {
      const timeline = await readTimeline(url, patience)
      if (timeline === undefined) throw new Error('it is a standby')
      primaries.push({ url, timeline })
      setTimeout(() => grace?.(undefined), GRACE_MS)
    } catch (error) {
      faults.push(`${withoutUser(url)}: ${errorMessage(error)}`)
    }
  })
  await Promise.race([first, Promise.all(probes)])
  primaries.sort((a, b) => b.timeline - a.timeline)
  if (primaries.length > 0) return primaries[0].url
  throw Object.assign(new Error(`no PostgreSQL host takes writes (${faults.join('; ')})`), { code: '08001' })
}

/** Undefined for a standby. */
async function readTimeline(url: string, patience: number): Promise<number | undefined> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: patience,
    query_timeout: patience,
    application_name: 'abound',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query(
      `SELECT CASE WHEN pg_is_in_recovery() THEN NULL
        ELSE substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`,
    )
    const { timeline } = rows[0] as { timeline: string | null }
    return timeline === null ? undefined : Number.parseInt(timeline, 16)
  } finally {
    client.end().catch(() => {})
  }
}

function withoutUser(url: string): string {
  return url.replace(/^[a-z]+:\/\/(?:[^@/]*@)?([^/?]*).*$/, '$1')
}

function errorMessage(error: unknown): string {
  const { message, code } = error as Error & { code?: string }
  return message === '' ? String(code) : message
}
