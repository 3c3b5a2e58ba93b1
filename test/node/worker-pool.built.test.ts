// Workers, from the build: answers in the order of the blocks, whoever gave them; single pieces, one after another; and
// no hang when a worker dies.

import { afterEach, describe, expect, it } from 'vitest'
import type { SentError } from '../../packages/abound/src/threads/worker-protocol.js'

const built = <Module>(path: string): Promise<Module> =>
  import(new URL(`../../packages/abound/dist/node/${path}`, import.meta.url).href) as Promise<Module>
const { defineTask, InputError, OrderedBlocks, TaskQueue, TookTooLong, WorkerLost, WorkerPool } =
  await built<typeof import('../../packages/abound/src/node/internal.js')>('internal.js')
const { runInProcess } =
  await built<typeof import('../../packages/abound/src/node/pool/child-process.js')>('pool/child-process.js')

/** See test-worker.mjs. */
interface Setup {
  readonly exitsAt?: number
  readonly throwsAt?: number
  readonly refusesAt?: number
  readonly hangsAt?: number
  readonly uncaughtAt?: number
  readonly fails?: boolean
  readonly reports?: boolean
}

const file = new URL('./test-worker.mjs', import.meta.url).href
const notHere = async (): Promise<never> => {
  throw new Error('workers have the code')
}
const SQUARES = defineTask<Setup, number, number>('squares', notHere)

const open: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})

function poolOf(size: number, lost?: (why: string) => void): InstanceType<typeof WorkerPool> {
  const pool = new WorkerPool(size, { file, ...(lost === undefined ? {} : { lost }) })
  open.push(pool)
  return pool
}

type Squares = InstanceType<typeof OrderedBlocks<number, Setup, number, number>>

function squares(setups: readonly Setup[]): Squares {
  const blocks = new OrderedBlocks<number, Setup, number, number>(poolOf(setups.length), SQUARES, 2)
  blocks.setUp((worker) => setups[worker])
  return blocks
}

/** The answers to 0 … count − 1, and how many of them came from workers. */
async function run(
  blocks: Squares,
  count: number,
): Promise<{ found: number[]; elsewhere: number; mostWaiting: number }> {
  const found: number[] = []
  let elsewhere = 0
  let mostWaiting = 0
  const take = async (most: number): Promise<void> => {
    for await (const { block, answer } of blocks.answers(most)) {
      expect(answer).toBe(block * block)
      found.push(block)
    }
  }
  for (let number = 0; number < count; number++) {
    if (blocks.handOver(number, () => number)) elsewhere++
    else {
      // Long enough that workers get ready in between.
      await new Promise((resolve) => setTimeout(resolve, 1))
      blocks.add(number, number * number)
    }
    mostWaiting = Math.max(mostWaiting, blocks.waiting)
    await take(6)
  }
  await take(0)
  return { found, elsewhere, mostWaiting }
}

describe('ordered blocks', () => {
  it.each([0, 1, 3])('keep their order, with %i workers', async (size) => {
    const blocks = squares(Array.from({ length: size }, () => ({})))
    const { found, elsewhere, mostWaiting } = await run(blocks, 500)
    expect(found).toEqual(Array.from({ length: 500 }, (_, i) => i))
    expect(mostWaiting).toBeLessThanOrEqual(7)
    if (size > 0) expect(elsewhere).toBeGreaterThan(0)
    expect(blocks.waiting).toBe(0)
  })

  it('can be given to all workers at the end', async () => {
    const blocks = squares([{}, {}])
    await run(blocks, 200)
    blocks.handToAll(12, 12)
    const answers: number[] = []
    for await (const { answer } of blocks.answers(0)) answers.push(answer)
    expect(answers).toEqual([144, 144])
  })

  it.each<[Setup, string]>([
    [{ exitsAt: 40 }, 'a thread was lost: it ended with code 3'],
    [{ uncaughtAt: 40 }, 'a thread was lost: uncaught on purpose'],
    [{ throwsAt: 40 }, 'thrown on purpose'],
    [{ fails: true }, 'set up on purpose'],
  ])('end with an error when a worker dies or fails: %j', async (setup, message) => {
    const blocks = squares([setup])
    const work = async (): Promise<void> => {
      expect(blocks.handOver(40, () => 40)).toBe(true)
      for await (const _ of blocks.answers(0)) expect(_).toBeUndefined()
    }
    await expect(work()).rejects.toThrow(message)
    // Nor is it waited for again.
    await expect(blocks.answers(0).next()).rejects.toThrow(message)
  })
})

describe('a queue of pieces', () => {
  const queueOf = (size: number, setup: Setup, lost?: (why: string) => void) => {
    const queue = new TaskQueue(poolOf(size, lost), SQUARES, setup)
    open.push(queue)
    return queue
  }

  it.each([1, 3])('does each once, on %i workers', async (size) => {
    const queue = queueOf(size, {})
    const answers = Array.from({ length: 200 }, (_, i) => queue.run(() => i))
    expect(await Promise.all(answers)).toEqual(Array.from({ length: 200 }, (_, i) => i * i))
  })

  it('passes on what is reported, and what goes wrong as what it was', async () => {
    const queue = queueOf(1, { throwsAt: 4, refusesAt: 5, reports: true })
    const news: unknown[] = []
    const reported = (one: unknown): void => void news.push(one)
    expect(await queue.run(() => 3, { reported })).toBe(9)
    expect(news).toEqual(['at 3'])
    await expect(queue.run(() => 4)).rejects.toThrow(new Error('thrown on purpose'))
    await expect(queue.run(() => 5)).rejects.toThrow(InputError)
    expect(await queue.run(() => 6)).toBe(36)
  })

  it('replaces a worker that died, or took too long', async () => {
    const lost: string[] = []
    const queue = queueOf(1, { exitsAt: 4, hangsAt: 5 }, (why) => lost.push(why))
    const [died, hung, next] = [queue.run(() => 4), queue.run(() => 5, { time: 300 }), queue.run(() => 6)]
    await expect(died).rejects.toThrow(WorkerLost)
    await expect(hung).rejects.toThrow(TookTooLong)
    expect(await next).toBe(36)
    // One that was ended was not lost.
    expect(lost).toEqual(['it ended with code 3'])
  })

  it('tells all who wait when it is closed', async () => {
    const queue = queueOf(1, { hangsAt: 5 })
    const waiting = [queue.run(() => 5), queue.run(() => 6)].map((one) =>
      one.catch(({ message }: Error) => message),
    )
    await queue.close(new Error('closing time'))
    expect(await Promise.all(waiting)).toEqual(['closing time', 'closing time'])
    await expect(queue.run(() => 7)).rejects.toThrow('closing time')
  })

  it('says which tasks a worker does not know', async () => {
    const queue = new TaskQueue(poolOf(1), defineTask<undefined, number, number>('cubes', notHere), undefined)
    await expect(queue.run(() => 2)).rejects.toThrow('this worker knows no task cubes')
  })
})

describe('a task in a process', () => {
  const BARE = defineTask<undefined, number, number>('bare squares', notHere)
  const outcome = (piece: number) =>
    new Promise<unknown[]>((resolve) => {
      const said: unknown[] = []
      runInProcess(file, BARE, piece, {
        answered: (answer) => said.push(answer),
        failed: ({ kind, message }: SentError) => said.push([kind, message]),
        reported: (news) => said.push(news),
        refused: (error) => said.push(error),
        ended: (lost) => resolve([...said, lost]),
      })
    })

  it('answers, reports, fails or dies, and is over', async () => {
    expect(await outcome(3)).toEqual(['at 3', 9, undefined])
    expect(await outcome(5)).toEqual([['input', 'refused on purpose'], undefined])
    expect(await outcome(4)).toEqual(['no signal'])
  })
})
