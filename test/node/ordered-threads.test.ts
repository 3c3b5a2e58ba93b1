// Answers in the order of the pieces, whoever gave them; and no hang when a thread dies.

import { afterEach, describe, expect, it } from 'vitest'
import { OrderedThreads } from '../../packages/abound/src/node/ordered-threads.js'

/** A thread that answers a number with its square, after a while that depends on it. */
const SQUARES = `
import { parentPort } from 'node:worker_threads'
let order
parentPort.on('message', (message) => {
  if (order === undefined) {
    order = message
    return
  }
  if (message === order.exitsAt) process.exit(3)
  if (message === order.throwsAt) throw new Error('thrown on purpose')
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, (message * 7) % 5)
  parentPort.postMessage(message * message)
})`

const open: OrderedThreads<number, number>[] = []
afterEach(async () => {
  for (const threads of open.splice(0)) await threads.close()
})

function squares(data: readonly object[]): OrderedThreads<number, number> {
  const file = `data:text/javascript,${encodeURIComponent(SQUARES)}`
  const threads = new OrderedThreads<number, number>(file, 'squaring', 2)
  open.push(threads)
  threads.start(data.length)
  threads.order((i) => data[i])
  return threads
}

/** The answers to 0 … count − 1, and how many of them came from threads. */
async function run(
  threads: OrderedThreads<number, number>,
  count: number,
): Promise<{ found: number[]; elsewhere: number; mostWaiting: number }> {
  const found: number[] = []
  let elsewhere = 0
  let mostWaiting = 0
  const take = async (most: number): Promise<void> => {
    for await (const { piece, answer } of threads.answers(most)) {
      expect(answer).toBe(piece * piece)
      found.push(piece)
    }
  }
  for (let number = 0; number < count; number++) {
    if (threads.handOver(number, () => number)) elsewhere++
    else {
      // Long enough that threads get ready in between.
      await new Promise((resolve) => setTimeout(resolve, 1))
      threads.add(number, number * number)
    }
    mostWaiting = Math.max(mostWaiting, threads.waiting)
    await take(6)
  }
  await take(0)
  return { found, elsewhere, mostWaiting }
}

describe('threads that answer in order', () => {
  it.each([0, 1, 3])('keep the order of the pieces, with %i of them', async (size) => {
    const threads = squares(Array.from({ length: size }, () => ({})))
    const { found, elsewhere, mostWaiting } = await run(threads, 2000)
    expect(found).toEqual(Array.from({ length: 2000 }, (_, i) => i))
    expect(mostWaiting).toBeLessThanOrEqual(7)
    if (size > 0) expect(elsewhere).toBeGreaterThan(0)
    expect(threads.waiting).toBe(0)
  })

  it('are all asked at the end, if they are at work', async () => {
    const threads = squares([{}, {}])
    await run(threads, 1000)
    threads.handToAll(12, 12)
    const answers: number[] = []
    for await (const { answer } of threads.answers(0)) answers.push(answer)
    expect(answers).toEqual([144, 144])
  })

  it.each([
    [{ exitsAt: 40 }, 'a thread of squaring ended with 3'],
    [{ throwsAt: 40 }, 'thrown on purpose'],
  ])('end with an error when one of them dies: %j', async (data, message) => {
    const threads = squares([data])
    const work = async (): Promise<void> => {
      for (;;) {
        if (threads.handOver(40, () => 40)) break
        for await (const _ of threads.answers(0)) expect(_).toBeUndefined()
      }
      for await (const _ of threads.answers(0)) expect(_).toBeUndefined()
    }
    await expect(work()).rejects.toThrow(message)
    // Nor is it waited for again.
    await expect(threads.answers(0).next()).rejects.toThrow(message)
  })
})
