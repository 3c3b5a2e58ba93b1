// The loop around the contenders of the `load` bench: the first load in the process, the median of 20 more, and
// how many objects yet another one leaves on the heap, by V8's own count in a snapshot.

import { getHeapSnapshot } from 'node:v8'
import { median } from '../harness.mjs'

const LOADS = 20

/**
 * Prints the figures of a contender.
 * @template Loaded
 * @param {() => Promise<Loaded>} load
 * @param {(loaded: Loaded) => number} wordsOf
 */
export async function timeLoads(load, wordsOf) {
  const [firstMilliseconds, ...others] = await times(load)
  // The first count leaves objects of its own.
  await countHeapObjects()
  const before = await countHeapObjects()
  const loaded = await load()
  const objects = (await countHeapObjects()) - before
  const figures = { milliseconds: median(others), firstMilliseconds, objects, words: wordsOf(loaded) }
  console.log(JSON.stringify(figures))
}

/**
 * A function of its own: one that goes on would keep what it loaded last alive.
 * @param {() => Promise<unknown>} load
 */
async function times(load) {
  const milliseconds = []
  for (let i = 0; i <= LOADS; i++) {
    const started = performance.now()
    await load()
    milliseconds.push(performance.now() - started)
  }
  return milliseconds
}

async function countHeapObjects() {
  let head = ''
  // The count stands near the start, but V8 writes a snapshot to its end.
  for await (const part of getHeapSnapshot()) if (head.length < 65536) head += part
  const count = /"node_count":(\d+)/.exec(head)
  if (count === null) throw new Error('the heap snapshot does not say how many objects there are')
  return Number(count[1])
}
