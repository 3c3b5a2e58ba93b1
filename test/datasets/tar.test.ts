import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { DataError } from '../../packages/abound/src/errors.js'
import { readTar } from '../../packages/lab/src/datasets/tar.js'
import { paxRecords, type TarEntry, tarOf } from '../data/archives.js'

async function* cut(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0
  for (let i = 0; at < bytes.length; i++) {
    const size = Math.max(1, sizes[i % sizes.length])
    yield bytes.subarray(at, at + size)
    at += size
  }
}

async function members(bytes: Uint8Array, sizes: readonly number[] = [700]): Promise<[string, string][]> {
  const found: [string, string][] = []
  for await (const { path, chunks } of readTar(cut(bytes, sizes), 'x.tar')) {
    let content = ''
    for await (const chunk of chunks()) content += Buffer.from(chunk).toString('latin1')
    found.push([path, content])
  }
  return found
}

const problem = (bytes: Uint8Array): Promise<string> => members(bytes).then(String, String)

describe('readTar', () => {
  it('gives files in order, folders, links and devices left out', async () => {
    const bytes = tarOf([
      { path: './a/', type: '5' },
      { path: './a/one', content: 'eins' },
      { path: 'a/link', type: '2', link: '/etc/passwd' },
      { path: 'a/hard', type: '1', link: 'a/one' },
      { path: 'a/device', type: '3' },
      { path: 'empty' },
      { path: 'b', content: 'x'.repeat(2000), prefix: 'long/way' },
    ])
    expect(await members(bytes)).toEqual([
      ['a/one', 'eins'],
      ['empty', ''],
      ['long/way/b', 'x'.repeat(2000)],
    ])
  })

  it('knows long names and pax headers', async () => {
    const long = `${'deep/'.repeat(60)}file`
    const bytes = tarOf([
      { path: '././@LongLink', type: 'L', content: `${long}\0` },
      { path: 'short', content: '1' },
      { path: 'pax', type: 'x', content: paxRecords({ mtime: '1', path: 'größe=1/β', size: '3' }) },
      { path: 'plain', content: 'abc', size: 0 },
      { path: 'g', type: 'g', content: paxRecords({ comment: 'x' }) },
      { path: 'last', content: '2' },
    ])
    expect(await members(bytes)).toEqual([
      [long, '1'],
      ['größe=1/β', 'abc'],
      ['last', '2'],
    ])
  })

  it('passes over what is not read of a member', async () => {
    const bytes = tarOf([
      { path: 'a', content: 'x'.repeat(5000) },
      { path: 'b', content: 'y' },
    ])
    const paths: string[] = []
    for await (const { path, chunks } of readTar(cut(bytes, [300]), 'x.tar')) {
      for await (const _ of chunks()) break
      paths.push(path)
    }
    expect(paths).toEqual(['a', 'b'])
  })

  it('does without the blocks of zeros at the end', async () => {
    expect(await members(tarOf([{ path: 'a', content: 'b' }], false))).toEqual([['a', 'b']])
    expect(await members(tarOf([]))).toEqual([])
  })

  it.each(['../x', 'a/../../x', '/etc/passwd', 'C:\\windows\\x', 'a\\..\\x'])(
    'refuses the path %s',
    async (path) => {
      expect(await problem(tarOf([{ path, content: 'x' }]))).toMatch(
        /^InputError: x\.tar: expected paths inside the archive/,
      )
    },
  )

  it('says what is wrong', async () => {
    const whole = tarOf([{ path: 'a', content: 'x'.repeat(3000) }])
    expect(await problem(whole.subarray(0, 1000))).toContain('it ends too early')
    expect(await problem(new Uint8Array(0))).toContain('it ends too early')
    expect(await problem(Buffer.alloc(2048, 'x'))).toContain('it is damaged or something else')
    const huge = tarOf([{ path: 'a', type: 'L', content: 'x', size: 2 ** 30 }])
    expect(await problem(huge)).toContain('one of its headers is too long')
    const pax = tarOf([{ path: 'a', type: 'x', content: '99 path=x\n' }])
    expect(await problem(pax)).toContain('pax headers is damaged')
    const rest = tarOf([{ path: 'a', type: 'x', content: '8 p=abc\nrest' }])
    expect(await problem(rest)).toContain('pax headers is damaged')
  })

  it('gives the same however the bytes are cut', async () => {
    const entry = fc.record({
      path: fc.stringMatching(/^[a-z]{1,8}(\/[a-z]{1,8}){0,3}$/),
      content: fc.uint8Array({ maxLength: 1500 }),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.array(entry, { maxLength: 5 }),
        fc.array(fc.nat(1024), { minLength: 1 }),
        async (list, sizes) => {
          const expected = list.map(({ path, content }) => [path, Buffer.from(content).toString('latin1')])
          expect(await members(tarOf(list as TarEntry[]), sizes)).toEqual(expected)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('takes damage as damage, never as a fault of ours', async () => {
    const whole = tarOf([
      { path: 'pax', type: 'x', content: paxRecords({ path: 'a/b', size: '4' }) },
      { path: 'a', content: 'text' },
      { path: 'c', content: 'x'.repeat(700) },
    ])
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 }),
        fc.boolean(),
        async (changes, mend) => {
          const bytes = Buffer.from(whole)
          for (const [at, value] of changes) bytes[at] = value
          // A header whose sum is right again is looked at more closely.
          if (mend) for (let at = 0; at + 512 <= bytes.length; at += 512) mendSum(bytes, at)
          const result = await members(bytes).catch((error: unknown) => error)
          if (!Array.isArray(result)) expect(result).toBeInstanceOf(DataError)
        },
      ),
      { numRuns: 300 },
    )
  })
})

function mendSum(bytes: Buffer, at: number): void {
  const header = bytes.subarray(at, at + 512)
  if (header.subarray(257, 262).toString() !== 'ustar') return
  header.write('        ', 148)
  header.write(
    `${header
      .reduce((total, byte) => total + byte, 0)
      .toString(8)
      .padStart(6, '0')}\0 `,
    148,
  )
}
