// The versions of models, and who may add to them: only the trainer whose epoch is the last one raised, and only on
// top of the latest version. So the versions of a model are one line, whoever believes to lead.

import type { Database, Row, SqlConnection } from './database.js'
import type {
  HeadVersion,
  NewVersion,
  Published,
  TrainerTable,
  Version,
  VersionTable,
} from './feedback-store.js'
import type { GroupCommit } from './group-commit.js'
import { insertRows } from './sql-rows.js'

export const VERSION_TABLES = [
  `CREATE TABLE IF NOT EXISTS model (
    model TEXT NOT NULL, version BIGINT NOT NULL, parent BIGINT NOT NULL, log_seq BIGINT NOT NULL,
    kind TEXT NOT NULL, sha256 TEXT NOT NULL, uri TEXT NOT NULL, bytes BIGINT NOT NULL, documents BIGINT NOT NULL,
    at BIGINT NOT NULL, progress TEXT NOT NULL, epoch BIGINT NOT NULL,
    PRIMARY KEY (model, version), UNIQUE (model, parent))`,
  `CREATE TABLE IF NOT EXISTS trainer (epoch BIGINT NOT NULL, who TEXT NOT NULL, at BIGINT NOT NULL)`,
]

/** From the first form of the table, which knew neither versions' numbers nor epochs. */
export async function renewVersions(connection: SqlConnection): Promise<void> {
  const number = 'row_number() OVER (PARTITION BY model ORDER BY seq)'
  await connection.query('ALTER TABLE model RENAME TO model_before')
  await connection.query(VERSION_TABLES[0])
  await connection.query(
    `INSERT INTO model SELECT model, ${number}, ${number} - 1, seq, kind, sha256, '', bytes, documents, at, progress, 0
      FROM model_before`,
  )
  await connection.query('DROP TABLE model_before')
}

const SHOWN = 'model, version, parent, log_seq, kind, sha256, uri, bytes, documents, at, epoch'

export function versionTable(database: Database, commit: GroupCommit): VersionTable {
  return {
    publish: (model, version, by) => commit((connection) => publish(connection, model, version, by), 'model'),
    async all(model) {
      const rows = await database.query(`SELECT ${SHOWN} FROM model WHERE model = $1 ORDER BY version`, [
        model,
      ])
      return rows.map(readVersion)
    },
    async heads() {
      const rows = await database.query(
        `SELECT model, version, log_seq, sha256 FROM model m WHERE version =
          (SELECT max(version) FROM model o WHERE o.model = m.model) ORDER BY model`,
      )
      return rows.map((row): HeadVersion => ({ model: String(row.model), ...readHead(row) }))
    },
    async progress(model, version) {
      const sql = 'SELECT progress FROM model WHERE model = $1 AND version = $2'
      const [row] = await database.query(sql, [model, version])
      return row === undefined ? undefined : String(row.progress)
    },
    forget: (model, versions) =>
      commit(async (connection) => {
        const sql = `DELETE FROM model WHERE model = $1 AND version = $2
          AND version < (SELECT max(version) FROM model WHERE model = $1)`
        for (const version of versions) await connection.query(sql, [model, version])
      }),
  }
}

export function trainerTable(database: Database, commit: GroupCommit): TrainerTable {
  return {
    lead: () => database.lead(),
    raise: (who, at) =>
      commit(async (connection) => {
        const sql = 'UPDATE trainer SET epoch = epoch + 1, who = $1, at = $2 RETURNING epoch'
        const [row] = await connection.query(sql, [who, at])
        if (row !== undefined) return Number(row.epoch)
        await insertRows(connection, 'trainer (epoch, who, at)', [[1, who, at]])
        return 1
      }),
    async now() {
      const [row] = await database.query('SELECT epoch, who, at FROM trainer')
      if (row === undefined) return undefined
      return { epoch: Number(row.epoch), who: String(row.who), at: Number(row.at) }
    },
  }
}

async function publish(
  connection: SqlConnection,
  model: string,
  { seq, kind, sha256, uri, bytes, documents, at, progress }: NewVersion,
  { epoch, parent }: { readonly epoch: number; readonly parent: number },
): Promise<Published> {
  const [trainer] = await connection.query('SELECT epoch FROM trainer')
  if (Number(trainer?.epoch ?? 0) !== epoch) return { refused: 'epoch' }
  const [latest] = await connection.query(
    'SELECT version, log_seq, sha256 FROM model WHERE model = $1 ORDER BY version DESC LIMIT 1',
    [model],
  )
  const now = latest === undefined ? { version: 0, seq: -1, sha256: '' } : readHead(latest)
  if (now.version !== parent || now.seq > seq) return { refused: 'parent', latest: now }
  const version = parent + 1
  await insertRows(
    connection,
    `model (model, version, parent, log_seq, kind, sha256, uri, bytes, documents, at, progress, epoch)`,
    [[model, version, parent, seq, kind, sha256, uri, bytes, documents, at, progress, epoch]],
  )
  return { version }
}

function readHead({ version, log_seq, sha256 }: Row): Omit<HeadVersion, 'model'> {
  return { version: Number(version), seq: Number(log_seq), sha256: String(sha256) }
}

function readVersion(row: Row): Version {
  return {
    ...readHead(row),
    parent: Number(row.parent),
    kind: row.kind as Version['kind'],
    uri: String(row.uri),
    bytes: Number(row.bytes),
    documents: Number(row.documents),
    at: Number(row.at),
    epoch: Number(row.epoch),
  }
}
