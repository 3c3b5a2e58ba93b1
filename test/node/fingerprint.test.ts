import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { fingerprintOf, InputError } from '../../packages/abound/src/node/internal.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-fingerprint-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function written(name: string, text: string): string {
  const file = join(folder, name)
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, text)
  return file
}

describe('the fingerprint of data', () => {
  it('of a file is what sha256sum prints', async () => {
    const file = written('a.jsonl', '{"text":"wheat"}\n')
    const sum = createHash('sha256').update('{"text":"wheat"}\n').digest('hex')
    expect(await fingerprintOf([file])).toBe(sum)
  })

  it('of several depends on their order and bytes, not on where they lie', async () => {
    const [a, b, copy] = [written('a', '1'), written('b', '2'), written('elsewhere/a', '1')]
    expect(await fingerprintOf([a, b])).not.toBe(await fingerprintOf([b, a]))
    expect(await fingerprintOf([a, b])).toBe(await fingerprintOf([copy, b]))
  })

  it('of a folder depends on names and bytes', async () => {
    written('one/x/1.txt', 'same')
    written('two/x/1.txt', 'same')
    written('three/y/1.txt', 'same')
    const [one, two, three] = await Promise.all(
      ['one', 'two', 'three'].map((name) => fingerprintOf([join(folder, name)])),
    )
    expect(two).toBe(one)
    expect(three).not.toBe(one)
  })

  it('of what is not there is an error that names it', async () => {
    await expect(fingerprintOf([join(folder, 'nowhere')])).rejects.toThrow(InputError)
  })
})
