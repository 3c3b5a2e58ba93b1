// Trainings on splits, on threads from the build: the same bytes at any number of them, and errors that come back.

import { afterAll, describe, expect, it } from 'vitest'
import type { Document, ForkJoinPool } from '../../packages/abound/src/contract.js'
import { topicDocuments } from '../conformance/documents.js'

const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../packages/abound/dist/${path}`, import.meta.url).href) as Promise<Module>
const { continueCorpus, corpusOf, InputError, ForkJoinThreads, toBytes, trainCorpus, trainOnCorpus } =
  await built<typeof import('../../packages/abound/src/node/internal.js')>('node/internal.js')

type Options = Parameters<typeof trainOnCorpus>[1] & object

const topics = topicDocuments({
  count: 300,
  labels: 6,
  length: 60,
  ownWords: 60,
  sharedWords: 60,
  multi: true,
})

/** Some without labels, and some of which only a part is known. */
const documents = topics.map((document, i): Document => {
  if (i % 9 === 4) return { text: document.text ?? '' }
  if (i % 10 === 3) return { ...document, notLabels: ['label0'].filter(isNotOf(document)), partial: true }
  return document
})

function isNotOf({ labels = [] }: Document): (label: string) => boolean {
  return (label) => !labels.includes(label)
}

const pools = [new ForkJoinThreads(2, { enough: 0 }), new ForkJoinThreads(3, { enough: 0 })]
for (const pool of pools) pool.prepare()
afterAll(() => {
  for (const pool of pools) pool.close()
})

const pause = new Int32Array(new SharedArrayBuffer(4))

/** The same that holds the caller back for a while, so that the others come to most parts; `jobs` takes what it is given. */
function slowCaller(pool: ForkJoinPool, jobs: string[]): ForkJoinPool {
  return {
    size: pool.size,
    enough: pool.enough,
    memory: (bytes) => pool.memory(bytes),
    job(job, input) {
      jobs.push(job.name)
      const run = pool.job(job, input)
      return (parts, meanwhile) =>
        run(parts, () => {
          meanwhile?.()
          Atomics.wait(pause, 0, 0, 100)
        })
    },
  }
}

async function expectSame(training: (pool: ForkJoinPool | undefined) => Promise<Uint8Array>): Promise<void> {
  const one = await training(undefined)
  for (const pool of pools) {
    const jobs: string[] = []
    expect(await training(slowCaller(pool, jobs))).toEqual(one)
    expect(jobs).toEqual(['split trainings'])
  }
}

const trained = (some: readonly Document[], options: Options) => async (pool: ForkJoinPool | undefined) =>
  toBytes(await trainOnCorpus(corpusOf(some), options, {}, pool === undefined ? {} : { pool }))

const FF: Options = { learner: 'ff', margin: 0.5, passes: 3, thresholds: 'share', probabilities: 'none' }

describe('trainings on splits', () => {
  it.each<Options>([
    FF,
    { learner: 'ff', shuffle: false, thresholds: 'train' },
    { learner: 'ind', thresholds: 'cv' },
    { learner: 'mmp', passes: 3, thresholds: 'cv' },
    { learner: 'naive-bayes', thresholds: 'cv' },
    { learner: 'naive-bayes', thresholds: 'top:1' },
    { learner: 'rocchio', thresholds: 'cv' },
    { learner: 'widrow-hoff', thresholds: 'cv' },
    { learner: 'sleeping-experts', thresholds: 'cv' },
    { learner: 'ripper', thresholds: 'cv' },
    { learner: 'tsvm', thresholds: 'cv', positives: 'label0\t3\nlabel1\t4' },
    { learner: 'boost', rounds: 20, thresholds: 'cv' },
    { learner: 'boost', variant: 'discrete-mh', rounds: 20, probabilities: 'platt' },
  ])('make the same model at any number of threads: %j', (options) => expectSame(trained(documents, options)))

  it('do so when a model goes on', async () => {
    const less = await trainCorpus(corpusOf(topics), { learner: 'boost', rounds: 5, thresholds: 'cv' })
    await expectSame(async (pool) =>
      toBytes(
        await continueCorpus(less, corpusOf(topics), { rounds: 20 }, {}, pool === undefined ? {} : { pool }),
      ),
    )
  })

  it.each<Options>([
    { learner: 'ff', passes: 100, thresholds: 'cv' },
    { learner: 'boost', rounds: 100, thresholds: 'cv' },
    { learner: 'boost', rounds: 1000, thresholds: 'fixed:0', probabilities: 'none' },
    { learner: 'naive-bayes', thresholds: 'cv' },
  ])('leave threads alone where there is little to do: %j', async (options) => {
    const pool: ForkJoinPool = {
      size: 2,
      memory: (bytes) => new SharedArrayBuffer(bytes),
      job({ name }) {
        throw new Error(`${name} was given to threads`)
      },
    }
    await trainOnCorpus(corpusOf(documents), options, {}, { pool })
  })

  it('are refused as they are on one thread, and leave the threads fit for others', async () => {
    const refused = trained(documents, { learner: 'boost', rounds: 20, stopAfter: 2, thresholds: 'cv' })
    for (const pool of pools) await expect(refused(pool)).rejects.toThrow(InputError)
    await expectSame(trained(documents, FF))
  })

  it('are made by the caller where threads have no answer', async () => {
    const pool: ForkJoinPool = {
      size: 2,
      enough: 0,
      memory: (bytes) => new SharedArrayBuffer(bytes),
      job: () => (_, meanwhile) => {
        meanwhile?.()
        return []
      },
    }
    const training = trained(documents, FF)
    expect(await training(pool)).toEqual(await training(undefined))
  })

  it('say so when a thread dies in the midst of one', async () => {
    const pool = new ForkJoinThreads(2, {
      file: new URL('./dying-fork-join-worker.mjs', import.meta.url).href,
      enough: 0,
    })
    try {
      pool.prepare()
      const training = trained(documents, FF)
      // Until the thread has started and was given a part.
      const trainings = async (): Promise<never> => {
        for (;;) await training(slowCaller(pool, []))
      }
      await expect(trainings()).rejects.toThrow('a thread was lost: it ended with code 0')
    } finally {
      pool.close()
    }
  })
})
