import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { type DownloadSettings, download } from '../../packages/lab/src/datasets/download.js'
import { temporaryFolder } from '../node/child.js'
import { fileServer, type Served } from './file-server.js'

const folder = temporaryFolder()
const server = await fileServer()
let made = 0

/** A new file on the server, and where it goes. */
function place(file: Served): { url: string; path: string; name: string } {
  const name = `/file-${made++}`
  server.files.set(name, file)
  const own = join(folder, `test-${made}`)
  mkdirSync(own)
  return { url: `${server.address}${name}`, path: join(own, 'file'), name }
}

const fetch = (url: string, path: string, settings: Partial<DownloadSettings> = {}): Promise<number> =>
  download(url, path, { hashKnown: false, pauseMs: 1, ...settings })
const part = (path: string): string => readFileSync(`${path}.part`, 'latin1')
const askedFor = (name: string): string[] => server.asked.filter((line) => line.split(' ')[0] === name)
const problem = (work: Promise<unknown>): Promise<string> =>
  work.then(String, (error: unknown) => (error instanceof InputError ? error.message : `not ours: ${error}`))
const TEXT = 'All that is gold does not glitter. '.repeat(3000)

describe('download', () => {
  it('fetches a file, with word of how far it is', async () => {
    const { url, path } = place({ content: TEXT, etag: '"1"' })
    const hooks: [number, number | undefined][] = []
    expect(await fetch(url, path, { onProgress: (done, total) => hooks.push([done, total]) })).toBe(0)
    expect(part(path)).toBe(TEXT)
    expect(hooks[0]).toEqual([0, TEXT.length])
    expect(hooks.at(-1)).toEqual([TEXT.length, TEXT.length])
    expect(readdirSync(join(path, '..'))).toEqual(['file.part'])
  })

  it('takes packed files as they are, whatever the server says of them', async () => {
    const content = gzipSync('text')
    const { url, path } = place({ content, encoding: 'x-gzip' })
    await fetch(url, path)
    expect(readFileSync(`${path}.part`).equals(content)).toBe(true)
  })

  it('goes on where it was cut off, again and again', async () => {
    const { url, path, name } = place({ content: TEXT, etag: '"1"', cuts: [1000, 30_000, 5] })
    await fetch(url, path)
    expect(part(path)).toBe(TEXT)
    expect(askedFor(name)).toEqual([
      name,
      `${name} bytes=1000- "1"`,
      `${name} bytes=31000- "1"`,
      `${name} bytes=31005- "1"`,
    ])
  })

  it('goes on with what an earlier run has left', async () => {
    const { url, path, name } = place({ content: TEXT, lastModified: 'Mon, 01 Jan 2024 00:00:00 GMT' })
    writeFileSync(`${path}.part`, TEXT.slice(0, 777))
    writeFileSync(`${path}.part.json`, JSON.stringify({ url, validator: 'Mon, 01 Jan 2024 00:00:00 GMT' }))
    expect(await fetch(url, path)).toBe(777)
    expect(part(path)).toBe(TEXT)
    expect(askedFor(name)).toEqual([`${name} bytes=777- Mon, 01 Jan 2024 00:00:00 GMT`])
  })

  it('starts anew where the file has changed', async () => {
    const { url, path } = place({ content: TEXT, etag: '"2"' })
    writeFileSync(`${path}.part`, 'x'.repeat(500))
    writeFileSync(`${path}.part.json`, JSON.stringify({ url, validator: '"1"' }))
    expect(await fetch(url, path)).toBe(0)
    expect(part(path)).toBe(TEXT)
  })

  it('starts anew where nothing tells that the part belongs to it', async () => {
    for (const note of [
      '',
      '{',
      JSON.stringify({ url: 'http://elsewhere/', validator: '"1"' }),
      '{"url":1}',
    ]) {
      const { url, path, name } = place({ content: TEXT, etag: 'W/"weak"' })
      writeFileSync(`${path}.part`, 'x'.repeat(500))
      if (note !== '') writeFileSync(`${path}.part.json`, note)
      await fetch(url, path)
      expect(part(path)).toBe(TEXT)
      expect(askedFor(name)).toEqual([name])
    }
  })

  it('goes on without such a sign where a hash will tell', async () => {
    const { url, path, name } = place({ content: TEXT, cuts: [2000] })
    await fetch(url, path, { hashKnown: true })
    expect(part(path)).toBe(TEXT)
    expect(askedFor(name)).toEqual([name, `${name} bytes=2000-`])
  })

  it('starts anew where the server knows no parts', async () => {
    const { url, path } = place({ content: TEXT, etag: '"1"', noRanges: true, cuts: [40_000] })
    expect(await fetch(url, path)).toBe(0)
    expect(part(path)).toBe(TEXT)
  })

  it('gives up on a server that always cuts at the same place', async () => {
    const { url, path, name } = place({ content: TEXT, noRanges: true, cuts: Array(50).fill(300) })
    expect(await problem(fetch(url, path))).toContain('cut off')
    expect(askedFor(name).length).toBeLessThan(8)
    expect(part(path)).toBe(TEXT.slice(0, 300))
  })

  it('knows a part that is the whole', async () => {
    const { url, path } = place({ content: TEXT, etag: '"1"' })
    writeFileSync(`${path}.part`, TEXT)
    writeFileSync(`${path}.part.json`, JSON.stringify({ url, validator: '"1"' }))
    expect(await fetch(url, path)).toBe(TEXT.length)
    expect(part(path)).toBe(TEXT)
  })

  it('starts anew where its part is longer than the file', async () => {
    const { url, path } = place({ content: TEXT, etag: '"1"' })
    writeFileSync(`${path}.part`, `${TEXT}and more`)
    writeFileSync(`${path}.part.json`, JSON.stringify({ url, validator: '"1"' }))
    expect(await fetch(url, path)).toBe(0)
    expect(part(path)).toBe(TEXT)
  })

  it('does not take a length that is too long for the truth', async () => {
    const { url, path } = place({ content: 'short', length: 100, noRanges: true, cuts: Array(50).fill(5) })
    expect(await problem(fetch(url, path))).toMatch(/cut off/)
    expect(existsSync(path)).toBe(false)
  })

  it('takes no more than the length that was said', async () => {
    const { url, path } = place({ content: TEXT, length: 10 })
    const result = await problem(fetch(url, path))
    // Some runtimes cut at the length, some refuse the answer: nothing longer is taken.
    expect(part(path).length).toBeLessThanOrEqual(10)
    expect(result).toMatch(/^0$|cut off|cannot reach/)
  })

  it('waits for a slow server, but not for a silent one', async () => {
    const slow = place({ content: TEXT.slice(0, 500), slow: { bytes: 50, ms: 15 } })
    await fetch(slow.url, slow.path, { stallMs: 1000 })
    expect(part(slow.path)).toBe(TEXT.slice(0, 500))
    const silent = place({ content: TEXT, stallAfter: 100 })
    expect(await problem(fetch(silent.url, silent.path, { stallMs: 500 }))).toMatch(/cut off .*nothing came/)
  })

  it('follows redirects, and tells of those that lead nowhere', async () => {
    const end = place({ content: TEXT })
    const there = place({ content: '', status: 302, location: end.url })
    const first = place({ content: '', status: 301, location: there.name })
    await fetch(first.url, first.path)
    expect(part(first.path)).toBe(TEXT)
    const loop = place({ content: '', status: 302, location: `/file-${made}` })
    expect(await problem(fetch(loop.url, loop.path))).toContain('leads on more than 10 times')
    const file = place({ content: '', status: 302, location: 'file:///etc/passwd' })
    expect(await problem(fetch(file.url, file.path))).toContain('expected an http or https address')
    expect(await problem(fetch('ftp://host/file', file.path))).toContain('expected an http or https address')
  })

  it('tries again where a server is busy, and not where a file is not there', async () => {
    const busy = place({ content: TEXT, first: { status: 503, times: 2 } })
    await fetch(busy.url, busy.path)
    expect(part(busy.path)).toBe(TEXT)
    const down = place({ content: TEXT, first: { status: 500, times: 99 } })
    expect(await problem(fetch(down.url, down.path))).toContain('the server answers 500')
    const { path } = place({ content: '' })
    expect(await problem(fetch(`${server.address}/none`, path))).toContain('the server answers 404 Not Found')
    expect(askedFor('/none')).toHaveLength(1)
    expect(readdirSync(join(path, '..'))).toEqual([])
  })

  it('says that a host is out of reach', async () => {
    const { path } = place({ content: '' })
    const closed = createServer()
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve))
    const { port } = closed.address() as { port: number }
    await new Promise((resolve) => closed.close(resolve))
    expect(await problem(fetch(`http://127.0.0.1:${port}/x`, path))).toBe(
      `http://127.0.0.1:${port}/x: cannot reach 127.0.0.1:${port} (it refuses the connection)`,
    )
  })

  it('says that a disk cannot be written to', async () => {
    const { url } = place({ content: TEXT })
    expect(await problem(fetch(url, join(folder, 'no', 'such', 'folder')))).toContain('cannot write it')
  })
})
