// Training on a worker, from the build: the same bytes as on the caller's thread, documents from anywhere, an end when it is
// asked for, and nothing left behind.

import { describe, expect, it } from 'vitest'
import type { Classifier, Document } from '../../packages/abound/src/index.js'
import { asVectors, topicDocuments } from '../conformance/documents.js'

const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../packages/abound/dist/${path}`, import.meta.url).href) as Promise<Module>
const { InputError, toBytes, train, transduce, tune } =
  await built<typeof import('../../packages/abound/src/node/index.js')>('bundle/index.js')
const here = await built<typeof import('../../packages/abound/src/index.js')>('index.js')
const { learners } =
  await built<typeof import('../../packages/abound/src/learners/index.js')>('learners/index.js')

const documents = topicDocuments({ count: 300, labels: 4, length: 10, multi: true }).map((document, i) => ({
  ...document,
  // What is not ASCII, what is no text at all, and half of a pair.
  text: `${document.text} Ünïcode 日本 ${i % 7 === 0 ? '\ud800' : '𝒳'}`,
}))

/** The workers of this process that run. */
const workers = (): number => process.getActiveResourcesInfo().filter((name) => name === 'Worker').length

async function* streamed(all: readonly Document[], seen: { read: number; closed: boolean }) {
  try {
    for (const document of all) {
      seen.read++
      yield document
    }
  } finally {
    seen.closed = true
  }
}

describe('training on a worker', () => {
  const options: Record<string, object> = { boost: { rounds: 20 }, committee: { members: 3 } }
  it.each(Object.keys(learners) as (keyof typeof learners)[])('gives the bytes of %s', async (learner) => {
    const given = { learner, ...options[learner] } as { learner: 'ff' }
    const off = toBytes(await train(documents, given))
    expect(Buffer.compare(off, here.toBytes(await here.train(documents, given)))).toBe(0)
  })

  it('gives the bytes of what auto chooses', async () => {
    const off = toBytes(await train(documents, { budget: 0.2 }))
    expect(Buffer.compare(off, here.toBytes(await here.train(documents, { budget: 0.2 })))).toBe(0)
  })

  it('takes vectors, weights, bytes, and labels that are partly known', async () => {
    const vectors = asVectors(documents)
    const weighted = documents.map((document, i) => ({
      ...document,
      text: i % 2 === 0 ? document.text : new TextEncoder().encode(document.text),
      weight: 1 + (i % 3),
      ...(i % 5 === 0 ? { partial: true, notLabels: ['never'] } : {}),
    }))
    for (const [given, all] of [
      [{ learner: 'mmp' as const }, vectors],
      [{ learner: 'svm' as const }, weighted],
    ] as const) {
      const off = toBytes(await train(all, given))
      expect(Buffer.compare(off, here.toBytes(await here.train(all, given)))).toBe(0)
    }
  })

  it('trains few short documents on the same thread, to the same bytes', async () => {
    const few = documents.slice(0, 12)
    const off = toBytes(await train(few, { learner: 'ff' }))
    expect(Buffer.compare(off, here.toBytes(await here.train(few, { learner: 'ff' })))).toBe(0)
  })

  it('reads a generator no faster than the worker takes documents', async () => {
    const seen = { read: 0, closed: false }
    const many = topicDocuments({ count: 3000, labels: 4, length: 10 })
    let most = 0
    let taken = 0
    const model = await train(
      streamed(many, seen),
      { learner: 'naive-bayes' },
      {
        progress(phase, done) {
          if (phase !== 'reading') return
          taken = done
          most = Math.max(most, seen.read - taken)
        },
      },
    )
    expect([seen.read, seen.closed, model.documents]).toEqual([3000, true, 3000])
    expect(toBytes(model)).toEqual(here.toBytes(await here.train(many, { learner: 'naive-bayes' })))
    // Some batches are on their way, whatever the speed of either side.
    expect(most).toBeLessThan(3000)
  })

  it('tells how far it is', async () => {
    const said: unknown[][] = []
    const hooked: unknown[][] = []
    await train(
      documents,
      { learner: 'svm', onProgress: (...told) => said.push(told) },
      { progress: (...told) => hooked.push(told), afterFirstPass: (shape) => hooked.push([shape.documents]) },
    )
    expect(new Set(said.map(([phase]) => phase))).toEqual(new Set(['reading', 'learning', 'deciding']))
    expect(
      said.every(([, done, total, unit]) => Number(done) >= 0 && Number(total) >= 0 && unit !== ''),
    ).toBe(true)
    expect(hooked).toContainEqual([300])
    const chosen: string[] = []
    await train(documents, { budget: 0.2 }, { chosen: ({ learner }) => chosen.push(learner) })
    expect(chosen).toHaveLength(1)
  })

  it('calls hooks with classifiers', async () => {
    const seen = async (trains: typeof here.train): Promise<unknown[]> => {
      const passes: unknown[] = []
      const passed = (pass: number, model: Classifier): unknown =>
        passes.push([pass, model.rank('topic1word1 topic2word3')])
      await trains(documents, { learner: 'ff', passes: 3 }, { passed })
      return passes
    }
    expect(await seen(train)).toEqual(await seen(here.train))
    const pruned: [string[], boolean][] = []
    await train(
      documents,
      { learner: 'svm', prune: 0.01 },
      {
        pruned: ({ unpruned, heldOut }) =>
          pruned.push([unpruned.assign('topic1word1').slice(0, 1), heldOut !== undefined]),
      },
    )
    expect(pruned).toEqual([[['label1'], true]])
  })

  it('ends when it is told to: with the reason of the signal, the worker, and where documents come from', async () => {
    const controller = new AbortController()
    const seen = { read: 0, closed: false }
    async function* endless(): AsyncGenerator<Document> {
      for (;;) yield* streamed(documents, seen)
    }
    const reason = new Error('no longer wanted')
    const training = train(endless(), {
      learner: 'naive-bayes',
      signal: controller.signal,
      onProgress: () => controller.abort(reason),
    })
    await expect(training).rejects.toBe(reason)
    expect([workers(), seen.closed]).toEqual([0, true])
  })

  it('ends in the midst of learning, and before it has begun', async () => {
    const controller = new AbortController()
    const training = train(documents, {
      learner: 'boost',
      rounds: 10_000_000,
      signal: controller.signal,
      onProgress: (phase) => {
        if (phase === 'learning') controller.abort()
      },
    })
    await expect(training).rejects.toMatchObject({ name: 'AbortError' })
    expect(workers()).toBe(0)
    await expect(train(documents, { signal: AbortSignal.abort('late') })).rejects.toBe('late')
  })

  it('ends while a document is waited for', async () => {
    const controller = new AbortController()
    let returned = false
    const silent: AsyncIterable<Document> = {
      [Symbol.asyncIterator]: () => ({
        next: () => {
          queueMicrotask(() => controller.abort('enough'))
          return new Promise(() => {})
        },
        return: async () => {
          returned = true
          return { done: true, value: undefined }
        },
      }),
    }
    await expect(train(silent, { signal: controller.signal })).rejects.toBe('enough')
    expect(returned).toBe(true)
  })

  it('says what is wrong as the caller’s thread does', async () => {
    const bad = [...documents, { text: 'x', labels: ['a', 3] }] as Document[]
    const wrong: [Parameters<typeof train>, RegExp][] = [
      [[bad, { learner: 'svm' }], /^a label is 3: /],
      [[[...documents, 7] as never, { learner: 'svm' }], /^document 301: expected a document/],
      [
        [documents.map(({ text }) => ({ text })), { learner: 'svm' }],
        /^none of the 300 documents has labels/,
      ],
      [[documents, { learner: 'svm', cost: -1 }], /^cost: /],
      [[documents, { learner: 'svm', signal: 5 } as never], /^signal: expected an AbortSignal, found 5/],
      [[documents, { learner: 'svm', onProgress: 5 } as never], /^onProgress: expected a function, found 5/],
      [[documents, { seed: () => 1 } as never], /plain values/],
    ]
    for (const [given, message] of wrong) {
      const error = await train(...given).catch((found: unknown) => found)
      expect(error).toBeInstanceOf(InputError)
      expect((error as Error).message).toMatch(message)
    }
    async function* failing(): AsyncGenerator<Document> {
      yield* documents
      throw new RangeError('the cursor is gone')
    }
    await expect(train(failing(), { learner: 'svm' })).rejects.toBeInstanceOf(RangeError)
    const hook = new Error('of a hook')
    const thrown = train(documents, {
      learner: 'svm',
      onProgress() {
        throw hook
      },
    })
    await expect(thrown).rejects.toBe(hook)
    expect(workers()).toBe(0)
  })

  it('leaves the event loop free', async () => {
    let turns = 0
    let over = false
    const count = (): void => {
      turns++
      if (!over) setImmediate(count)
    }
    setImmediate(count)
    await train(documents, { learner: 'boost', rounds: 200 })
    over = true
    expect(turns).toBeGreaterThan(20)
  })
})

describe('what else trains', () => {
  it('transduces to the same bytes and labels, and ends', async () => {
    const few = documents.slice(0, 40)
    const many = documents.slice(40, 120).map(({ text }) => ({ text }))
    const off = await transduce(few, many, { top: 1 })
    const same = await here.transduce(few, many, { top: 1 })
    expect(off.labels).toEqual(same.labels)
    expect(toBytes(off.model)).toEqual(here.toBytes(same.model))
    const signal = AbortSignal.abort('late')
    await expect(transduce(few, many, { signal })).rejects.toBe('late')
  })

  it('tunes to the same result, and ends', async () => {
    const options = { learners: ['naive-bayes'], budget: 0.2 }
    expect(await tune(documents, options)).toEqual(await here.tune(documents, options))
    const parts = { ...options, validate: documents.slice(0, 50), test: documents.slice(50, 100) }
    expect(await tune(documents, parts)).toEqual(await here.tune(documents, parts))
    const controller = new AbortController()
    const tuning = tune(documents, {
      ...options,
      signal: controller.signal,
      onProgress: () => controller.abort('enough'),
    })
    await expect(tuning).rejects.toBe('enough')
    expect(workers()).toBe(0)
  })
})
