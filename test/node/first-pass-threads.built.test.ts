// The first look on threads, from the build: the same model and the same messages at any number of them.

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, describe, expect, it } from 'vitest'
import type { FirstPassReader } from '../../packages/abound/src/internal.js'
import { firstPassOnThreads as unbuilt } from '../../packages/abound/src/node/first-pass-threads.js'
import type { SourceSettings } from '../../packages/abound/src/node/internal.js'
import { ForkJoinThreads as UnbuiltThreads } from '../../packages/abound/src/node/pool/fork-join-threads.js'

const { firstPassOnThreads, ForkJoinThreads, openSources, toBytes, trainCorpus } = (await import(
  new URL('../../packages/abound/dist/node/internal.js', import.meta.url).href
)) as typeof import('../../packages/abound/src/node/internal.js')

const cwd = mkdtempSync(join(tmpdir(), 'abound-look-'))
afterAll(() => rmSync(cwd, { recursive: true }))

const WORDS = ['wheat', 'Straße', 'зерно', 'corn', 'été', 'gold', 'running', 'the', 'ships', '4', 'pct']

/** Lines of which some are unlabelled; new words keep coming. */
function lines(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const words = Array.from({ length: 30 }, (_, j) =>
      j % 7 === 0 ? `w${(i * i + j) % (17 + i)}` : WORDS[(i * 3 + j * j) % WORDS.length],
    )
    const labels = i % 11 === 0 ? {} : { labels: [`l${(i * i) % 23}`, ...(i % 5 === 0 ? ['often'] : [])] }
    return JSON.stringify({ text: words.join(' '), ...labels })
  })
}

function file(name: string, content: string | Uint8Array): string {
  const path = join(cwd, name)
  writeFileSync(path, name.endsWith('.gz') ? gzipSync(content) : content)
  return path
}

interface Outcome {
  readonly model: Uint8Array | undefined
  readonly looked: unknown
  readonly said: readonly string[]
  readonly error: string
}

/** However small the file and short its documents. */
const EAGER = { large: 1, long: 0 }

/** Trains; `elsewhere` is how many batches other threads have counted. */
async function outcome(
  paths: readonly string[],
  threads: number,
  options: Record<string, unknown>,
  { skip = false, ...settings }: SourceSettings & { skip?: boolean } = {},
): Promise<Outcome & { readonly elsewhere: number }> {
  const said: string[] = []
  let looked: unknown
  let elsewhere = 0
  const source = openSources(paths, {
    textBytes: true,
    ...settings,
    onWarning: (message) => said.push(message),
    ...(skip ? { onBad: ({ message }: Error) => said.push(`skipped ${message}`) } : {}),
  })
  const pool = new ForkJoinThreads(threads)
  const look = firstPassOnThreads(source, threads > 1 ? pool.workers : undefined, EAGER)
  const counted: FirstPassReader = async function* (task) {
    for await (const batch of look?.(task) ?? []) {
      if ('counter' in batch && !('df' in batch) && batch.counter > 0) elsewhere++
      yield batch
    }
  }
  const corpus = { name: source.path, rereadable: true, batches: () => source.documents() }
  try {
    const model = await trainCorpus(
      corpus,
      options,
      { afterFirstPass: (shape) => void (looked = shape) },
      look === undefined ? {} : { pool, firstPassReader: counted },
    )
    return { model: toBytes(model), looked, said, error: '', elsewhere }
  } catch (error) {
    return { model: undefined, looked, said, error: String(error), elsewhere }
  } finally {
    await pool.close()
  }
}

/** The outcome at one thread, after it was found to be the same at two and three. */
async function sameAtAnyNumber(...[paths, options, settings]: Skip<Parameters<typeof outcome>>) {
  const { elsewhere: none, ...alone } = await outcome(paths, 1, options, settings)
  expect(none).toBe(0)
  for (const threads of [2, 3]) {
    const { elsewhere, ...together } = await outcome(paths, threads, options, settings)
    expect(together).toEqual(alone)
    expect(elsewhere).toBeGreaterThan(0)
  }
  return alone
}
type Skip<All extends unknown[]> = [All[0], All[2], All[3]?]

const many = lines(16_000)

describe('the first look on threads', () => {
  it.each<[string, Record<string, unknown>]>([
    ['plain words', { learner: 'ff', probabilities: 'none' }],
    ['pairs of stems', { learner: 'naive-bayes', ngrams: 2, stem: 'german', stop: 'english', minDf: 2 }],
    ['rows that do not fit', { learner: 'ff', memory: 1 }],
  ])('finds what one finds: %s', async (_, options) => {
    const given = options.memory === 1 ? many : many.slice(0, 8000)
    const path = file('many.jsonl', given.join('\n'))
    const { model, looked } = await sameAtAnyNumber([path], options)
    expect(model).toBeDefined()
    expect(looked).toMatchObject({ unlabelled: Math.ceil(given.length / 11), streamed: options.memory === 1 })
  })

  it('reads several files, packed ones too, and heeds weights', async () => {
    const weighted = many.map((line, i) => (i % 3 === 0 ? line.replace('{', '{"w":2.5,') : line))
    const paths = [
      file('first.jsonl.gz', weighted.slice(0, 9000).join('\n')),
      file('second.jsonl', weighted.slice(9000).join('\n')),
    ]
    const options = {
      learner: 'svm',
      thresholds: 'fixed:0',
      probabilities: 'none',
      select: 'df',
      selectTop: 500,
    }
    const { model } = await sameAtAnyNumber(paths, options, { weightColumn: 'w' })
    expect(model).toBeDefined()
  })

  it('says the same of what is malformed or odd', async () => {
    const odd = [...many]
    for (const at of [5, 6000, 15_990]) odd[at] = '{"text": '
    const bytes = Buffer.from(odd.join('\n'))
    for (let i = 0, at = 0; i < 6; i++) {
      at = bytes.indexOf('wheat', at + 500_000)
      bytes[at] = 0xff
    }
    const path = file('odd.jsonl', bytes)
    const options = { learner: 'frequency' }
    const skipped = await sameAtAnyNumber([path], options, { skip: true })
    expect(skipped.model).toBeDefined()
    expect(skipped.said.filter((message) => message.startsWith('skipped'))).toHaveLength(3)
    expect(skipped.said.join('\n')).toMatch(/UTF-8[\s\S]*the first 3 are shown/)

    odd[5] = many[5]
    const late = file('late.jsonl', odd.join('\n'))
    expect((await sameAtAnyNumber([late], options)).error).toContain(
      'late.jsonl:6001: expected a JSON object',
    )
  })

  it('fails where one fails', async () => {
    const heavy = [...many]
    heavy[12_000] = '{"text":"wheat","labels":["x"],"w":2}'
    const path = file('heavy.jsonl', heavy.join('\n'))
    const { error } = await sameAtAnyNumber([path], { learner: 'ff' }, { weightColumn: 'w' })
    expect(error).toContain('ff has no use for weights of documents')

    const packed = gzipSync(many.join('\n'))
    const cut = join(cwd, 'cut.jsonl.gz')
    writeFileSync(cut, packed.subarray(0, packed.length - 1000))
    expect((await sameAtAnyNumber([cut], { learner: 'ff' })).error).toContain('it ends too early')
  })

  it('leaves no thread running when it is given up', async () => {
    const source = openSources([file('many.jsonl', many.join('\n'))], { textBytes: true })
    const threads = (): number =>
      process.getActiveResourcesInfo().filter((name) => name === 'MessagePort' || name === 'Worker').length
    const before = threads()
    const task = (await import('../../packages/abound/src/pipeline/train-options.js')).resolveTrainOptions(
      {},
    ).vectorOptions
    let during = 0
    const pool = new ForkJoinThreads(3)
    for await (const batch of firstPassOnThreads(
      source,
      pool.workers,
      EAGER,
    )?.({
      vectorOptions: task,
      unlabelled: false,
    }) ?? []) {
      during = Math.max(during, threads())
      if ('counter' in batch) break
    }
    await pool.close()
    expect(during).toBeGreaterThan(before)
    expect(threads()).toBe(before)
  })

  it('ends with an error where a thread cannot start', async () => {
    const source = openSources([file('many.jsonl', many.join('\n'))], { textBytes: true })
    const corpus = { rereadable: true, batches: () => source.documents() }
    // Outside the build there is no file for threads to run.
    const pool = new UnbuiltThreads(2)
    const firstPassReader = unbuilt(source, pool.workers, EAGER)
    await expect(trainCorpus(corpus, { learner: 'ff' }, {}, { firstPassReader })).rejects.toThrow(
      /a thread was lost: .*(worker|fork-join-watch)/,
    )
    await pool.close()
  })

  it('is for large files that can be cut, and more than one thread', () => {
    const source = openSources([file('many.jsonl', many.join('\n'))])
    const { workers } = new ForkJoinThreads(2)
    expect(firstPassOnThreads(source, workers)).toBeUndefined()
    expect(firstPassOnThreads(source, undefined, EAGER)).toBeUndefined()
    expect(firstPassOnThreads(source, workers, { large: source.unpackedBytes ?? 0 })).toBeDefined()
    expect(firstPassOnThreads({ ...source, blocks: undefined }, workers, EAGER)).toBeUndefined()
    const packed = openSources([file('many.jsonl.gz', many.join('\n'))])
    expect(packed.unpackedBytes).toBe((packed.bytes ?? 0) * 4)
    expect(openSources([packed.path, source.path]).unpackedBytes).toBe(
      (packed.bytes ?? 0) * 4 + (source.bytes ?? 0),
    )
  })
})
