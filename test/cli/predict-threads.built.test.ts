// Predicting on threads: the same lines in the same order, errors in their place, and no hang when a thread dies.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packBatch, unpackBatch } from '../../packages/abound/src/cli/batch.js'
import { predictThreads } from '../../packages/abound/src/cli/predict-threads.js'
import { train } from '../../packages/abound/src/internal.js'
import { toShared } from '../../packages/abound/src/node/internal.js'
import { abound } from './abound.js'
import { oddLines } from './odd-lines.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-threads-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const WORDS = ['wheat', 'corn', 'gold', 'silver', 'ship', 'port', 'é', '\u00df', 'rose', 'fell', '4', 'pct']

/** About 12 MB of texts, all different. */
function lines(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 180 }, (_, j) => WORDS[(i * 7 + j * j * (1 + (i % 5))) % WORDS.length])
    return JSON.stringify({ ...(i % 3 === 0 ? {} : { id: `d${i}` }), text: `${words.join(' ')} "${i}"\n` })
  })
}

describe('predict on threads', () => {
  beforeAll(async () => {
    const labelled = ['grain wheat corn rose', 'metal gold silver fell', 'ship ship port 4 pct'].map(
      (text) => {
        const [label, ...words] = text.split(' ')
        return JSON.stringify({ text: words.join(' '), labels: [label] })
      },
    )
    writeFileSync(join(cwd, 'train.jsonl'), `${labelled.join('\n')}\n${labelled.join('\n')}\n`)
    await abound(['train', 'train.jsonl', '--learner', 'svm', '-o', 'm.abound', '--quiet'], { cwd })
  })

  it('prints the same at any number of them', async () => {
    writeFileSync(join(cwd, 'many.jsonl'), lines(14_000).join('\n'))
    const run = (threads: string, ...more: string[]) =>
      abound(['predict', 'm.abound', 'many.jsonl', '--threads', threads, ...more], { cwd })
    const alone = await run('1', '--top', '2')
    expect(alone.stdout.split('\n')).toHaveLength(14_001)
    expect(alone.code).toBe(0)
    expect(await run('2', '--top', '2')).toEqual(alone)
    expect(await run('3', '--top', '2')).toEqual(alone)
    expect(await run('2', '--digits', 'full')).toEqual(await run('1', '--digits', 'full'))
    expect(await run('2', '--as', 'table')).toEqual(await run('1', '--as', 'table'))
    expect(await run('2', '--as', 'tsv', '--reject', '0.1')).toEqual(
      await run('1', '--as', 'tsv', '--reject', '0.1'),
    )
  })

  it('says the same of lines that are skipped or odd', async () => {
    writeFileSync(join(cwd, 'odd.jsonl'), oddLines(lines(12_000)))
    const run = (threads: string, ...more: string[]) =>
      abound(['predict', 'm.abound', 'odd.jsonl', 'odd.jsonl', '--threads', threads, ...more], { cwd })
    const alone = await run('1', '--skip-bad')
    expect(alone.code).toBe(0)
    expect(alone.stderr).toMatch(/odd\.jsonl:\d+: .*UTF-8/)
    expect(alone.stderr).toContain(
      'skipped 6 malformed records, the first: odd.jsonl:4: expected a JSON object',
    )
    expect(alone.stdout.split('\n')).toHaveLength(2 * (12_000 - 3) + 1)
    expect(await run('2', '--skip-bad')).toEqual(alone)
    expect(await run('3')).toEqual(await run('1'))
  })

  it('reads lines of text and fastText on threads, and other formats here', async () => {
    const texts = lines(14_000).map((line) => (JSON.parse(line) as { text: string }).text.trim())
    writeFileSync(join(cwd, 'many.txt'), texts.map((text, i) => `__label__${i % 3} ${text}`).join('\n'))
    writeFileSync(
      join(cwd, 'many.csv'),
      ['text', ...texts.map((text) => JSON.stringify(text).replaceAll('\\"', '""'))].join('\n'),
    )
    // One text a line, blank ones first, and some that only look like JSON.
    writeFileSync(join(cwd, 'many.lines'), ['', ' ', ...texts, '{"text": 1}', ...texts].join('\r\n'))
    for (const file of [['many.txt'], ['many.csv'], ['many.lines', '--from', 'lines']]) {
      const run = (threads: string) => abound(['predict', 'm.abound', ...file, '--threads', threads], { cwd })
      const alone = await run('1')
      expect(alone.code).toBe(0)
      expect(await run('2')).toEqual(alone)
    }
  })

  it('prints what stands before a malformed line, and names it', async () => {
    const broken = lines(12_000)
    broken[11_000] = '{"text": '
    writeFileSync(join(cwd, 'broken.jsonl'), broken.join('\n'))
    const run = (threads: string) =>
      abound(['predict', 'm.abound', 'broken.jsonl', '--threads', threads], { cwd })
    const alone = await run('1')
    expect(alone.code).toBe(2)
    expect(alone.stderr).toContain('broken.jsonl:11001: expected a JSON object')
    expect(alone.stdout.split('\n')).toHaveLength(11_001)
    expect(await run('2')).toEqual(alone)
  })

  it('ends with an error where a thread cannot start', async () => {
    const classifier = await train([
      { text: 'wheat', labels: ['grain'] },
      { text: 'gold', labels: ['metal'] },
    ])
    // Here, outside the build, there is no file for threads to run.
    const task = {
      options: { top: 1 },
      lines: { as: 'tsv', digits: 4, mayReject: false, columns: 80 },
    }
    const threads = predictThreads(task, 2, async () => {})
    threads.load({ classifier, memory: toShared(classifier) })
    const batch = [{ text: new TextEncoder().encode('wheat '.repeat(1_000_000)) }]
    const work = async (): Promise<void> => {
      for (let i = 0; i < 1000; i++) await threads.add(batch)
    }
    await expect(work()).rejects.toThrow(/a thread was lost: .*worker/)
    await threads.close()
  })

  it('hands batches over whole', () => {
    const bytes = (text: string) => new TextEncoder().encode(text)
    const batch = [{ id: 'a', text: bytes('x') }, { text: bytes('') }, { id: 'c', text: bytes('é z') }]
    expect(unpackBatch(packBatch(batch)!)).toEqual(batch)
    expect(packBatch([])).toEqual({ bytes: new Uint8Array(0), ends: new Uint32Array(0), rest: [] })
    expect(packBatch([...batch, { text: 'a string' }])).toBeUndefined()
  })
})
