import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  createWriteStream,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGzip, gzipSync } from 'node:zlib'
import { beforeAll, describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { DataError, InputError } from '../../packages/abound/src/errors.js'
import {
  openSource,
  openSources,
  type Source,
  type SourceSettings,
} from '../../packages/abound/src/node/source.js'
import { files } from '../data/parquet-files.js'
import { FIRST_LINES, zstFile } from '../data/zst-file.js'
import { bundle, isRoot, NOBODY, start, temporaryFolder } from './child.js'

const folder = temporaryFolder()
const at = (name: string): string => join(folder, name)
function put(name: string, content: string | Uint8Array): string {
  writeFileSync(at(name), content)
  return at(name)
}
async function all(source: Source): Promise<Document[]> {
  const documents: Document[] = []
  for await (const batch of source.documents()) documents.push(...batch)
  return documents
}
const read = (path: string, settings: SourceSettings = {}): Promise<Document[]> =>
  all(openSource(path, settings))
const LINE = '{"text":"a","labels":["x"]}\n'
const lines = (count: number): string =>
  Array.from(
    { length: count },
    (_, i) => `${JSON.stringify({ text: `text ${i} ${'x'.repeat(i % 97)}` })}\n`,
  ).join('')

describe('openSource', () => {
  it('finds the format by the name', async () => {
    expect(await read(put('a.jsonl', LINE))).toEqual([{ text: 'a', labels: ['x'] }])
    expect(await read(put('a.csv', 'text,label\na,x\n'))).toEqual([{ text: 'a', labels: ['x'] }])
    expect(await read(put('a.tsv', 'text\tlabel\na\tx\n'))).toEqual([{ text: 'a', labels: ['x'] }])
    expect(await read(put('a.txt', '__label__x a\n'))).toEqual([{ text: 'a', labels: ['x'] }])
    expect((await read(put('a.svm', 'x 1:1\n')))[0].labels).toEqual(['x'])
    expect(await read(put('odd.name', '__label__x a\n'), { from: 'fasttext' })).toEqual([
      { text: 'a', labels: ['x'] },
    ])
  })

  it('reads through gzip and Zstandard', async () => {
    expect(await read(put('a.jsonl.gz', gzipSync(LINE.repeat(3))))).toHaveLength(3)
    expect(await read(put('a.jsonl.zst', zstFile))).toEqual([...FIRST_LINES, { text: 'tail', labels: ['x'] }])
  })

  it('reads every member of a gzip file', async () => {
    const members = Array.from({ length: 20 }, (_, i) => gzipSync(`{"text":"${i}"}\n`))
    expect(await read(put('members.jsonl.gz', Buffer.concat(members)))).toHaveLength(20)
    // Larger than what is read at once, so that members start anywhere in a chunk.
    const large = Array.from({ length: 9 }, (_, i) => gzipSync(lines(3000 + i), { level: 1 }))
    const documents = await read(put('large.jsonl.gz', Buffer.concat(large)))
    expect(documents).toHaveLength(9 * 3000 + 36)
  })

  it('tells truncated and damaged compression', async () => {
    const whole = gzipSync(LINE.repeat(50))
    const path = put('cut.jsonl.gz', whole)
    for (let length = whole.length - 1; length >= 0; length--) {
      truncateSync(path, length)
      await expect(read(path)).rejects.toThrow(`${path}: expected gzip data, it ends too early (truncated?)`)
    }
    await expect(read(put('plain.jsonl.gz', LINE))).rejects.toThrow(DataError)
    await expect(read(put('plain.jsonl.gz', LINE))).rejects.toThrow(/expected gzip data, it is damaged/)
    await expect(read(put('cut.jsonl.zst', zstFile.slice(0, -1)))).rejects.toThrow(
      `${at('cut.jsonl.zst')}: expected Zstandard data, it ends too early`,
    )
    await expect(read(put('plain.jsonl.zst', LINE))).rejects.toThrow(DataError)
  })

  it('reads files larger than a chunk, in batches, as often as asked', async () => {
    const text = lines(20_000)
    const source = openSource(put('large.jsonl', text))
    expect(source.rereadable).toBe(true)
    expect(source.bytes).toBe(text.length)
    const batches: number[] = []
    const seen: number[] = []
    for await (const batch of source.documents()) {
      batches.push(batch.length)
      seen.push(source.bytesRead())
    }
    expect(batches.length).toBeGreaterThan(3)
    expect(batches.reduce((sum, count) => sum + count)).toBe(20_000)
    expect(seen).toEqual([...seen].sort((a, b) => a - b))
    expect(source.bytesRead()).toBe(text.length)
    expect((await all(source)).map(({ text }) => `${JSON.stringify({ text })}\n`).join('')).toBe(text)
    expect(source.bytesRead()).toBe(text.length)
  })

  it('counts the bytes on disk of what is compressed', async () => {
    const packed = gzipSync(lines(20_000))
    const source = openSource(put('large.jsonl.gz', packed))
    expect(source.bytes).toBe(packed.length)
    await all(source)
    expect(source.bytesRead()).toBe(packed.length)
  })

  it('hands over what stands before a malformed record, then throws', async () => {
    const source = openSource(put('bad.jsonl', `${lines(10)}not json\n${lines(10)}`))
    let count = 0
    const reading = (async () => {
      for await (const batch of source.documents()) count += batch.length
    })()
    await expect(reading).rejects.toThrow(`${at('bad.jsonl')}:11: expected a JSON object`)
    expect(count).toBe(10)
    const skipped: DataError[] = []
    expect(await read(at('bad.jsonl'), { onBad: (error) => skipped.push(error) })).toHaveLength(20)
    expect(skipped).toHaveLength(1)
  })

  it('closes the file when the reader leaves early', async () => {
    const open = (): number => readdirSync('/proc/self/fd').length
    if (process.platform !== 'linux') return
    const path = put('early.jsonl.gz', gzipSync(lines(50_000)))
    const before = open()
    for (let i = 0; i < 20; i++) for await (const _batch of openSource(path).documents()) break
    await expect.poll(open, { timeout: 300_000 }).toBeLessThan(before + 10)
  })

  it('says what is wrong with a path', () => {
    expect(() => openSource(at('nosuch.jsonl'))).toThrow(
      `${at('nosuch.jsonl')}: cannot read it: no such file or folder`,
    )
    expect(() => openSource(at('a.jsonl/b.jsonl'))).toThrow(/no such file or folder/)
    expect(() => openSource(put('a.json', '[]'))).toThrow(/cannot tell its format by the name/)
    expect(() => openSource('-')).toThrow(/standard input: .*`from`/)
    expect(() => openSource(at('a.jsonl'), { from: 'xml' })).toThrow(/format xml/)
    for (const thrower of [() => openSource(at('nosuch.jsonl')), () => openSource(at('a.json'))]) {
      expect(thrower).toThrow(InputError)
    }
  })

  it('reads Parquet from a file, compressed or not', async () => {
    const bytes = Buffer.from(files.snappy, 'base64')
    const source = openSource(put('a.parquet', bytes))
    const documents = await all(source)
    expect(documents.map(({ id }) => id)).toEqual(['a', undefined, 'c'])
    expect(source.bytesRead()).toBeGreaterThan(0)
    expect(await all(source)).toEqual(documents)
    expect(await read(put('a.parquet.gz', gzipSync(bytes)))).toEqual(documents)
    await expect(read(put('bad.parquet', bytes.subarray(0, 500)))).rejects.toThrow(/expected a Parquet file/)
  })

  it('reads a named pipe, once', async () => {
    const path = at('pipe')
    try {
      execFileSync('mkfifo', [path], { stdio: 'ignore' })
    } catch {
      return // No named pipes on this system.
    }
    const source = openSource(path, { from: 'jsonl' })
    expect(source.rereadable).toBe(false)
    expect(source.bytes).toBeUndefined()
    const writing = pipeline(Readable.from([LINE, LINE]), createWriteStream(path))
    expect(await all(source)).toHaveLength(2)
    await writing
    await expect(all(source)).rejects.toThrow(`${path} can be read only once`)
  })
})

describe('a folder of folders', () => {
  const root = at('corpus')
  beforeAll(() => {
    for (const name of ['wheat', 'gold/deep', '.git']) mkdirSync(join(root, name), { recursive: true })
    writeFileSync(join(root, 'wheat', 'b.txt'), '\ufeffWheat rose\n')
    writeFileSync(join(root, 'wheat', 'a'), Uint8Array.from([0x4b, 0xf6, 0x6c, 0x6e]))
    writeFileSync(join(root, 'wheat', '.hidden'), 'x')
    writeFileSync(join(root, '.git', 'x'), 'x')
    writeFileSync(join(root, 'gold', 'z.txt.gz'), gzipSync('Gold fell'))
    writeFileSync(join(root, 'gold', 'deep', '1'), 'Deep gold')
    writeFileSync(join(root, 'README'), 'about')
    symlinkSync(join(root, 'wheat', 'b.txt'), join(root, 'gold', 'link'))
    symlinkSync(root, join(root, 'gold', 'loop'))
  })

  it('gives each file with its sub-folder as the label, in order', async () => {
    const warnings: string[] = []
    const source = openSource(root, { onWarning: (message) => warnings.push(message) })
    expect(await all(source)).toEqual([
      { id: 'gold/deep/1', text: 'Deep gold', labels: ['gold'] },
      { id: 'gold/link', text: 'Wheat rose\n', labels: ['gold'] },
      { id: 'gold/z.txt.gz', text: 'Gold fell', labels: ['gold'] },
      { id: 'wheat/a', text: 'Köln', labels: ['wheat'] },
      { id: 'wheat/b.txt', text: 'Wheat rose\n', labels: ['wheat'] },
    ])
    expect(warnings).toEqual([
      `${join(root, 'README')}: outside the sub-folders, left out`,
      `${join(root, 'gold', 'loop')}: not a file, left out`,
      `${join(root, 'wheat', 'a')}: not UTF-8, read as Windows-1252`,
    ])
    expect(source.rereadable).toBe(true)
    expect(await all(source)).toHaveLength(5)
    expect(source.bytesRead()).toBeGreaterThan(0)
  })

  it('reads many small files in several batches', async () => {
    mkdirSync(at('many/x'), { recursive: true })
    for (let i = 0; i < 600; i++) writeFileSync(at(`many/x/${i}`), `text ${i}`)
    let batches = 0
    let documents = 0
    for await (const batch of openSource(at('many')).documents()) {
      batches++
      documents += batch.length
    }
    expect([batches, documents]).toEqual([3, 600])
  })

  it('refuses what does not fit', async () => {
    mkdirSync(at('flat'))
    put('flat/file', 'x')
    expect(() => openSource(at('flat'))).toThrow(
      `${at('flat')}: expected a folder with a sub-folder for each label`,
    )
    expect(() => openSource(root, { fields: ['title'] })).toThrow(/`fields: 'title'`: .* only text/)
    await expect(read(root, { recordLimit: 5 })).rejects.toThrow(/gold\/deep\/1: expected at most 5 bytes/)
    const skipped: string[] = []
    const documents = await read(root, { recordLimit: 5, onBad: ({ message }) => skipped.push(message) })
    expect([documents.length, skipped.length]).toEqual([1, 4])
  })
})

describe('openSources', () => {
  it('reads one after another', async () => {
    const paths = [put('one.jsonl', LINE), put('two.csv', 'text\nb\n'), put('three.jsonl.gz', gzipSync(LINE))]
    const source = openSources(paths)
    expect(source.path).toBe(paths.join(', '))
    expect(source.rereadable).toBe(true)
    for (let i = 0; i < 2; i++) {
      expect((await all(source)).map(({ text }) => text)).toEqual(['a', 'b', 'a'])
      expect(source.bytesRead()).toBe(source.bytes)
    }
    expect(openSources([paths[0]]).path).toBe(paths[0])
  })

  it('refuses nothing at all, and standard input twice', () => {
    expect(() => openSources([])).toThrow(/expected data to read/)
    expect(() => openSources(['-', '-'], { from: 'jsonl' })).toThrow('standard input can be read only once')
  })
})

describe('in a process of its own', () => {
  let script = ''
  beforeAll(async () => {
    script = await bundle(
      folder,
      'read',
      `import { openSource } from './source.js'
      const [path, from] = process.argv.slice(2)
      try {
        let count = 0, characters = 0
        const source = openSource(path, from ? { from } : {})
        for await (const batch of source.documents()) for (const { text } of batch) { count++; characters += text.length }
        let again = ''
        if (!source.rereadable) try { for await (const _ of source.documents()); } catch (error) { again = error.message }
        console.log(JSON.stringify({ count, characters, again, megabytes: process.resourceUsage().maxRSS >> 10 }))
      } catch (error) { console.log(error.name + ': ' + error.message) }`,
    )
  })

  it('reads standard input, once', async () => {
    const { child, ended } = start(script, ['-', 'jsonl'])
    child.stdin?.end(LINE.repeat(1000))
    const { out } = await ended
    expect(JSON.parse(out)).toMatchObject({ count: 1000, again: 'standard input can be read only once' })
  })

  it('reads Parquet from standard input', async () => {
    const { child, ended } = start(script, ['-', 'parquet'])
    child.stdin?.end(Buffer.from(files.none, 'base64'))
    expect(JSON.parse((await ended).out)).toMatchObject({ count: 3 })
  })

  it('reads a file much larger than the memory it has', async () => {
    const text = 'a text that repeats itself '.repeat(40)
    const chunk = `${JSON.stringify({ text, labels: ['x'] })}\n`.repeat(100)
    const path = at('huge.jsonl.gz')
    // 120 MB unpacked.
    await pipeline(
      Readable.from(
        (function* () {
          for (let i = 0; i < 1100; i++) yield chunk
        })(),
      ),
      createGzip({ level: 1 }),
      createWriteStream(path),
    )
    const { out } = await start(script, [path], { nodeFlags: ['--max-old-space-size=40'] }).ended
    rmSync(path)
    const { count, characters, megabytes } = JSON.parse(out)
    expect([count, characters]).toEqual([110_000, 110_000 * text.length])
    expect(megabytes).toBeLessThan(180)
  })

  it.runIf(isRoot)('says so where it may not read', async () => {
    const path = put('secret.jsonl', LINE)
    chmodSync(path, 0o600)
    chmodSync(folder, 0o755)
    const { out } = await start(script, [path], NOBODY).ended
    expect(out).toBe(`InputError: ${path}: cannot read it: no permission\n`)
  })
})
