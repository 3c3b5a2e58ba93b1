// Many texts ranked: in order, one at a time, and with turns for the event loop.

import { expect, it } from 'vitest'
import { type Classifier, InputError, train } from '../../packages/abound/src/index.js'
import { topicDocuments } from '../conformance/documents.js'

const documents = topicDocuments({ count: 60, labels: 3, length: 8 })
const texts = documents.map(({ text }) => String(text))
const model: Classifier = await train(documents, { learner: 'naive-bayes' })

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const found: Item[] = []
  for await (const item of items) found.push(item)
  return found
}

it('ranks each text as rank does, in order, wherever they come from', async () => {
  async function* streamed() {
    yield* texts
  }
  const expected = texts.map((text) => model.rank(text, { top: 2 }))
  expect(await all(model.rankMany(texts, { top: 2 }))).toEqual(expected)
  expect(await all(model.rankMany(streamed(), { top: 2 }))).toEqual(expected)
  expect(await all(model.rankMany(new Set(['a', 'b'])))).toHaveLength(2)
  expect(await all(model.rankMany(documents))).toEqual(texts.map((text) => model.rank(text)))
})

it('reads a text when its answer is asked for, and lets go of them when no more are', async () => {
  let read = 0
  let closed = false
  function* endless(): Generator<string> {
    try {
      for (;;) yield texts[read++ % texts.length]
    } finally {
      closed = true
    }
  }
  for await (const ranked of model.rankMany(endless())) {
    expect(ranked.length).toBeGreaterThan(0)
    if (read === 10) break
  }
  expect([read, closed]).toEqual([10, true])
})

it('gives the event loop its turns', async () => {
  let over = false
  // Ends once a timer has had its turn in the midst.
  setTimeout(() => {
    over = true
  }, 0)
  function* untilOver(): Generator<string> {
    while (!over) yield texts[0]
  }
  expect((await all(model.rankMany(untilOver()))).length).toBeGreaterThan(0)
})

it('refuses what gives no texts', async () => {
  for (const [wrong, message] of [
    ['wheat', /expected texts in an array or any other iterable, found "wheat"/],
    [3, /found 3/],
    [[3], /^rank: expected a text or a document/],
  ] as const)
    await expect(all(model.rankMany(wrong as never))).rejects.toThrow(message)
  await expect(all(model.rankMany(texts, { top: -1 }))).rejects.toBeInstanceOf(InputError)
})
