// Results in the items' order, with backpressure, whatever takes how long.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inOrder } from '../../packages/server/src/ranking/in-order.js'

const rounds = (turns: number): Promise<void> =>
  turns === 0 ? Promise.resolve() : new Promise((resolve) => setImmediate(() => resolve(rounds(turns - 1))))

describe('work in order', () => {
  it('keeps the order, never has more at once than it may, and forgets nothing', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(3), fc.nat(3), fc.nat(3)), { maxLength: 20 }),
        fc.integer({ min: 1, max: 4 }),
        async (delays, ahead) => {
          let waiting = 0
          let most = 0
          async function* items(): AsyncGenerator<number> {
            for (const [i, [given]] of delays.entries()) {
              await rounds(given)
              yield i
            }
          }
          const work = async (i: number): Promise<number> => {
            most = Math.max(most, ++waiting)
            await rounds(delays[i][1])
            return i
          }
          const taken: number[] = []
          for await (const i of inOrder(items(), work, ahead)) {
            waiting--
            taken.push(i)
            await rounds(delays[i][2])
          }
          expect(taken).toEqual(delays.map((_, i) => i))
          expect(most).toBeLessThanOrEqual(ahead + 1)
        },
      ),
      { numRuns: 100 },
    )
  })

  it('hands on a result without waiting for the next item', async () => {
    let more = (): void => {}
    async function* items(): AsyncGenerator<string> {
      yield 'a'
      await new Promise<void>((resolve) => {
        more = resolve
      })
      yield 'b'
    }
    const results = inOrder(items(), async (item) => item, 3)
    expect((await results.next()).value).toBe('a')
    more()
    expect((await results.next()).value).toBe('b')
    expect((await results.next()).done).toBe(true)
  })

  it('says what went wrong after what went well', async () => {
    function* failing(): Generator<number> {
      yield 1
      yield 2
      throw new Error('no third')
    }
    const taken: number[] = []
    const take = async (work: (i: number) => Promise<number>): Promise<void> => {
      for await (const i of inOrder(failing(), work, 2)) taken.push(i)
    }
    await expect(take(async (i) => i)).rejects.toThrow('no third')
    expect(taken).toEqual([1, 2])
    await expect(
      take(async (i) => {
        if (i === 2) throw new Error('not two')
        return i
      }),
    ).rejects.toThrow('not two')
    expect(taken).toEqual([1, 2, 1])
  })

  it('takes no more items once nobody listens', async () => {
    let given = 0
    function* endless(): Generator<number> {
      for (;;) yield given++
    }
    for await (const i of inOrder(endless(), async (item) => item, 2)) if (i === 5) break
    const then = given
    await rounds(5)
    expect(given).toBe(then)
    expect(given).toBeLessThan(10)
  })
})
