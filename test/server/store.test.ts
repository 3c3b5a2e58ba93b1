// The store, the same suite for both databases: order, durability of what was acknowledged, ids, erasing, the queue.

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { LearnEvent } from '../../packages/server/src/log/events.js'
import type { NewEvent, QueuedText, Store } from '../../packages/server/src/log/feedback-store.js'
import { openStoreAt } from '../../packages/server/src/log/open.js'
import { noPostgres, startPostgres, type TestPostgres } from './postgres.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-store-'))
let files = 0
let postgres: TestPostgres | undefined
const missing = noPostgres()
if (missing !== undefined) console.warn(`PostgreSQL is left out: ${missing}`)

beforeAll(async () => {
  if (missing === undefined) postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const learn = (id: string, text = id, labels: string[] = ['a']): NewEvent => ({
  id,
  body: { kind: 'learn', text, labels, at: 1 },
})
const queued = (id: string, sureness: number, random = false): QueuedText => ({
  id,
  text: `text ${id}`,
  random,
  sureness,
})

const databases: [name: string, skip: boolean, place: () => Promise<string>][] = [
  ['SQLite', false, async () => join(folder, `${++files}.sqlite`)],
  ['PostgreSQL', missing !== undefined, () => postgres!.database()],
]

describe.each(databases)('the store in %s', (_, skip, place) => {
  const test = it.skipIf(skip)
  const opened = async (): Promise<{ store: Store; again: () => Promise<Store> }> => {
    const where = await place()
    return { store: await openStoreAt(where), again: () => openStoreAt(where) }
  }

  test('numbers events without gaps, each model by itself, and reads them in order', async () => {
    const { store, again } = await opened()
    expect(await store.log.last('m')).toBe(0)
    const first = await store.log.append('m', [learn('x'), learn('y')])
    expect(first).toEqual([
      { id: 'x', seq: 1, repeated: false },
      { id: 'y', seq: 2, repeated: false },
    ])
    await store.log.append('other', [learn('x')])
    await store.log.append('m', [learn('z')])
    expect((await store.log.read('m', 0, 10)).map(({ seq, id }) => [seq, id])).toEqual([
      [1, 'x'],
      [2, 'y'],
      [3, 'z'],
    ])
    expect((await store.log.read('m', 1, 1)).map(({ id }) => id)).toEqual(['y'])
    expect((await store.log.at('m', [3, 1])).map(({ id }) => id)).toEqual(['x', 'z'])
    expect(await store.log.last('m')).toBe(3)
    expect(await store.log.models()).toEqual(['m', 'other'])
    await store.close()
    const reopened = await again()
    expect((await reopened.log.read('m', 0, 10)).length).toBe(3)
    await reopened.close()
  })

  test('takes an id once, also twice in one request', async () => {
    const { store } = await opened()
    await store.log.append('m', [learn('x', 'first')])
    expect(await store.log.append('m', [learn('x', 'second'), learn('w'), learn('w', 'again')])).toEqual([
      { id: 'x', seq: 1, repeated: true },
      { id: 'w', seq: 2, repeated: false },
      { id: 'w', seq: 2, repeated: true },
    ])
    const [event] = await store.log.read('m', 0, 1)
    expect((event.body as LearnEvent).text).toBe('first')
    expect(await store.log.known('m', ['x', 'w', 'v'])).toEqual(new Set(['x', 'w']))
    await store.close()
  })

  test('keeps order and loses nothing when many append at once', async () => {
    const { store, again } = await opened()
    const second = await again()
    const ids = Array.from({ length: 200 }, (_, i) => `e${i}`)
    const appended = await Promise.all(
      ids.map((id, i) => (i % 3 === 0 ? second : store).log.append('m', [learn(id), learn(`${id}-b`)])),
    )
    const events = await store.log.read('m', 0, 1000)
    expect(events.map(({ seq }) => seq)).toEqual(Array.from({ length: 400 }, (_, i) => i + 1))
    expect(new Set(events.map(({ id }) => id)).size).toBe(400)
    for (const [one, other] of appended) expect(other.seq).toBe(one.seq + 1)
    await store.close()
    await second.close()
  })

  test('shows a reader only whole prefixes while others write', async () => {
    const { store, again } = await opened()
    const reader = await again()
    let writing = true
    const done = (async () => {
      for (let i = 0; i < 60; i++) await store.log.append('m', [learn(`a${i}`), learn(`b${i}`)])
      writing = false
    })()
    while (writing) {
      const seqs = (await reader.log.read('m', 0, 1000)).map(({ seq }) => seq)
      expect(seqs).toEqual(Array.from({ length: seqs.length }, (_, i) => i + 1))
      expect(seqs.length % 2).toBe(0)
      // An embedded database answers without giving up its turn.
      await new Promise((resolve) => setImmediate(resolve))
    }
    await done
    await store.close()
    await reader.close()
  })

  test('takes back: the id is free again, the log says so', async () => {
    const { store } = await opened()
    await store.log.append('m', [learn('x', 'a text')])
    const done = await store.log.withdraw('m', 'x', 'undo', 5)
    expect(done).toMatchObject({ seq: 2, example: { seq: 1, id: 'x', body: { text: 'a text' } } })
    expect(await store.log.withdraw('m', 'x', 'undo', 5)).toBeUndefined()
    expect(await store.log.append('m', [learn('x', 'anew')])).toEqual([{ id: 'x', seq: 3, repeated: false }])
    expect((await store.log.marks('m', 9)).map(({ body }) => body)).toEqual([
      { kind: 'undo', target: 1, at: 5 },
    ])
    await store.close()
  })

  test('erases: the text is gone, the id stays taken', async () => {
    const { store } = await opened()
    await store.log.append('m', [learn('x', 'secret words'), learn('y')])
    expect(await store.log.withdraw('m', 'x', 'erase', 5)).toMatchObject({ seq: 3 })
    const events = await store.log.read('m', 0, 10)
    expect(JSON.stringify(events)).not.toContain('secret')
    expect(events.map(({ body }) => body.kind)).toEqual(['erased', 'learn', 'erase'])
    expect(await store.log.append('m', [learn('x', 'secret words')])).toEqual([
      { id: 'x', seq: 1, repeated: true },
    ])
    expect(await store.log.withdraw('m', 'never', 'erase', 5)).toBeUndefined()
    await store.close()
  })

  test('keeps every text as it is', async () => {
    const { store } = await opened()
    const texts = [
      '\u0000 nul',
      '\ud800 lone',
      '\u202e right to left',
      '<b>&amp;</b>',
      "' OR 1=1 --",
      '𝒳 😀',
      '',
    ]
    await store.log.append(
      'm',
      texts.map((text, i) => learn(`t${i}`, text, [`l${text}`])),
    )
    const read = await store.log.read('m', 0, 10)
    expect(read.map(({ body }) => (body as LearnEvent).text)).toEqual(texts)
    await store.queue.add(
      'm',
      texts.map((text, i) => ({ id: `q${i}`, text, random: false, sureness: i })),
    )
    expect((await store.queue.first('m', false, 10)).map(({ text }) => text)).toEqual(texts)
    await store.close()
  })

  const version = (seq: number, sha256 = 'aa') => ({
    seq,
    kind: 'learned' as const,
    sha256,
    uri: `file:///${sha256}`,
    bytes: 10,
    documents: 3,
    at: 2 ** 42,
    progress: '{"seq":1}',
  })

  test('publishes versions in one line', async () => {
    const { store } = await opened()
    const { versions, trainer } = store
    expect(await trainer.now()).toBeUndefined()
    // Without an epoch nobody publishes.
    expect(await versions.publish('m', version(2), { epoch: 1, parent: 0 })).toEqual({ refused: 'epoch' })
    const epoch = await trainer.raise('one:80', 5)
    expect(await versions.publish('m', version(2), { epoch, parent: 0 })).toEqual({ version: 1 })
    expect(await versions.publish('m', version(4, 'bb'), { epoch, parent: 1 })).toEqual({ version: 2 })
    expect(await versions.publish('n', version(1, 'cc'), { epoch, parent: 0 })).toEqual({ version: 1 })
    const latest = { version: 2, seq: 4, sha256: 'bb' }
    // Neither beside the latest version, nor with less of the log than it has.
    expect(await versions.publish('m', version(5), { epoch, parent: 1 })).toEqual({
      refused: 'parent',
      latest,
    })
    expect(await versions.publish('m', version(3), { epoch, parent: 2 })).toEqual({
      refused: 'parent',
      latest,
    })
    const { progress, ...second } = { ...version(4, 'bb'), version: 2, parent: 1, epoch }
    expect((await versions.all('m')).at(-1)).toEqual(second)
    expect(await versions.progress('m', 2)).toBe(progress)
    expect(await versions.heads()).toEqual([
      { model: 'm', ...latest },
      { model: 'n', version: 1, seq: 1, sha256: 'cc' },
    ])
    // The latest stays, so that its number is not given again.
    await versions.forget('m', [1, 2])
    expect((await versions.all('m')).map((one) => one.version)).toEqual([2])
    await store.close()
  })

  test('lets nobody publish whose epoch is over, however sure of leading', async () => {
    const { store, again } = await opened()
    const second = await again()
    const mine = await store.trainer.raise('one:80', 5)
    await store.versions.publish('m', version(1), { epoch: mine, parent: 0 })
    const theirs = await second.trainer.raise('two:80', 6)
    expect(theirs).toBe(mine + 1)
    expect(await store.trainer.now()).toEqual({ epoch: theirs, who: 'two:80', at: 6 })
    // Both at once, on top of the same version.
    const [old, fresh] = await Promise.all([
      store.versions.publish('m', version(2, 'old'), { epoch: mine, parent: 1 }),
      second.versions.publish('m', version(2, 'new'), { epoch: theirs, parent: 1 }),
    ])
    expect(old).toEqual({ refused: 'epoch' })
    expect(fresh).toEqual({ version: 2 })
    expect((await store.versions.all('m')).map(({ sha256 }) => sha256)).toEqual(['aa', 'new'])
    await store.close()
    await second.close()
  })

  test('gives the lock of who leads to one at a time', async () => {
    const { store, again } = await opened()
    const second = await again()
    const lead = await store.trainer.lead()
    expect(lead).toBeDefined()
    await lead!.check()
    expect(await second.trainer.lead()).toBeUndefined()
    await lead!.release()
    const next = await second.trainer.lead()
    expect(next).toBeDefined()
    await next!.release()
    await store.close()
    await second.close()
  })

  test('queues texts: least sure first, none twice, none that was taught', async () => {
    const { store } = await opened()
    await store.log.append('m', [learn('taught')])
    const texts = [
      queued('b', 0.5),
      queued('a', 0.1),
      queued('a', 0.2),
      queued('taught', 0),
      queued('r', 0.3, true),
    ]
    expect(await store.queue.add('m', texts)).toBe(3)
    expect(await store.queue.add('m', texts)).toBe(0)
    expect((await store.queue.first('m', false, 5)).map(({ id }) => id)).toEqual(['a', 'b'])
    expect(await store.queue.first('m', true, 5)).toEqual([queued('r', 0.3, true)])
    await store.queue.rate('m', [{ id: 'b', sureness: 0 }])
    expect((await store.queue.first('m', false, 1)).map(({ id }) => id)).toEqual(['b'])
    // An answer takes it out.
    await store.log.append('m', [learn('b')])
    expect(await store.queue.count('m')).toBe(2)
    expect((await store.queue.find('m', ['a', 'b'])).map(({ id }) => id)).toEqual(['a'])
    expect(await store.queue.remove('m', ['a', 'zz'])).toBe(1)
    await store.close()
  })

  test('drops all of a model and nothing else', async () => {
    const { store } = await opened()
    for (const model of ['m', 'n']) {
      await store.log.append(model, [learn('x')])
      await store.queue.add(model, [queued('q', 1)])
    }
    await store.drop('m')
    expect(await store.log.models()).toEqual(['n'])
    expect([await store.queue.count('m'), await store.queue.count('n')]).toEqual([0, 1])
    await store.close()
  })
})
