// Threads, from the build: the same bytes at any number of them, and errors that come back.

import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'

const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../packages/abound/dist/${path}`, import.meta.url).href) as Promise<Module>
const { corpusOf, learners, ForkJoinThreads, toBytes, trainOnCorpus } =
  await built<typeof import('../../packages/abound/src/node/internal.js')>('node/internal.js')

const documents = gunzipSync(readFileSync(new URL('../../sample/train.jsonl.gz', import.meta.url)))
  .toString()
  .split('\n')
  .slice(0, 2500)
  .map((line): Document => JSON.parse(line))

/** Adds up what each term's rows pull; part i is the i-th term. */
const SUMS = learners.boost.jobs!.find(({ name }) => name === 'boost sums')!

/** Input of so many parts, each of which doubles the one pull. */
function inputOf(pool: InstanceType<typeof ForkJoinThreads>, parts: number) {
  const floats = (length: number): Float64Array => new Float64Array(pool.memory(8 * length))
  return {
    labelCount: 1,
    rows: { offsets: Uint32Array.from({ length: parts + 1 }, (_, i) => i), ids: new Uint32Array(parts) },
    pulls: floats(1).fill(1),
    totals: floats(1),
    batch: Uint32Array.from({ length: parts }, (_, i) => i),
    strengths: floats(parts),
    order: Uint32Array.of(parts, parts),
  }
}

describe('threads', () => {
  it.each([
    { learner: 'svm', thresholds: 'cv' },
    { learner: 'boost', variant: 'discrete-mr', rounds: 12, minDf: 2, thresholds: 'fixed:0' },
    { learner: 'boost', variant: 'real-mh', rounds: 15, minDf: 2, thresholds: 'fixed:0' },
    { learner: 'boost', variant: 'real-abstain-mh', rounds: 15, minDf: 2, thresholds: 'fixed:0' },
    { learner: 'boost', variant: 'discrete-mh', rounds: 15, minDf: 2, thresholds: 'fixed:0' },
  ])('$learner $variant learns the same at any number', async (options) => {
    const models: Uint8Array[] = []
    for (const size of [1, 2, 3]) {
      const pool = new ForkJoinThreads(size)
      try {
        const model = await trainOnCorpus(corpusOf(documents), options, {}, size === 1 ? {} : { pool })
        models.push(toBytes(model))
      } finally {
        pool.close()
      }
    }
    expect(models[1]).toEqual(models[0])
    expect(models[2]).toEqual(models[0])
  })

  it('passes on what goes wrong in a part', () => {
    const pool = new ForkJoinThreads(2)
    try {
      // No rows' terms: adding up reads past them.
      const run = pool.job(SUMS, { ...inputOf(pool, 2), rows: {} })
      expect(() => run(2)).toThrow(TypeError)
    } finally {
      pool.close()
    }
  })

  it('knows the jobs that are listed, and no others', () => {
    const pool = new ForkJoinThreads(2)
    try {
      const run = pool.job({ name: 'unlisted', start: () => () => {} }, {})
      const runs = (): void => {
        for (;;) run(2)
      }
      expect(runs).toThrow(/there is no job unlisted: expected one of split trainings, /)
    } finally {
      pool.close()
    }
  })

  it('does something else meanwhile, and comes back from what goes wrong there', () => {
    const pool = new ForkJoinThreads(2)
    try {
      const input = inputOf(pool, 4)
      const run = pool.job(SUMS, input)
      const fault = (): void => {
        throw new RangeError('on purpose')
      }
      expect(() => run(4, fault)).toThrow(new RangeError('on purpose'))
      expect(() => run(4, () => run(4))).toThrow('threads were given a job in the midst of another')
      input.strengths.fill(0)
      let meanwhile = 0
      run(4, () => meanwhile++)
      expect(meanwhile).toBe(1)
      expect([...input.strengths]).toEqual([2, 2, 2, 2])
    } finally {
      pool.close()
    }
  })

  it('takes up any of its jobs, whichever came last', () => {
    const pool = new ForkJoinThreads(3)
    try {
      const k = 50
      const jobs = [1, 2].map((pull) => {
        const input = inputOf(pool, k)
        input.pulls.fill(pull)
        return { strengths: input.strengths, run: pool.job(SUMS, input) }
      })
      for (let turn = 0; turn < 40; turn++) {
        const { strengths, run } = jobs[turn % 2]
        strengths.fill(0)
        run(k)
        expect(strengths.every((strength) => strength === 2 * (1 + (turn % 2)))).toBe(true)
      }
    } finally {
      pool.close()
    }
  })

  it('starts no more threads than there are parts for', () => {
    const pool = new ForkJoinThreads(8, { file: new URL('./no-such-worker.mjs', import.meta.url).href })
    const run = pool.job(SUMS, inputOf(pool, 1))
    for (let turn = 0; turn < 100; turn++) run(1)
    const runs = (): void => {
      for (;;) run(2)
    }
    expect(runs).toThrow(/a thread was lost: .*no-such-worker/)
    pool.close()
  })

  it('does every part once, however many and however often', () => {
    const pool = new ForkJoinThreads(3)
    try {
      const k = 300
      const input = inputOf(pool, k)
      const run = pool.job(SUMS, input)
      for (let turn = 1; turn <= 200; turn++) {
        input.pulls.fill(turn)
        input.strengths.fill(0)
        run(k)
        expect(input.strengths.every((strength) => strength === 2 * turn)).toBe(true)
      }
    } finally {
      pool.close()
    }
  })

  it.each([
    ['exit', 'a thread was lost: it ended with code 0'],
    ['throw', 'a thread was lost: thrown on purpose'],
    ['memory', /a thread was lost: .*memory/],
  ])('says so when one dies in the middle of a part (%s), instead of waiting for ever', (death, message) => {
    const pool = new ForkJoinThreads(2, {
      file: new URL('./dying-fork-join-worker.mjs', import.meta.url).href,
      resourceLimits: { maxOldGenerationSizeMb: 24 },
    })
    try {
      const run = pool.job(SUMS, { ...inputOf(pool, 300), death })
      const runs = (): void => {
        for (;;) run(300)
      }
      expect(runs).toThrow(message)
      // Nor is it tried again.
      expect(() => run(300)).toThrow(message)
    } finally {
      pool.close()
    }
  })
})
