// Weights dense, listed and shared, against a Map.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { WeightRows, weightRowsFrom } from '../../packages/abound/src/models/weight-rows.js'
import { Postings } from '../../packages/abound/src/structures/postings.js'
import { datasetOf, entriesOf, row, signedEighths } from '../learners/plain-rows.js'

const FEATURES = 12
const LABELS = 40

type Entries = readonly (readonly [number, number])[]
type Step =
  | { readonly kind: 'add'; readonly feature: number; readonly label: number; readonly delta: number }
  | { readonly kind: 'row'; readonly x: Entries; readonly scales: Entries }
  | { readonly kind: 'all'; readonly x: Entries; readonly scale: number }
  | { readonly kind: 'grow'; readonly features: number; readonly labels: number }

const feature = fc.nat({ max: FEATURES - 1 })
const label = fc.nat({ max: LABELS - 1 })
const x = entriesOf(FEATURES, signedEighths)
const scales = entriesOf(LABELS, signedEighths)
const add: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('add' as const),
  feature,
  label,
  delta: signedEighths,
})
const addRow: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('row' as const), x, scales })
const addToAll: fc.Arbitrary<Step> = fc.record({ kind: fc.constant('all' as const), x, scale: signedEighths })
const grow: fc.Arbitrary<Step> = fc.record({
  kind: fc.constant('grow' as const),
  features: fc.nat({ max: FEATURES }),
  labels: fc.nat({ max: LABELS }),
})
const mostlyRows = { arbitrary: addRow, weight: 3 }
const own = fc.oneof(add, mostlyRows, grow)
const anyStep = fc.oneof(add, mostlyRows, addToAll, grow)
const steps = (one: fc.Arbitrary<Step>): fc.Arbitrary<Step[]> => fc.array(one, { maxLength: 30 })

/** Lists from the first row on; dense until the 400th byte, which some runs reach; dense. */
const LIMITS = [-1, 400, 2 ** 26]
const most = (ids: readonly number[]): number => ids.reduce((a, b) => Math.max(a, b), -1)

/** Does the steps; growth comes before them as a learner would ask for it. */
function played(given: readonly Step[], limit: number): WeightRows {
  const rows = new WeightRows(0, 0, limit)
  for (const step of given) play(rows, step)
  return rows
}

function play(rows: WeightRows, step: Step): void {
  if (step.kind === 'grow') rows.ensure(step.features, step.labels)
  else if (step.kind === 'add') {
    rows.ensure(step.feature + 1, step.label + 1)
    rows.add(step.feature, step.label, step.delta)
  } else {
    const data = datasetOf([row(step.x)])
    rows.ensure(data.featureCount, 0)
    if (step.kind === 'all') rows.addToAll(data, 0, step.scale)
    else {
      const labels = step.scales.map(([id]) => id)
      rows.ensure(0, most(labels) + 1)
      // Longer than need be: only the first `count` count.
      const ids = Uint32Array.from([...labels, 0])
      const by = Float64Array.from([...step.scales.map(([, scale]) => scale), 9])
      rows.addScaledRow(data, 0, ids, by, labels.length)
    }
  }
}

/** Weights by `feature label`, those of 0 left out. */
class Plain {
  features = 0
  labels = 0
  readonly weights = new Map<string, number>()

  add(feature: number, label: number, delta: number): void {
    this.features = Math.max(this.features, feature + 1)
    this.labels = Math.max(this.labels, label + 1)
    const sum = this.get(feature, label) + delta
    if (sum === 0) this.weights.delete(`${feature} ${label}`)
    else this.weights.set(`${feature} ${label}`, sum)
  }

  get(feature: number, label: number): number {
    return this.weights.get(`${feature} ${label}`) ?? 0
  }

  play(step: Step): void {
    if (step.kind === 'grow') {
      this.features = Math.max(this.features, step.features)
      this.labels = Math.max(this.labels, step.labels)
    } else if (step.kind === 'add') this.add(step.feature, step.label, step.delta)
    else {
      this.features = Math.max(this.features, most(step.x.map(([f]) => f)) + 1)
      const scales: Entries =
        step.kind === 'row'
          ? step.scales
          : Array.from({ length: this.labels }, (_, l) => [l, step.scale] as const)
      this.labels = Math.max(this.labels, most(scales.map(([l]) => l)) + 1)
      for (const [f, value] of step.x) for (const [l, scale] of scales) this.add(f, l, scale * value)
    }
  }
}

function plainOf(given: readonly Step[]): Plain {
  const plain = new Plain()
  for (const step of given) plain.play(step)
  return plain
}

function weightsOf(rows: WeightRows): Map<string, number> {
  const out = new Map<string, number>()
  rows.forEach((f, l, weight) => {
    expect(out.has(`${f} ${l}`)).toBe(false)
    out.set(`${f} ${l}`, weight)
  })
  return out
}

/** The same one by one, also beyond what it has. */
function gotten(rows: WeightRows): Map<string, number> {
  const out = new Map<string, number>()
  for (let f = 0; f < FEATURES + 1; f++) {
    for (let l = 0; l < LABELS + 1; l++) if (rows.get(f, l) !== 0) out.set(`${f} ${l}`, rows.get(f, l))
  }
  return out
}

const inOrder = (weights: Map<string, number>): [string, number][] =>
  [...weights].sort(([a], [b]) => (a < b ? -1 : 1))

/** Scores of all labels; the entries are beyond what is known at times. */
function scoresOf(rows: WeightRows, entries: Entries, factor?: number): number[] {
  const scores = new Float64Array(rows.labelCount)
  rows.addScores(datasetOf([row(entries)]), 0, scores, factor)
  return [...scores]
}

/** The same through an accumulator, the untouched filled in. */
function touchedScoresOf(rows: WeightRows, entries: Entries): number[] {
  const out = createScores(rows.labelCount)
  const rest = rows.score(datasetOf([row(entries)]), 0, out)
  const touched = new Set(out.touched.subarray(0, out.count))
  expect(touched.size).toBe(out.count)
  return Array.from(out.values, (score, l) => {
    expect(out.seen[l]).toBe(touched.has(l) ? 1 : 0)
    if (!touched.has(l)) expect(score).toBe(0)
    return touched.has(l) ? score : rest
  })
}

function stored(rows: WeightRows): Record<string, NumberArray> {
  const arrays: Record<string, NumberArray> = {}
  rows.store('w', arrays)
  return arrays
}

describe('WeightRows', () => {
  it('adds as a Map does, however it stores', () => {
    fc.assert(
      fc.property(steps(anyStep), (given) => {
        const plain = plainOf(given)
        for (const limit of LIMITS) {
          const rows = played(given, limit)
          expect([rows.featureCount, rows.labelCount]).toEqual([plain.features, plain.labels])
          expect(inOrder(weightsOf(rows))).toEqual(inOrder(plain.weights))
          expect(inOrder(gotten(rows))).toEqual(inOrder(plain.weights))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('counts its own weights that are not 0', () => {
    fc.assert(
      fc.property(steps(own), (given) => {
        const { size } = plainOf(given).weights
        for (const limit of LIMITS) expect(played(given, limit).entries()).toBe(size)
      }),
      { numRuns: 60 },
    )
  })

  it('scores every label as the sum over the row says', () => {
    fc.assert(
      fc.property(steps(anyStep), entriesOf(FEATURES + 3, signedEighths), (given, query) => {
        const plain = plainOf(given)
        const expected = Array.from({ length: plain.labels }, (_, l) =>
          query.reduce((sum, [f, value]) => sum + value * plain.get(f, l), 0),
        )
        for (const limit of LIMITS) {
          const rows = played(given, limit)
          // Eighths: sums are exact in any order.
          expect(scoresOf(rows, query)).toEqual(expected)
          expect(scoresOf(rows, query, -0.5)).toEqual(expected.map((score) => -0.5 * score + 0))
          expect(touchedScoresOf(rows, query)).toEqual(expected)
        }
      }),
      { numRuns: 60 },
    )
  })

  it('scores the same to the last bit dense, listed and after storing', () => {
    const uneven = fc.double({ min: -3, max: 3, noNaN: true })
    const step = fc.oneof(
      fc.record({ kind: fc.constant('row' as const), x: entriesOf(FEATURES, uneven), scales }),
      fc.record({ kind: fc.constant('all' as const), x: entriesOf(FEATURES, uneven), scale: uneven }),
      grow,
    )
    fc.assert(
      fc.property(steps(step), entriesOf(FEATURES, uneven), (given, query) => {
        const [first, ...others] = LIMITS.map((limit) => played(given, limit))
        const scores = scoresOf(first, query)
        for (const rows of [first, ...others]) {
          expect(scoresOf(rows, query)).toEqual(scores)
          expect(touchedScoresOf(rows, query)).toEqual(scores)
          for (const limit of LIMITS) {
            const loaded = weightRowsFrom(stored(rows), 'w', rows.labelCount, limit)
            expect(scoresOf(loaded, query)).toEqual(scores)
            expect(touchedScoresOf(loaded, query)).toEqual(scores)
          }
        }
      }),
      { numRuns: 40 },
    )
  })

  it('stores the same whatever its form, and goes on after loading as if it had not been stored', () => {
    fc.assert(
      fc.property(steps(anyStep), steps(anyStep), (before, after) => {
        const arrays = stored(played(before, LIMITS[0]))
        for (const limit of LIMITS) {
          const rows = played(before, limit)
          expect(stored(rows)).toEqual(arrays)
          const loaded = weightRowsFrom(stored(rows), 'w', rows.labelCount, limit)
          for (const step of after) {
            play(rows, step)
            play(loaded, step)
          }
          expect(stored(loaded)).toEqual(stored(rows))
        }
      }),
      { numRuns: 40 },
    )
  })

  it('takes lists in any order, reads them and adds to them', () => {
    fc.assert(
      fc.property(
        fc.array(fc.uniqueArray(fc.tuple(label, signedEighths), { selector: ([l]) => l }), { maxLength: 6 }),
        steps(own),
        (lists, given) => {
          for (const limit of LIMITS) {
            const plain = new Plain()
            const postings = new Postings()
            plain.labels = LABELS
            for (const [f, list] of lists.entries()) {
              postings.ensure(f)
              for (const [l, weight] of list) {
                postings.append(f, l, weight)
                plain.add(f, l, weight)
              }
            }
            const rows = WeightRows.over(postings, LABELS, undefined, limit)
            expect(inOrder(weightsOf(rows))).toEqual(inOrder(plain.weights))
            const added = new WeightRows(lists.length, LABELS)
            for (const [f, list] of lists.entries()) for (const [l, weight] of list) added.add(f, l, weight)
            expect(stored(rows)).toEqual(stored(added))
            for (const step of given) {
              play(rows, step)
              plain.play(step)
            }
            expect(inOrder(weightsOf(rows))).toEqual(inOrder(plain.weights))
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  it('adds rows of two together', () => {
    fc.assert(
      fc.property(
        steps(own),
        steps(own),
        fc.constantFrom(...LIMITS),
        fc.constantFrom(...LIMITS),
        (a, b, m, n) => {
          const plain = plainOf(a)
          for (const [key, weight] of plainOf(b).weights) {
            const [f, l] = key.split(' ').map(Number)
            plain.add(f, l, -0.5 * weight)
          }
          const sum = played(a, m).plus(played(b, n), -0.5)
          expect(inOrder(weightsOf(sum))).toEqual(inOrder(plain.weights))
        },
      ),
      { numRuns: 60 },
    )
  })

  it('gives a label that comes later none of what was added to all before', () => {
    const rows = new WeightRows(1, 2)
    const data = datasetOf([row([[0, 2]])])
    rows.addToAll(data, 0, 3)
    rows.ensure(1, 3)
    rows.addToAll(data, 0, 0.5)
    rows.ensure(1, 4)
    rows.add(0, 1, -7)
    expect([0, 1, 2, 3].map((l) => rows.get(0, l))).toEqual([7, 0, 1, 0])
    expect(weightsOf(rows)).toEqual(
      new Map([
        ['0 0', 7],
        ['0 2', 1],
      ]),
    )
    expect(scoresOf(rows, [[0, 2]])).toEqual([14, 0, 2, 0])
    expect(stored(rows)).toMatchObject({
      'w.shared.limits': Uint8Array.of(2, 3),
      'w.shared.epochs': Uint8Array.of(0, 1),
      'w.shared.weights': Uint8Array.of(6, 1),
    })
  })

  it('touches only labels with a listed weight on the row, and says what the others score', () => {
    const rows = new WeightRows(3, 1000, -1)
    const data = datasetOf([row([[0, 1]]), row([[1, 1]])])
    rows.add(0, 900, 2)
    rows.add(1, 7, 5)
    rows.addToAll(data, 0, -0.25)
    const out = createScores(1000)
    expect(rows.score(data, 0, out)).toBe(-0.25)
    expect([out.count, out.touched[0], out.values[900]]).toEqual([1, 900, 1.75])
  })

  it('becomes lists when they are smaller, and takes no more room for features when labels come', () => {
    const rows = new WeightRows(100, 1, 10_000)
    rows.add(99, 0, 1)
    for (let labels = 2; labels <= 12; labels++) rows.ensure(100, labels)
    expect(rows.bytes()).toBeLessThanOrEqual(100 * 18 * 8)
    const dense = rows.bytes()
    rows.ensure(100, 200)
    expect(rows.bytes()).toBeLessThan(dense)
    expect(rows.get(99, 0)).toBe(1)
  })

  it('refuses arrays that it could not have stored', () => {
    const rows = new WeightRows(2, 3)
    const data = datasetOf([row([0, 1].map((feature) => [feature, 1 / (feature + 1)] as const))])
    rows.addScaledRow(data, 0, Uint32Array.of(2, 0), Float64Array.of(1, 2), 2)
    rows.addToAll(data, 0, 1)
    rows.ensure(2, 5)
    rows.addToAll(data, 0, 1)
    const good = stored(rows)
    expect(weightRowsFrom(good, 'w', 5).get(1, 2)).toBe(1.5)
    const bad: Record<string, NumberArray>[] = [
      { 'w.labels': Uint8Array.of(0, 5, 0, 2) },
      { 'w.lengths': Uint8Array.of(2, 1) },
      { 'w.weights': Float64Array.of(1, 2, 3, Number.NaN) },
      { 'w.shared.limits': Uint8Array.of(5, 3) },
      { 'w.shared.limits': Uint8Array.of(3, 6) },
      { 'w.shared.epochs': Uint8Array.of(0, 2, 0, 1) },
      { 'w.shared.lengths': Uint8Array.of(2, 3) },
      { 'w.shared.weights': Float32Array.of(1, 1, Number.POSITIVE_INFINITY, 1) },
    ]
    for (const change of bad) expect(() => weightRowsFrom({ ...good, ...change }, 'w', 5)).toThrow(InputError)
  })

  it('can be had without those near 0, and from a matrix', () => {
    fc.assert(
      fc.property(steps(anyStep), fc.constantFrom(...LIMITS), signedEighths, (given, limit, size) => {
        const rows = played(given, limit)
        const least = Math.abs(size)
        const pruned = rows.pruned(least)
        const { featureCount, labelCount } = rows
        const matrix = new Float64Array(featureCount * labelCount)
        expect([pruned.featureCount, pruned.labelCount]).toEqual([featureCount, labelCount])
        for (let f = 0; f < featureCount; f++) {
          for (let l = 0; l < labelCount; l++) {
            const weight = rows.get(f, l)
            expect(pruned.get(f, l)).toBe(Math.abs(weight) < least ? 0 : weight)
            matrix[f * labelCount + l] = weight
          }
        }
        const same = WeightRows.ofMatrix(matrix, featureCount, labelCount)
        for (let f = 0; f < featureCount; f++)
          for (let l = 0; l < labelCount; l++) expect(same.get(f, l)).toBe(rows.get(f, l))
      }),
      { numRuns: 30 },
    )
  })
})
