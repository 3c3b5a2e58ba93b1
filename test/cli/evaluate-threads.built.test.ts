// Measuring on threads: the same figures to the last bit, errors in their place, and no hang when a thread dies.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { evaluateOnThreads, isForThreads } from '../../packages/abound/src/cli/evaluate-threads.js'
import { type Document, startEvaluation, train } from '../../packages/abound/src/internal.js'
import { openSource, type Source, toShared } from '../../packages/abound/src/node/internal.js'
import { abound } from './abound.js'
import { oddLines } from './odd-lines.js'

const cwd = mkdtempSync(join(tmpdir(), 'abound-evaluate-threads-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const WORDS = ['wheat', 'corn', 'gold', 'silver', 'ship', 'port', 'é', '\u00df', 'rose', 'fell', '4', 'pct']
const LABELS = ['grain', 'metal', 'ship', 'unheard-of', 'new']

/** Texts, all different, with labels: none, one or some, of which the model does not know all. */
function documents(count: number): { text: string; labels?: string[] }[] {
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 180 }, (_, j) => WORDS[(i * 7 + j * j * (1 + (i % 5))) % WORDS.length])
    const labels = LABELS.filter((_, l) => (i * (l + 3)) % 7 < 2)
    return { text: `${words.join(' ')} ${i}`, ...(i % 11 === 0 ? {} : { labels }) }
  })
}

const lines = (count: number): string[] => documents(count).map((one) => JSON.stringify(one))

/** All that is printed of a file, and what was written. */
async function measured(threads: string, ...words: string[]) {
  const ran = await abound(['evaluate', 'm.abound', ...words, '--threads', threads], { cwd })
  return { ...ran, curve: words.includes('--curve') ? readFileSync(join(cwd, 'curve.tsv'), 'utf8') : '' }
}

describe('evaluate on threads', () => {
  beforeAll(async () => {
    const labelled = ['grain wheat corn rose', 'metal gold silver fell', 'ship ship port 4 pct'].flatMap(
      (text) => {
        const [label, ...words] = text.split(' ')
        return words.map((word) => JSON.stringify({ text: `${word} ${words[0]}`, labels: [label] }))
      },
    )
    writeFileSync(join(cwd, 'train.jsonl'), `${labelled.join('\n')}\n`.repeat(4))
    await abound(['train', 'train.jsonl', '--learner', 'svm', '-o', 'm.abound', '--quiet'], { cwd })
    writeFileSync(join(cwd, 'many.jsonl'), lines(14_000).join('\n'))
  })

  it('measures the same at any number of them', async () => {
    for (const flags of [
      ['--json', '--details', '--reject', '0.1'],
      ['--per-label', '--curve', 'curve.tsv'],
    ]) {
      const alone = await measured('1', 'many.jsonl', ...flags)
      expect(alone.code).toBe(0)
      expect(alone.stdout).toContain('unheard-of')
      expect(await measured('2', 'many.jsonl', ...flags)).toEqual(alone)
      expect(await measured('3', 'many.jsonl', ...flags)).toEqual(alone)
    }
  })

  it('measures packed files, fastText and CSV the same', async () => {
    const all = documents(14_000)
    writeFileSync(join(cwd, 'many.jsonl.gz'), gzipSync(readFileSync(join(cwd, 'many.jsonl'))))
    const fastText = all.map(({ text, labels = [] }) =>
      [...labels.map((l) => `__label__${l}`), text].join(' '),
    )
    writeFileSync(join(cwd, 'many.txt'), fastText.join('\n'))
    const rows = all.map(({ text, labels = [] }) => `${text},${labels.join('|')}`)
    writeFileSync(join(cwd, 'many.csv'), ['text,labels', ...rows].join('\n'))
    for (const file of [['many.jsonl.gz'], ['many.txt'], ['many.csv', '--label-separator', '|']]) {
      const flags = [...file, '--json', '--details', '--reject', '0.1']
      const alone = await measured('1', ...flags)
      expect(alone.code).toBe(0)
      expect(await measured('2', ...flags)).toEqual(alone)
    }
  })

  it('measures probabilities the same', async () => {
    await abound(
      ['train', 'many.jsonl', '--learner', 'ff', '--probabilities', 'platt', '-o', 'p.abound', '--quiet'],
      {
        cwd,
      },
    )
    const run = (threads: string) =>
      abound(['evaluate', 'p.abound', 'many.jsonl', '--json', '--threads', threads], { cwd })
    const alone = await run('1')
    expect(alone.stdout).toContain('"labelProbability"')
    expect(await run('2')).toEqual(alone)
  })

  it('says the same of lines that are malformed or odd', async () => {
    writeFileSync(join(cwd, 'odd.jsonl'), oddLines(lines(14_000)))
    const alone = await measured('1', 'odd.jsonl', 'odd.jsonl', '--skip-bad')
    expect(alone.code).toBe(0)
    expect(alone.stderr).toMatch(/odd\.jsonl:\d+: .*UTF-8/)
    expect(alone.stderr).toContain('skipped 6 malformed records, the first: odd.jsonl:4: expected a JSON')
    expect(await measured('2', 'odd.jsonl', 'odd.jsonl', '--skip-bad')).toEqual(alone)
    const late = lines(14_000)
    late[13_000] = '{"text": '
    writeFileSync(join(cwd, 'late.jsonl'), late.join('\n'))
    const ended = await measured('1', 'late.jsonl')
    expect(ended.code).toBe(2)
    expect(ended.stderr).toContain('late.jsonl:13001: expected a JSON object')
    expect(await measured('2', 'late.jsonl')).toEqual(ended)
    expect(await measured('3', 'late.jsonl')).toEqual(ended)
  })

  it('starts none for a short file', async () => {
    const classifier = await train([{ text: 'wheat', labels: ['grain'] }])
    writeFileSync(join(cwd, 'short.jsonl'), lines(7_000).join('\n'))
    const isFor = (file: string, asked: boolean): boolean =>
      isForThreads(openSource(join(cwd, file)), classifier, asked)
    expect(isFor('short.jsonl', true)).toBe(false)
    expect(isFor('many.jsonl', true)).toBe(true)
    expect(isFor('many.jsonl', false)).toBe(false)
    const large = { ...openSource(join(cwd, 'many.jsonl')), unpackedBytes: 1 << 26 }
    expect(isForThreads(large, classifier, false)).toBe(true)
  })

  it('ends with an error where a thread cannot start', async () => {
    const classifier = await train([
      { text: 'wheat', labels: ['grain'] },
      { text: 'gold', labels: ['metal'] },
    ])
    const batch: Document[] = [
      { text: new TextEncoder().encode('wheat '.repeat(1_000_000)), labels: ['grain'] },
    ]
    const source = {
      ...openSource(join(cwd, 'many.jsonl')),
      bytes: undefined,
      blocks: undefined,
      async *documents() {
        for (let i = 0; i < 1000; i++) yield batch
      },
    } as Source
    // Here, outside the build, there is no file for threads to run.
    const work = evaluateOnThreads(
      { classifier, memory: toShared(classifier) },
      source,
      2,
      startEvaluation(classifier),
      () => {},
    )
    await expect(work).rejects.toThrow(/a thread was lost: .*worker/)
  })
})
