// Plain text from files: any bytes are read, and several files are one text whose sentences end.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { openTextFiles } from '../../packages/abound/src/cli/text-files.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import type { Sentence } from '../../packages/abound/src/text/sentences.js'
import { sentencesOf } from '../../packages/abound/src/words/running-text.js'

const folder = mkdtempSync(join(tmpdir(), 'abound-text-files-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

function write(name: string, bytes: string | Uint8Array): string {
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

async function wordsOf(...paths: string[]): Promise<(readonly string[])[]> {
  const found: Sentence[] = []
  for await (const sentences of sentencesOf(openTextFiles(paths), true)) found.push(...sentences)
  return found.map(({ words }) => words)
}

describe('files of text', () => {
  const first = 'The cat sat on\nthe mat. A dog'
  const second = '{"text": "ran"} Why?\r\n\r\nNobody\r\nknows'

  it('are one text whose sentences end', async () => {
    const apart = await wordsOf(write('a.txt', first), write('b.txt', second))
    expect(apart).toEqual([
      ['the', 'cat', 'sat', 'on', 'the', 'mat'],
      ['a', 'dog'],
      ['text', 'ran', 'why'],
      ['nobody', 'knows'],
    ])
    expect(await wordsOf(write('c.txt', `${first}\n\n${second}`))).toEqual(apart)
    expect(await wordsOf(write('a.txt.gz', gzipSync(first)), write('b.txt', second))).toEqual(apart)
  })

  it('can be read again', async () => {
    const files = openTextFiles([write('a.txt', first)])
    const read = async () => {
      const texts = []
      for await (const { text } of files.pieces()) texts.push(text)
      return texts.join('')
    }
    expect(await read()).toBe(`${first}\n`)
    expect(await read()).toBe(`${first}\n`)
    expect(files.share()).toBe(1)
  })

  it('may hold any bytes', async () => {
    const warned = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
    const rng = new Rng(11)
    for (let run = 0; run < 60; run++) {
      const bytes = Uint8Array.from({ length: rng.below(3000) }, () => rng.below(run % 2 === 0 ? 256 : 128))
      const words = (await wordsOf(write('noise.txt', bytes))).flat()
      expect(words.every((word) => /^[\p{L}\p{M}\p{N}]/u.test(word))).toBe(true)
      expect(words.length).toBeGreaterThan(bytes.length / 100)
    }
    warned.mockRestore()
  })
})
