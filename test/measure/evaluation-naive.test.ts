// All measures against a slow version that follows the definitions, on awkward random data.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Judgement } from '../../packages/abound/src/contract.js'
import { Evaluation } from '../../packages/abound/src/measure/evaluation.js'
import { permutation, Rng } from '../../packages/abound/src/structures/rng.js'
import { type NaiveDocument, naiveMeasures } from './naive.js'
import { naiveDetails } from './naive-details.js'
import { scoresOf } from './scores-of.js'

interface Shape {
  readonly labels: number
  readonly documents: number
  readonly unknown: number
  /** Share of labels retrieved; few distinct scores make many ties. */
  readonly retrieved: number
  readonly levels: number
  readonly truths: number
  readonly seed: number
}

/** Random documents of a shape, as the naive version wants them. */
function randomDocuments(shape: Shape, known: readonly string[]): NaiveDocument[] {
  const rng = new Rng(shape.seed)
  return Array.from({ length: shape.documents }, () => {
    const scores = new Map<string, number>()
    const comparable = new Map<string, number>()
    for (const l of permutation(shape.labels, rng)) {
      if (rng.float() >= shape.retrieved) continue
      scores.set(known[l], rng.below(shape.levels) - (shape.levels >> 1))
      comparable.set(known[l], rng.below(shape.levels) / 2)
    }
    const truth = new Set<string>()
    for (let i = rng.below(shape.truths + 1); i > 0; i--) {
      const l = rng.below(shape.labels + shape.unknown)
      truth.add(l < shape.labels ? known[l] : `new ${l - shape.labels}`)
    }
    const assigned = [...scores.keys()].filter((l) => rng.float() < (truth.has(l) ? 0.7 : 0.1))
    return { scores, comparable, truth: [...truth], judged: rng.below(3) as Judgement, assigned }
  })
}

function evaluate(shape: Shape, keep: number) {
  const known = Array.from({ length: shape.labels }, (_, l) => `label ${l}`)
  const ids = new Map(known.map((name, l) => [name, l]))
  const documents = randomDocuments(shape, known)
  const rng = new Rng(shape.seed + 1)
  const positives = known.map(() => rng.below(50))
  const training = { documents: rng.below(1000), positives }
  const evaluation = new Evaluation({
    labelCount: shape.labels,
    labelName: (l) => known[l],
    training,
    keep,
    beta: 2,
    details: { bands: [30, 5], resamples: 5 },
  })
  for (const { scores, comparable, truth, judged, assigned } of documents) {
    const byLabel = new Float64Array(shape.labels)
    for (const [name, score] of comparable) byLabel[ids.get(name)!] = score
    evaluation.add(
      scoresOf(
        shape.labels,
        [...scores].map(([name, score]) => [ids.get(name)!, score] as const),
      ),
      truth.filter((name) => ids.has(name)).map((name) => ids.get(name)!),
      truth.filter((name) => !ids.has(name)),
      judged,
      assigned.map((name) => ids.get(name)!),
      byLabel,
    )
  }
  const counts = { documents: training.documents, positives: new Map(known.map((n, l) => [n, positives[l]])) }
  const { details, ...fast } = evaluation.result()
  const { intervals: _, ...compared } = details!
  const slow = naiveMeasures(known, documents, counts, keep, 2)
  const slowDetails = naiveDetails(known, documents, counts, [30, 5], slow.perLabel)
  expectSame({ ...compared, outcomes: evaluation.outcomes() }, slowDetails, 'details')
  return { fast, slow }
}

/** Equal up to 1e-9, everywhere in the object, and nothing more or less in it. */
function expectSame(actual: unknown, expected: unknown, path = 'result'): void {
  if (typeof expected === 'number' && typeof actual === 'number') {
    if (!(Math.abs(actual - expected) <= 1e-9)) expect(actual, path).toBe(expected)
  } else if (
    typeof expected === 'object' &&
    expected !== null &&
    typeof actual === 'object' &&
    actual !== null
  ) {
    expect(Object.keys(actual).sort(), path).toEqual(Object.keys(expected).sort())
    for (const [key, value] of Object.entries(expected)) {
      expectSame((actual as Record<string, unknown>)[key], value, `${path}.${key}`)
    }
  } else expect(actual, path).toBe(expected)
}

const shapes = (labels: fc.Arbitrary<number>, documents: number): fc.Arbitrary<Shape> =>
  fc.record({
    labels,
    documents: fc.integer({ min: 0, max: documents }),
    unknown: fc.constantFrom(0, 1, 4),
    retrieved: fc.constantFrom(0, 0.1, 0.5, 0.9, 1),
    levels: fc.constantFrom(1, 2, 5, 1000),
    truths: fc.constantFrom(0, 1, 3, 8, 60),
    seed: fc.integer({ min: 1, max: 1e9 }),
  })

describe('Evaluation against the naive version', () => {
  it('agrees on few labels', () => {
    fc.assert(
      fc.property(shapes(fc.integer({ min: 1, max: 12 }), 25), (shape) => {
        const { fast, slow } = evaluate(shape, 200)
        expectSame(fast, slow)
      }),
      { numRuns: 250 },
    )
  })

  it('agrees on up to 200 labels, where nothing is left out', () => {
    fc.assert(
      fc.property(shapes(fc.integer({ min: 13, max: 200 }), 8), (shape) => {
        const { fast } = evaluate(shape, 200)
        const { slow } = evaluate(shape, Number.POSITIVE_INFINITY)
        expectSame(fast, slow)
      }),
      { numRuns: 40 },
    )
  })

  it('agrees beyond 200 labels, where each document keeps its best and its true', () => {
    fc.assert(
      fc.property(shapes(fc.integer({ min: 201, max: 300 }), 6), (shape) => {
        const { fast, slow } = evaluate(shape, 200)
        expectSame(fast, slow)
      }),
      { numRuns: 20 },
    )
  })

  it('agrees when very few are kept', () => {
    fc.assert(
      fc.property(
        shapes(fc.integer({ min: 2, max: 30 }), 15),
        fc.integer({ min: 0, max: 5 }),
        (shape, keep) => {
          const { fast, slow } = evaluate(shape, keep)
          expectSame(fast, slow)
        },
      ),
      { numRuns: 150 },
    )
  })
})
