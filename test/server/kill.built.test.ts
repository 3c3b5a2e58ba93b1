// kill -9 in a loop while four clients teach: what was acknowledged is there after the restart, once, and the model
// is what a clean replay of the log gives. `ABOUND_KILLS=50` makes the loop long.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import type { LearnEvent } from '../../packages/server/src/log/events.js'
import { openStoreAt } from '../../packages/server/src/log/open.js'
import { requireBuild } from '../cli/abound.js'
import { noPostgres, startPostgres } from './postgres.js'
import { killAll, pause, postTo, type Running, replayed, startCommand, stateOf } from './processes.js'
import { DOCUMENTS, modelBytes } from './serving.js'

const KILLS = Number(process.env.ABOUND_KILLS ?? 3)
/** Against a hang: no run is to take as long. */
const PATIENCE = 600_000 + KILLS * 60_000
const CLIENTS = 4
const SAVE_EVERY = 25

requireBuild()
const folder = mkdtempSync(join(tmpdir(), 'abound-kill-'))
afterAll(() => {
  killAll()
  rmSync(folder, { recursive: true, force: true })
})
const missing = noPostgres()
if (missing !== undefined) console.warn(`PostgreSQL is left out: ${missing}`)

describe('kill -9', () => {
  it('loses nothing and doubles nothing (SQLite)', { timeout: PATIENCE }, () => killLoop('sqlite', undefined))

  it.skipIf(missing !== undefined)(
    'loses nothing and doubles nothing (PostgreSQL)',
    { timeout: PATIENCE },
    async () => {
      const postgres = await startPostgres()
      try {
        await killLoop('postgres', await postgres.database())
      } finally {
        await postgres.stop()
      }
    },
  )
})

async function killLoop(name: string, database: string | undefined): Promise<void> {
  const store = join(folder, name)
  const model = join(folder, 'm.abound')
  const data = join(folder, 'data.jsonl')
  writeFileSync(model, await modelBytes())
  writeFileSync(data, DOCUMENTS.map((document) => `${JSON.stringify(document)}\n`).join(''))
  const flags = ['--store', store, '--port', '0', '--data', data, '--save-every', String(SAVE_EVERY)]
  const where = database === undefined ? [] : ['--database', database]
  const start = (): Promise<Running> => startCommand([model, ...flags, '--rebuild-after', '60', ...where])

  /** By id, the text that was acknowledged; undefined where it was taken back, or may have been. */
  const acknowledged = new Map<string, string | undefined>()
  const rng = new Rng(7)
  let taught = 0
  for (let kill = 0; kill < KILLS; kill++) {
    const server = await start()
    let running = true
    const clients = Array.from({ length: CLIENTS }, async () => {
      const own: string[] = []
      while (running) {
        const examples = Array.from({ length: 1 + rng.below(3) }, () => {
          const { text, labels } = DOCUMENTS[rng.below(DOCUMENTS.length)]
          const id = `e${++taught}`
          return { id, text: `${String(text)} ${id}`, labels: rng.below(10) === 0 ? ['late'] : [...labels!] }
        })
        // Every now and then the same once more, as a client does that did not hear of the first.
        const sent = rng.below(4) === 0 ? 2 : 1
        for (let i = 0; i < sent; i++) {
          if (!(await post(server.url, '/v1/learn', { examples }))) continue
          for (const { id, text } of examples) acknowledged.set(id, text)
        }
        own.push(...examples.map(({ id }) => id))
        const back = own[rng.below(own.length)]
        if (rng.below(12) === 0 && acknowledged.get(back) !== undefined) {
          acknowledged.set(back, undefined)
          await post(server.url, '/v1/undo', { id: back })
        }
      }
    })
    // Some of what each server acknowledges is to be lost if anything can be; how long that takes is the machine's affair.
    const before = acknowledged.size
    while (acknowledged.size < before + 8) await pause(5)
    await pause(rng.below(700))
    running = false
    server.child.kill('SIGKILL')
    await Promise.all(clients)
  }

  const server = await start()
  let state = await stateOf(server)
  while (!state.settled || state.rebuilding) {
    await pause(100)
    state = await stateOf(server)
  }
  const { sha256 } = state
  server.child.kill('SIGKILL')

  const opened = await openStoreAt(database ?? join(store, 'abound.sqlite'))
  const last = await opened.log.last('m')
  const events = await opened.log.read('m', 0, last)
  expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: last }, (_, i) => i + 1))
  const texts = new Map<string, number>()
  const goneFrom = new Set(events.flatMap(({ body }) => (body.kind === 'undo' ? [body.target] : [])))
  for (const { seq, body } of events) {
    if (body.kind !== 'learn' || goneFrom.has(seq)) continue
    texts.set(body.text, (texts.get(body.text) ?? 0) + 1)
  }
  let kept = 0
  for (const [id, text] of acknowledged) {
    if (text === undefined) continue
    kept++
    if (texts.get(text) !== 1) throw new Error(`${id} is there ${texts.get(text) ?? 0} times`)
  }
  expect(Math.max(...texts.values())).toBe(1)
  expect(kept).toBeGreaterThan(KILLS * 3)
  for (const { body } of events) if (body.kind === 'learn') expect((body as LearnEvent).labels.length).toBe(1)

  expect(await replayed('m', opened, join(store, 'files'))).toBe(sha256)
  await opened.close()
}

/** Whether it was acknowledged. */
async function post(url: string, path: string, body: unknown): Promise<boolean> {
  try {
    const response = await postTo(url, path, body)
    await response.text()
    return response.ok
  } catch {
    return false
  }
}
