// Training from a long file on threads, by the command: the same model, and the same said, at any number of them.

import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { abound } from './abound.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-train-threads-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const WORDS = ['wheat', 'corn', 'gold', 'silver', 'ship', 'port', 'é', '\u00df', 'rose', 'fell', '4', 'pct']

/** About 100 MB, mostly blanks: more than one thread reads alone. */
function lines(): string[] {
  const blanks = ' '.repeat(32_000)
  return Array.from({ length: 3200 }, (_, i) => {
    const words = Array.from({ length: 120 }, (_, j) => WORDS[(i * 7 + j * j * (1 + (i % 5))) % WORDS.length])
    const labels = i % 50 === 0 ? {} : { labels: [`l${(i * i) % 13}`] }
    return JSON.stringify({ text: `${words.join(' ')}${blanks}w${i % 1001}`, ...labels })
  })
}

describe('train on threads', () => {
  it('writes the same model and says the same at any number of them', async () => {
    const odd = lines()
    for (const at of [3, 1600, 3190]) odd[at] = '{"text": '
    const bytes = Buffer.from(odd.join('\n'))
    for (let i = 0, at = 0; i < 6; i++) {
      at = bytes.indexOf('wheat', at + 15_000_000)
      bytes[at] = 0xff
    }
    writeFileSync(join(cwd, 'long.jsonl'), bytes)
    expect(bytes.length).toBeGreaterThan(96 << 20)
    const run = async (threads: string, ...more: string[]) => {
      const args = ['train', 'long.jsonl', '--learner', 'ff', '--probabilities', 'none', '--threads', threads]
      const { code, stderr } = await abound([...args, '-o', `${threads}.abound`, ...more], { cwd })
      const model = code === 0 ? readFileSync(join(cwd, `${threads}.abound`)) : ''
      return { code, stderr, model: createHash('sha256').update(model).digest('hex') }
    }
    const alone = await run('1', '--skip-bad')
    expect(alone.code).toBe(0)
    expect(alone.stderr).toContain('skipped 3 malformed records, the first: long.jsonl:4: expected')
    expect(alone.stderr).toMatch(/3,134 documents, .* 63 unlabelled documents left out/)
    expect(await run('2', '--skip-bad')).toEqual(alone)
    expect(await run('3', '--skip-bad')).toEqual(alone)
    const stopped = await run('1')
    expect(stopped).toMatchObject({ code: 2 })
    expect(await run('2')).toEqual(stopped)
  })
})
