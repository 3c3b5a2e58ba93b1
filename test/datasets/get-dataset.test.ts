import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { LOCK_FILE, readLock } from '../../packages/lab/src/datasets/dataset-lock.js'
import type { DatasetEntry } from '../../packages/lab/src/datasets/entry.js'
import {
  type GetHooks,
  type GetSettings,
  type GotDataset,
  getDataset,
} from '../../packages/lab/src/datasets/get-dataset.js'
import { jsonPiece, readLines } from '../../packages/lab/src/datasets/members.js'
import { tarOf } from '../data/archives.js'
import { temporaryFolder } from '../node/child.js'
import { fileServer, type Served } from './file-server.js'

const server = await fileServer()
const root = temporaryFolder()
let made = 0

const ARCHIVE = gzipSync(
  tarOf([
    { path: 'c/train', content: 'wheat rises\nrain falls\n' },
    { path: 'c/test', content: 'corn stands\n' },
  ]),
)
const sha = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex')

/** A corpus of three lines, served by the local server. */
function corpus(served: Partial<Served> = {}, more: Partial<DatasetEntry> = {}, known?: string) {
  const name = `corpus-${made++}`
  server.files.set(`/${name}/c.tar.gz`, { content: ARCHIVE, etag: '"1"', ...served })
  const entry: DatasetEntry = {
    name,
    title: 'A corpus',
    what: 'lines',
    home: 'http://home/',
    terms: 'none',
    cite: 'nobody',
    labels: 2,
    files: [
      { name: 'train.jsonl.gz', what: 'training', documents: 2 },
      { name: 'test.jsonl', what: 'test', documents: 1 },
      { name: 'all.tar.gz', what: 'as it came', copyOf: 'c.tar.gz' },
    ],
    originals: [
      {
        name: 'c.tar.gz',
        url: `${server.address}/${name}/c.tar.gz`,
        ...(known === undefined ? {} : { hash: { hex: known, source: 'the test' } }),
      },
    ],
    async *convert(open) {
      for await (const member of open('c.tar.gz')) {
        const file = member.path.endsWith('train') ? 'train.jsonl.gz' : 'test.jsonl'
        for await (const lines of readLines(member)) for (const text of lines) yield jsonPiece(file, { text })
      }
    },
    ...more,
  }
  const folder = join(root, `data-${made}`)
  const own = join(folder, name)
  const get = (settings: GetSettings = {}): Promise<GotDataset> =>
    getDataset(entry, { folder, pauseMs: 1, ...settings })
  return { entry, folder, own, get, url: `/${name}/c.tar.gz` }
}

const problem = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'nothing went wrong',
    (error: unknown) => (error instanceof InputError ? error.message : `not ours: ${error}`),
  )

describe('getDataset', () => {
  it('fetches, converts and leaves only what is of use', async () => {
    const { get, own } = corpus()
    const hooks: GetHooks[] = []
    const got = await get({ onProgress: (now) => hooks.push(now) })
    expect(got).toEqual({
      folder: own,
      files: [
        { name: 'train.jsonl.gz', documents: 2 },
        { name: 'test.jsonl', documents: 1 },
        { name: 'all.tar.gz', documents: 0 },
      ],
      originals: [
        {
          name: 'c.tar.gz',
          sha256: sha(ARCHIVE),
          trust: 'first seen',
          bytes: ARCHIVE.length,
          url: expect.any(String),
        },
      ],
      warnings: [],
    })
    expect(readdirSync(own).sort()).toEqual([LOCK_FILE, 'all.tar.gz', 'test.jsonl', 'train.jsonl.gz'].sort())
    expect(gunzipSync(readFileSync(join(own, 'train.jsonl.gz'))).toString()).toBe(
      '{"text":"wheat rises"}\n{"text":"rain falls"}\n',
    )
    expect(readFileSync(join(own, 'test.jsonl'), 'utf8')).toBe('{"text":"corn stands"}\n')
    expect(readFileSync(join(own, 'all.tar.gz')).equals(ARCHIVE)).toBe(true)
    expect(new Set(hooks.map(({ phase }) => phase))).toEqual(new Set(['fetching', 'checking', 'converting']))
    expect(hooks.at(-1)).toEqual({ phase: 'converting', file: 'test.jsonl', done: 3, total: 3 })
  })

  it('gives the same bytes each time', async () => {
    const [one, other] = [corpus(), corpus()]
    await one.get()
    await other.get()
    const bytes = (own: string): string => sha(readFileSync(join(own, 'train.jsonl.gz')))
    expect(bytes(one.own)).toBe(bytes(other.own))
  })

  it('knows the published hash, and refuses another file', async () => {
    const good = corpus({}, {}, sha(ARCHIVE))
    expect((await good.get()).originals[0].trust).toBe('published')
    const bad = corpus({}, {}, 'f'.repeat(64))
    expect(await problem(bad.get())).toBe(
      `${bad.entry.name}/c.tar.gz: expected sha256 ${'f'.repeat(64)} (the test), found ${sha(ARCHIVE)}`,
    )
    expect(existsSync(bad.own)).toBe(false)
  })

  it('holds later downloads to the first one, unless the corpus changes by nature', async () => {
    const { get, own, url } = corpus()
    await get()
    expect((await get()).originals[0].trust).toBe('as before')
    const other = gzipSync(
      tarOf([
        { path: 'c/train', content: 'a\nb\n' },
        { path: 'c/test', content: 'c\n' },
      ]),
    )
    server.files.set(url, { content: other })
    const before = readFileSync(join(own, 'test.jsonl'), 'utf8')
    expect(await problem(get())).toMatch(
      /as when it was first fetched, found .* remove corpus-\d+\/abound-lock.json/,
    )
    expect(readFileSync(join(own, 'test.jsonl'), 'utf8')).toBe(before)
    const changing = corpus({}, { changing: true })
    await changing.get()
    server.files.set(changing.url, { content: other })
    expect((await changing.get()).originals[0].trust).toBe('first seen')
  })

  it('goes on with a download that was cut', async () => {
    const { get, own, entry } = corpus({ cuts: [40, 0, 0, 0, 0, 0, 0, 0] })
    expect(await problem(get())).toContain(
      `and run abound datasets get ${entry.name} again (home page: http://home/)`,
    )
    expect(readdirSync(own)).toEqual(['.download'])
    const served = server.files.get(`/${entry.name}/c.tar.gz`)
    if (served !== undefined) served.cuts = []
    await get()
    expect(server.asked.filter((line) => line.startsWith(`/${entry.name}/`)).at(-1)).toContain('bytes=40-')
    expect(readdirSync(own)).toHaveLength(4)
  })

  it('fetches the whole once more where the parts do not fit together', async () => {
    const { get, own } = corpus({}, {}, sha(ARCHIVE))
    mkdirSync(join(own, '.download'), { recursive: true })
    writeFileSync(join(own, '.download', 'c.tar.gz.part'), 'something else')
    expect((await get()).originals[0].trust).toBe('published')
  })

  it('takes what was put there by hand, without asking anyone, and leaves it there', async () => {
    const { get, own, entry } = corpus({ status: 500 })
    mkdirSync(join(own, 'original'), { recursive: true })
    writeFileSync(join(own, 'original', 'c.tar.gz'), ARCHIVE)
    const { originals } = await get()
    expect(originals[0]).toMatchObject({ trust: 'first seen' })
    expect(existsSync(join(own, 'original', 'c.tar.gz'))).toBe(true)
    expect(server.asked.filter((line) => line.startsWith(`/${entry.name}/`))).toEqual([])
    expect(readLock(own)?.originals['c.tar.gz']).toEqual({ sha256: sha(ARCHIVE), bytes: ARCHIVE.length })
  })

  it('says where to put what only a person can fetch', async () => {
    const { get, own, entry } = corpus({}, { originals: [{ name: 'c.tar.gz', where: 'ask the author' }] })
    expect(await problem(get())).toBe(
      `${entry.name} has to be fetched by hand (http://home/): put these files there, then run ` +
        `abound datasets get ${entry.name} again\n  ${join(own, 'original', 'c.tar.gz')}: ask the author`,
    )
    expect(existsSync(own)).toBe(false)
    await get({ mirror: `${server.address}/`, keep: true })
    expect(readdirSync(join(own, 'original'))).toEqual(['c.tar.gz'])
  })

  it('leaves the old files whole where the originals are damaged', async () => {
    const { get, own, url } = corpus({}, { changing: true })
    await get()
    const before = readFileSync(join(own, 'train.jsonl.gz'))
    for (const content of [
      ARCHIVE.subarray(0, 100),
      gzipSync('no tar'),
      'no gzip',
      gzipSync(tarOf([{ path: '../train', content: 'x' }])),
    ]) {
      server.files.set(url, { content })
      expect(await problem(get())).toMatch(/c\.tar\.gz: expected /)
      expect(readFileSync(join(own, 'train.jsonl.gz')).equals(before)).toBe(true)
      expect(readdirSync(own)).not.toContain('.converting')
    }
  })

  it('refuses what unpacks to far too much', async () => {
    const bomb = gzipSync(tarOf([{ path: 'c/train', content: Buffer.alloc(1 << 27, 10) }]))
    const { get, own } = corpus(
      { content: bomb },
      {
        async *convert(open) {
          for await (const { chunks } of open('c.tar.gz')) for await (const _ of chunks());
          yield jsonPiece('test.jsonl', {})
        },
      },
    )
    expect(await problem(get())).toMatch(
      /c\.tar\.gz: expected a corpus: its \d+ bytes unpack to more than \d+, refused/,
    )
    expect(readdirSync(own)).toEqual(['.download'])
  })

  it('warns where a file has another number of documents, and fails where it has none', async () => {
    const { get, entry } = corpus(
      {},
      {
        files: [
          { name: 'train.jsonl.gz', what: 'training', documents: 3 },
          { name: 'test.jsonl', what: 'test' },
        ],
      },
    )
    expect((await get()).warnings).toEqual([`${entry.name}/train.jsonl.gz: expected 3 documents, found 2`])
    const empty = corpus({ content: gzipSync(tarOf([{ path: 'c/train', content: 'x\n' }])) })
    expect(await problem(empty.get())).toContain(
      'test.jsonl: expected documents for it in the originals, found none',
    )
  })

  it('runs once at a time, and takes over from a run that was killed', async () => {
    const { get, own } = corpus({ slow: { bytes: 20, ms: 2 } })
    const first = get()
    expect(await problem(get())).toContain('it is being got already')
    await first
    writeFileSync(join(own, '.getting'), `${process.ppid}\n`)
    expect(await problem(get())).toContain(`another run (process ${process.ppid}) is getting it`)
    writeFileSync(join(own, '.getting'), '999999999\n')
    await get()
    expect(existsSync(join(own, '.getting'))).toBe(false)
  })
})
