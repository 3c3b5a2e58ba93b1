// Learns from the rows of a table that have a queue, through a cursor, and suggests one for those that have none. Neither
// side of it holds the table in memory.
//
//   CREATE TABLE tickets (id bigint PRIMARY KEY, subject text, body text, queue text, suggested text, sure real);
//
//   npm install
//   DATABASE_URL=postgresql://localhost/support node main.js

import { train } from 'abound'
import pg from 'pg'

const BATCH = 1000

/**
 * The rows of a query, a batch at a time. A cursor lives as long as its transaction, which also gives all batches the same
 * snapshot: what is inserted meanwhile is not seen.
 *
 * @param {pg.ClientBase} client
 * @param {string} sql
 */
async function* batches(client, sql) {
  await client.query('BEGIN')
  try {
    await client.query(`DECLARE tickets_cursor NO SCROLL CURSOR FOR ${sql}`)
    for (;;) {
      const { rows } = await client.query(`FETCH ${BATCH} FROM tickets_cursor`)
      if (rows.length === 0) break
      yield rows
    }
    await client.query('COMMIT')
  } catch (error) {
    await client.query('ROLLBACK')
    throw error
  }
}

/** What is learned: any async iterable of `{ text, labels }` will do. @param {pg.ClientBase} client */
async function* documents(client) {
  const labelled = `SELECT concat_ws(E'\\n', subject, body) AS text, queue FROM tickets WHERE queue IS NOT NULL ORDER BY id`
  for await (const rows of batches(client, labelled))
    for (const { text, queue } of rows) yield { text, labels: [queue] }
}

const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
// Suggestions are written on a second connection, while the first reads on.
const writer = new pg.Client({ connectionString: process.env.DATABASE_URL })
await Promise.all([client.connect(), writer.connect()])
try {
  const model = await train(documents(client), { learner: 'svm' })
  console.log(`learned ${model.labelCount} queues from ${model.documents} tickets`)
  await model.save('tickets.abound')

  let suggested = 0
  const open = `SELECT id, concat_ws(E'\\n', subject, body) AS text FROM tickets WHERE queue IS NULL ORDER BY id`
  for await (const rows of batches(client, open)) {
    const best = rows.map(({ text }) => model.rank(text, { top: 1 })[0])
    await writer.query(
      `UPDATE tickets SET suggested = s.label, sure = s.sure
       FROM unnest($1::bigint[], $2::text[], $3::real[]) AS s (id, label, sure) WHERE tickets.id = s.id`,
      [rows.map(({ id }) => id), best.map((one) => one?.label), best.map((one) => one?.probability)],
    )
    suggested += rows.length
  }
  console.log(`suggested a queue for ${suggested} tickets`)
} finally {
  await Promise.all([client.end(), writer.end()])
}
