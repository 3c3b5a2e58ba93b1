// Lists by feature in one pool, against an array of arrays.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Postings } from '../../packages/abound/src/structures/postings.js'

type Entry = readonly [label: number, value: number]

function listsOf(postings: Postings): Entry[][] {
  return Array.from({ length: postings.count }, (_, f) => {
    const start = postings.starts[f]
    return Array.from(
      { length: postings.lengths[f] },
      (_, i) => [postings.labels[start + i], postings.values[start + i]] as const,
    )
  })
}

/** Appends to a feature's list, or cuts its tail as a learner does. */
const steps = fc.array(
  fc.oneof(
    { arbitrary: fc.record({ feature: fc.nat(40), label: fc.nat(9), value: fc.double() }), weight: 5 },
    fc.record({ feature: fc.nat(40), keep: fc.nat(4) }),
  ),
  { maxLength: 400 },
)

function play(postings: Postings, lists: Entry[][], steps: Step[]): void {
  for (const step of steps) {
    const { feature } = step
    postings.ensure(feature)
    while (lists.length <= feature) lists.push([])
    if ('keep' in step) {
      const keep = Math.min(step.keep, lists[feature].length)
      postings.lengths[feature] = keep
      lists[feature].length = keep
      continue
    }
    const at = postings.append(feature, step.label, step.value)
    expect(at).toBe(postings.starts[feature] + lists[feature].length)
    lists[feature].push([step.label, step.value])
  }
}

type Step = { feature: number; label: number; value: number } | { feature: number; keep: number }

describe('Postings', () => {
  it('keeps each list as an array of arrays does, wherever blocks move', () => {
    fc.assert(
      fc.property(steps, fc.nat(60), (given, expected) => {
        const postings = new Postings(expected)
        const lists: Entry[][] = []
        play(postings, lists, given)
        expect(listsOf(postings)).toEqual(lists)
        expect(postings.entries()).toBe(lists.flat().length)
      }),
    )
  })

  it('packs lists end to end and goes on from there', () => {
    fc.assert(
      fc.property(steps, steps, (before, after) => {
        const first = new Postings()
        const lists: Entry[][] = []
        play(first, lists, before)
        const { lengths, labels, values } = first.packed()
        expect([...lengths]).toEqual(lists.map((list) => list.length))
        expect([...labels]).toEqual(lists.flat().map(([label]) => label))
        expect([...values]).toEqual(lists.flat().map(([, value]) => value))

        const second = Postings.over(lengths, labels, values)
        expect(listsOf(second)).toEqual(lists)
        play(second, lists, after)
        expect(listsOf(second)).toEqual(lists)
      }),
    )
  })

  it('makes all features below exist, empty', () => {
    const postings = new Postings()
    expect(postings.count).toBe(0)
    postings.ensure(1000)
    expect(postings.count).toBe(1001)
    expect(postings.entries()).toBe(0)
    postings.ensure(3)
    expect(postings.count).toBe(1001)
  })

  it('uses the blocks that lists left', () => {
    const postings = new Postings()
    const features = 64
    postings.ensure(features - 1)
    // Each list grows to 64 alone, so the blocks it leaves on the way serve the next.
    for (let f = 0; f < features; f++) for (let i = 0; i < 64; i++) postings.append(f, i, 1)
    const final = features * 64
    // At most one list's worth of smaller blocks (63 entries) lies idle, and the pool grows by half.
    expect(postings.labels.length).toBeLessThanOrEqual(Math.ceil((final + 63) * 1.5))
    expect(postings.bytes()).toBe(3 * postings.starts.byteLength + 12 * postings.labels.length)
  })

  it('does not grow when lists lose and gain entries', () => {
    const postings = new Postings()
    postings.ensure(9)
    const churn = (): void => {
      for (let f = 0; f < 10; f++) {
        for (let i = 0; i < 5; i++) postings.append(f, i, 1)
        postings.lengths[f] = 1
      }
    }
    churn()
    const bytes = postings.bytes()
    for (let round = 0; round < 1000; round++) churn()
    expect(postings.entries()).toBe(10)
    for (let f = 0; f < 10; f++) postings.lengths[f] = 0
    expect(postings.bytes()).toBe(bytes)
  })
})
