// The store in SQL: the tables, and what is written to the log and the queue (versions: sql-versions.ts).

import { InputError } from 'abound'
import type { Database, Row, SqlConnection, SqlValue } from './database.js'
import type { EventBody, LearnEvent, LoggedEvent, Mark } from './events.js'
import type { Appended, NewEvent, QueuedText, Store, Withdrawn } from './feedback-store.js'
import { groupCommit } from './group-commit.js'
import { insertRows, queryByIds } from './sql-rows.js'
import { renewVersions, trainerTable, VERSION_TABLES, versionTable } from './sql-versions.js'

const SCHEMA = 2

const TABLES = [
  `CREATE TABLE IF NOT EXISTS feedback (
    model TEXT NOT NULL, seq BIGINT NOT NULL, event_id TEXT NOT NULL, kind TEXT NOT NULL, body TEXT NOT NULL,
    PRIMARY KEY (model, seq), UNIQUE (model, event_id))`,
  `CREATE INDEX IF NOT EXISTS feedback_marks ON feedback (model, seq) WHERE kind <> 'learn'`,
  ...VERSION_TABLES,
  `CREATE TABLE IF NOT EXISTS queue (
    model TEXT NOT NULL, id TEXT NOT NULL, body TEXT NOT NULL, random INTEGER NOT NULL,
    sureness DOUBLE PRECISION NOT NULL, PRIMARY KEY (model, id))`,
  `CREATE INDEX IF NOT EXISTS queue_order ON queue (model, random, sureness, id)`,
]

const EVENTS = 'SELECT seq, event_id, body FROM feedback WHERE model = $1'
const QUEUE = 'SELECT * FROM queue WHERE model = $1'

/** The names in the log, from one to the next by the index: however long the log is. */
const MODELS = `WITH RECURSIVE named(model) AS (
    SELECT min(model) FROM feedback
    UNION ALL SELECT (SELECT min(model) FROM feedback WHERE model > named.model) FROM named WHERE model IS NOT NULL)
  SELECT model FROM named WHERE model IS NOT NULL ORDER BY model`

/** A store in a database, whose tables are made if they are not there. */
export async function openStore(database: Database): Promise<Store> {
  await database.transaction(async (connection) => {
    await connection.query('CREATE TABLE IF NOT EXISTS abound (schema INTEGER NOT NULL)')
    const [row] = await connection.query('SELECT schema FROM abound')
    const schema = row === undefined ? SCHEMA : Number(row.schema)
    if (schema > SCHEMA)
      throw new InputError(`the database has tables of version ${schema}: expected ${SCHEMA}`)
    if (schema === 1) {
      await renewVersions(connection)
      await connection.query('UPDATE abound SET schema = $1', [SCHEMA])
    }
    for (const table of TABLES) await connection.query(table)
    if (row === undefined) await connection.query('INSERT INTO abound (schema) VALUES ($1)', [SCHEMA])
  })
  const commit = groupCommit(database)
  return {
    log: {
      append: (model, events) =>
        commit.joint(
          { key: model, items: events, together: (connection, all) => append(connection, model, all) },
          'log',
        ),
      withdraw: (model, id, kind, at) =>
        commit((connection) => withdraw(connection, model, id, kind, at), 'log'),
      async read(model, after, limit) {
        const rows = await database.query(`${EVENTS} AND seq > $2 ORDER BY seq LIMIT $3`, [
          model,
          after,
          limit,
        ])
        return rows.map(readEvent)
      },
      async at(model, seqs) {
        const rows = await queryByIds(database, `${EVENTS} AND seq IN ($IDS)`, model, seqs)
        return rows.map(readEvent).sort((a, b) => a.seq - b.seq)
      },
      known: (model, ids) => knownIds(database, model, ids).then((seqs) => new Set(seqs.keys())),
      async marks(model, upTo, after = 0) {
        const sql = `${EVENTS} AND kind <> 'learn' AND seq <= $2 AND seq > $3 ORDER BY seq`
        const rows = await database.query(sql, [model, upTo, after])
        return rows.map((row) => readEvent(row) as LoggedEvent<Mark>)
      },
      last: (model) => lastSeq(database, model),
      async models() {
        const rows = await database.query(MODELS)
        return rows.map(({ model }) => String(model))
      },
    },
    versions: versionTable(database, commit),
    trainer: trainerTable(database, commit),
    queue: {
      add: (model, texts) => commit((connection) => enqueue(connection, model, texts)),
      async first(model, random, limit) {
        const sql = `${QUEUE} AND random = $2 ORDER BY sureness, id LIMIT $3`
        return (await database.query(sql, [model, random ? 1 : 0, limit])).map(readQueuedText)
      },
      async find(model, ids) {
        return (await queryByIds(database, `${QUEUE} AND id IN ($IDS)`, model, ids)).map(readQueuedText)
      },
      rate: (model, ratings) =>
        commit(async (connection) => {
          const sql = 'UPDATE queue SET sureness = $3 WHERE model = $1 AND id = $2'
          for (const { id, sureness } of ratings) await connection.query(sql, [model, id, sureness])
        }),
      remove: (model, ids) => commit((connection) => dequeue(connection, model, ids)),
      async count(model) {
        const [row] = await database.query('SELECT count(*) AS n FROM queue WHERE model = $1', [model])
        return Number(row.n)
      },
    },
    drop: (model) =>
      commit(async (connection) => {
        for (const table of ['feedback', 'model', 'queue'])
          await connection.query(`DELETE FROM ${table} WHERE model = $1`, [model])
      }, 'model'),
    listen: (channel, heard) => database.listen(channel, heard),
    async ping() {
      await database.query('SELECT schema FROM abound')
    },
    async close() {
      await commit.idle()
      await database.close()
    },
  }
}

async function append(
  connection: SqlConnection,
  model: string,
  events: readonly NewEvent[],
): Promise<Appended[]> {
  const ids = events.map(({ id }) => id)
  const known = await knownIds(connection, model, ids)
  let seq = await lastSeq(connection, model)
  const fresh: SqlValue[][] = []
  const out = events.map(({ id, body }): Appended => {
    const there = known.get(id)
    if (there !== undefined) return { id, seq: there, repeated: true }
    known.set(id, ++seq)
    fresh.push([model, seq, id, body.kind, JSON.stringify(body)])
    return { id, seq, repeated: false }
  })
  await insertRows(connection, 'feedback (model, seq, event_id, kind, body)', fresh)
  await dequeue(connection, model, ids)
  return out
}

async function withdraw(
  connection: SqlConnection,
  model: string,
  id: string,
  kind: 'undo' | 'erase',
  at: number,
): Promise<Withdrawn | undefined> {
  const [row] = await connection.query(`${EVENTS} AND event_id = $2 AND kind = 'learn'`, [model, id])
  if (row === undefined) {
    if (kind === 'erase') await dequeue(connection, model, [id])
    return undefined
  }
  const example = readEvent(row) as LoggedEvent<LearnEvent>
  const seq = (await lastSeq(connection, model)) + 1
  const body: EventBody = { kind, target: example.seq, at }
  const own = `${kind}:${seq}`
  await insertRows(connection, 'feedback (model, seq, event_id, kind, body)', [
    [model, seq, own, kind, JSON.stringify(body)],
  ])
  if (kind === 'undo') {
    await connection.query('UPDATE feedback SET event_id = $3 WHERE model = $1 AND seq = $2', [
      model,
      example.seq,
      `undone:${example.seq}`,
    ])
  } else {
    await connection.query('UPDATE feedback SET kind = $3, body = $4 WHERE model = $1 AND seq = $2', [
      model,
      example.seq,
      'erased',
      JSON.stringify({ kind: 'erased' }),
    ])
  }
  return { seq, example }
}

async function enqueue(
  connection: SqlConnection,
  model: string,
  texts: readonly QueuedText[],
): Promise<number> {
  const ids = texts.map(({ id }) => id)
  const taken = new Set((await knownIds(connection, model, ids)).keys())
  const queued = await queryByIds(
    connection,
    'SELECT id FROM queue WHERE model = $1 AND id IN ($IDS)',
    model,
    ids,
  )
  for (const { id } of queued) taken.add(String(id))
  const rows: SqlValue[][] = []
  for (const { id, text, random, sureness } of texts) {
    if (taken.has(id)) continue
    taken.add(id)
    // As JSON, as a database may not take every character that a text may have.
    rows.push([model, id, JSON.stringify(text), random ? 1 : 0, sureness])
  }
  await insertRows(connection, 'queue (model, id, body, random, sureness)', rows)
  return rows.length
}

async function dequeue(connection: SqlConnection, model: string, ids: readonly string[]): Promise<number> {
  const sql = 'DELETE FROM queue WHERE model = $1 AND id IN ($IDS) RETURNING id'
  return (await queryByIds(connection, sql, model, ids)).length
}

async function lastSeq(connection: SqlConnection, model: string): Promise<number> {
  const [row] = await connection.query('SELECT max(seq) AS last FROM feedback WHERE model = $1', [model])
  return Number(row.last ?? 0)
}

async function knownIds(
  connection: SqlConnection,
  model: string,
  ids: readonly string[],
): Promise<Map<string, number>> {
  const sql = 'SELECT event_id, seq FROM feedback WHERE model = $1 AND event_id IN ($IDS)'
  const rows = await queryByIds(connection, sql, model, ids)
  return new Map(rows.map(({ event_id, seq }) => [String(event_id), Number(seq)]))
}

function readEvent({ seq, event_id, body }: Row): LoggedEvent {
  return { seq: Number(seq), id: String(event_id), body: JSON.parse(String(body)) as EventBody }
}

function readQueuedText({ id, body, random, sureness }: Row): QueuedText {
  return {
    id: String(id),
    text: JSON.parse(String(body)) as string,
    random: Number(random) === 1,
    sureness: Number(sureness),
  }
}
