import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { noPostgres, query, startPostgres, type TestPostgres } from '../server/postgres.js'
import { EXAMPLES, runExample } from './example.js'
import { tickets } from './tickets.js'

const missing = noPostgres()
if (missing !== undefined) console.info(`the example of a Postgres stream: skipped, as there is ${missing}`)

describe.skipIf(missing !== undefined)('the example of a Postgres stream', () => {
  const cwd = mkdtempSync(join(tmpdir(), 'abound-postgres-stream-'))
  let postgres: TestPostgres
  beforeAll(async () => {
    postgres = await startPostgres({ hasty: true })
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(cwd, { recursive: true, force: true })
  })

  it('learns from a cursor and suggests a queue for each open ticket', async () => {
    const url = await postgres.database()
    await query(url, tableOf('postgres-stream/main.js'))
    // More than a batch of each.
    const values = tickets(3300).map(
      ({ text, labels }, i) => `(${i}, 'Help', '${text}', ${i % 3 === i % 2 ? 'NULL' : `'${labels?.[0]}'`})`,
    )
    await query(url, `INSERT INTO tickets (id, subject, body, queue) VALUES ${values.join(', ')}`)
    const env = { DATABASE_URL: url }
    const { code, stdout, stderr } = await runExample('postgres-stream/main.js', { cwd, env })
    expect([code, stderr]).toEqual([0, ''])
    expect(stdout).toBe('learned 3 queues from 2200 tickets\nsuggested a queue for 1100 tickets\n')
    const [{ open, sorted }] = await query(
      url,
      `SELECT count(*) FILTER (WHERE suggested IS NOT NULL AND sure > 0.5)::int AS open,
         count(*) FILTER (WHERE suggested IS NULL)::int AS sorted FROM tickets`,
    )
    expect([open, sorted]).toEqual([1100, 2200])
    const first = await query(url, `SELECT suggested FROM tickets WHERE id IN (0, 6, 7) ORDER BY id`)
    expect(first.map(({ suggested }) => suggested)).toEqual(['billing', 'billing', 'delivery'])
  })

  it('says what is wrong, and ends', async () => {
    const url = await postgres.database()
    const { code, stderr } = await runExample('postgres-stream/main.js', { cwd, env: { DATABASE_URL: url } })
    expect(code).toBe(1)
    expect(stderr).toContain('relation "tickets" does not exist')
  })
})

/** The statement in the head of the example that makes its table. */
function tableOf(file: string): string {
  const [statement] = /CREATE TABLE .*(?=;)/.exec(readFileSync(EXAMPLES + file, 'utf8')) ?? ['']
  return statement
}
