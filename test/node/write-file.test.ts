import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { beforeAll, describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { writeFileSafely } from '../../packages/abound/src/node/write-file.js'
import { bundle, isRoot, NOBODY, start, temporaryFolder } from './child.js'

const folder = temporaryFolder()
let made = 0
/** A new folder for each test, so that what is left behind shows. */
function place(): string {
  const path = join(folder, `test-${made++}`)
  mkdirSync(path)
  return path
}
const text = (path: string): string => readFileSync(path, 'utf8')

describe('writeFileSafely', () => {
  it('writes bytes, texts, and many of them', async () => {
    const here = place()
    const path = join(here, 'a')
    await writeFileSafely(path, 'Köln')
    expect(text(path)).toBe('Köln')
    await writeFileSafely(path, Uint8Array.of(97, 98))
    expect(text(path)).toBe('ab')
    await writeFileSafely(path, ['a', Uint8Array.of(98), '', 'c'])
    expect(text(path)).toBe('abc')
    await writeFileSafely(
      path,
      (async function* () {
        for (let i = 0; i < 100_000; i++) yield `${i}\n`
        yield new Uint8Array(600_000).fill(120)
        yield 'end'
      })(),
    )
    const long = text(path)
    expect(long.slice(0, 6)).toBe('0\n1\n2\n')
    expect(long.length).toBe(588_890 + 600_000 + 3)
    expect(long.endsWith('xend')).toBe(true)
    await writeFileSafely(path, [])
    expect(text(path)).toBe('')
    expect(readdirSync(here)).toEqual(['a'])
  })

  it('leaves the old file whole when something goes wrong on the way', async () => {
    const here = place()
    const path = join(here, 'model')
    writeFileSync(path, 'old')
    const parts = function* (): Generator<string> {
      yield 'x'.repeat(1_000_000)
      throw new RangeError('on the way')
    }
    await expect(writeFileSafely(path, parts())).rejects.toThrow(RangeError)
    expect(text(path)).toBe('old')
    await expect(writeFileSafely(join(here, 'new'), parts())).rejects.toThrow('on the way')
    expect(readdirSync(here)).toEqual(['model'])
  })

  it('keeps the mode of the file it replaces', async () => {
    const path = join(place(), 'a')
    writeFileSync(path, 'old')
    chmodSync(path, 0o640)
    await writeFileSafely(path, 'new')
    expect(statSync(path).mode & 0o7777).toBe(0o640)
  })

  it('follows links, also to what is not there yet', async () => {
    const here = place()
    mkdirSync(join(here, 'elsewhere'))
    writeFileSync(join(here, 'elsewhere', 'target'), 'old')
    symlinkSync(join('elsewhere', 'target'), join(here, 'link'))
    symlinkSync(join('elsewhere', 'missing'), join(here, 'dangling'))
    symlinkSync('dangling', join(here, 'twice'))
    symlinkSync('round', join(here, 'round'))
    await writeFileSafely(join(here, 'link'), 'new')
    await writeFileSafely(join(here, 'twice'), 'made')
    expect(lstatSync(join(here, 'link')).isSymbolicLink()).toBe(true)
    expect(lstatSync(join(here, 'twice')).isSymbolicLink()).toBe(true)
    expect(text(join(here, 'elsewhere', 'target'))).toBe('new')
    expect(text(join(here, 'elsewhere', 'missing'))).toBe('made')
    expect(readdirSync(join(here, 'elsewhere')).sort()).toEqual(['missing', 'target'])
    await expect(writeFileSafely(join(here, 'round'), 'x')).rejects.toThrow(/too many links/)
  })

  it('writes into devices as they are', async () => {
    if (!existsSync('/dev/null')) return
    await writeFileSafely('/dev/null', 'gone')
    expect(statSync('/dev/null').isCharacterDevice()).toBe(true)
  })

  it('says what is wrong with a path', async () => {
    const here = place()
    await expect(writeFileSafely(here, 'x')).rejects.toThrow(
      `${here}: expected a file to write, it is a folder`,
    )
    const missing = join(here, 'nosuch', 'a')
    await expect(writeFileSafely(missing, 'x')).rejects.toThrow(InputError)
    await expect(writeFileSafely(missing, 'x')).rejects.toThrow(
      `${missing}: cannot write it: no such file or folder`,
    )
    writeFileSync(join(here, 'file'), '')
    await expect(writeFileSafely(join(here, 'file', 'a'), 'x')).rejects.toThrow(/no such file or folder/)
  })
})

describe('in a process of its own', () => {
  let script = ''
  beforeAll(async () => {
    script = await bundle(
      folder,
      'write',
      `import { writeFileSafely } from './write-file.js'
      const [path, how] = process.argv.slice(2)
      async function* parts() {
        for (let i = 0; ; i++) {
          yield 'new '.repeat(100_000)
          if (how === 'whole') return
          if (i === 3) console.log('writing')
          if (i === 3 && how === 'exit') process.exit(130)
          await new Promise((resolve) => setTimeout(resolve, 5))
        }
      }
      try { await writeFileSafely(path, parts()) } catch (error) { console.log(error.name + ': ' + error.message) }`,
    )
  })

  it('leaves the old file whole when it is killed', async () => {
    const path = join(place(), 'model')
    writeFileSync(path, 'old')
    const { child, ended } = start(script, [path, 'slowly'])
    await new Promise((resolve) => child.stdout?.once('data', resolve))
    child.kill('SIGKILL')
    expect((await ended).signal).toBe('SIGKILL')
    expect(text(path)).toBe('old')
  })

  it('leaves nothing behind when it ends on the way, as after Ctrl-C', async () => {
    const here = place()
    const path = join(here, 'model')
    writeFileSync(path, 'old')
    expect((await start(script, [path, 'exit']).ended).code).toBe(130)
    expect(text(path)).toBe('old')
    expect(readdirSync(here)).toEqual(['model'])
  })

  it.runIf(existsSync('/dev/full'))('leaves the old file whole when the disk is full', async () => {
    const { out } = await start(script, ['/dev/full', 'whole']).ended
    expect(out).toBe('InputError: /dev/full: cannot write it: the disk is full\n')
  })

  it.runIf(isRoot)('says so where it may not write', async () => {
    const here = place()
    chmodSync(here, 0o755)
    chmodSync(folder, 0o755)
    const path = join(here, 'model')
    writeFileSync(path, 'old')
    const { out } = await start(script, [path, 'whole'], NOBODY).ended
    expect(out).toBe(`InputError: ${path}: cannot write it: no permission\n`)
    expect(text(path)).toBe('old')
  })
})
