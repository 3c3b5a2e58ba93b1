import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model, Scores } from '../../../packages/abound/src/contract.js'
import { chooseEngineBy } from '../../../packages/abound/src/engine/engine.js'
import { createScores } from '../../../packages/abound/src/engine/scores.js'
import { wasmEngine } from '../../../packages/abound/src/engine/wasm/wasm-engine.js'
import { IndexHalf, IndexModel } from '../../../packages/abound/src/models/feature-index.js'
import { LinearModel } from '../../../packages/abound/src/models/linear.js'
import { WeightRows } from '../../../packages/abound/src/models/weight-rows.js'
import { DatasetBuilder } from '../../../packages/abound/src/structures/dataset.js'
import { Postings } from '../../../packages/abound/src/structures/postings.js'

const FEATURES = 12

chooseEngineBy(() => wasmEngine)

const weight = fc.double({ min: 0.001, max: 10, noNaN: true })
const rows = fc.array(
  fc.uniqueArray(fc.tuple(fc.nat({ max: FEATURES + 2 }), fc.double({ min: -2, max: 3, noNaN: true })), {
    selector: ([feature]) => feature,
    maxLength: 14,
  }),
  { minLength: 1, maxLength: 6 },
)

/** All ways to score give the same bits for the same labels, row after row: alone, and by weights that others laid out. */
function expectSame(model: Model, entries: [number, number][][]): void {
  const first = model.scorer?.({ threads: 3, own: 0 })
  const memory = first?.memory as object
  const alone = model.scorer?.({ threads: 1, own: 0 })
  const scorers = [alone, first, model.scorer?.({ threads: 3, own: 2, memory })]
  const data = new DatasetBuilder()
  for (const row of entries) {
    const kept = row.filter(([, value]) => Math.fround(value) !== 0)
    const columns = Uint32Array.from(kept, ([feature]) => feature)
    const values = Float64Array.from(kept, ([, value]) => value)
    data.clear()
    data.addRow(columns, values, kept.length, { positives: [], negatives: [], judged: 0 })
    const plain = createScores(model.labelCount)
    model.score(data, 0, plain)
    for (const scorer of scorers) {
      const fast = scorer?.(columns, values, kept.length) as Scores
      expect(fast.values).toEqual(plain.values)
      expect(fast.seen).toEqual(plain.seen)
      // In the same order, too: probabilities add up in it.
      expect([...fast.touched.subarray(0, fast.count)]).toEqual([...plain.touched.subarray(0, plain.count)])
    }
  }
}

/** Lists of weights by feature, labels drawn by a seed. */
const lists = (labelCount: number) =>
  fc.array(
    fc.uniqueArray(fc.tuple(fc.nat({ max: labelCount - 1 }), weight), {
      selector: ([label]) => label,
      maxLength: 6,
    }),
    {
      minLength: FEATURES,
      maxLength: FEATURES,
    },
  )

function postingsOf(given: readonly (readonly [number, number][])[]): Postings {
  const flat = given.flat()
  return Postings.over(
    Uint32Array.from(given, (list) => list.length),
    Uint32Array.from(flat, ([label]) => label),
    Float64Array.from(flat, ([, value]) => value),
  )
}

describe('scores of rows', () => {
  it('are those of a linear model', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 9 }).chain((labels) => fc.tuple(fc.constant(labels), lists(labels))),
        rows,
        fc.double({ min: -1, max: 1, noNaN: true }),
        fc.boolean(),
        ([labelCount, drawn], entries, bias, single) => {
          // Weights of 32 bits are scored by other code.
          const given = drawn.map((list) =>
            list.map(([label, value]): [number, number] => [label, single ? Math.fround(value) : value]),
          )
          const weights = WeightRows.over(postingsOf(given), labelCount)
          const model = new LinearModel({
            labelCount,
            // With room for a label to come, as those have that go on learning.
            bias: Float64Array.from({ length: labelCount + 1 }, (_, label) => bias * label + 0),
            slope: new Float64Array(labelCount),
            weights,
            scale: 'comparable',
          })
          expectSame(model, entries)
          // Also of weights that are dense already.
          weights.add(3, labelCount - 1, 0.25)
          expectSame(model, entries)
        },
      ),
    )
  })

  it('are those of an index, few labels or many', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(2, 3, 31, 32, 33, 70).chain((labels) => fc.tuple(fc.constant(labels), lists(labels))),
        rows,
        fc.boolean(),
        fc.boolean(),
        fc.constantFrom(0, 0.2),
        ([labelCount, given], entries, rating, presence, retrieveAbove) => {
          const sorted = given.map((list) => [...list].sort(([a, x], [b, y]) => y - x || a - b))
          const totals = Float64Array.from(sorted, (list) => list.reduce((sum, [, value]) => sum + value, 0))
          const counts = Float64Array.from(sorted, (_, feature) => feature)
          const half = new IndexHalf(postingsOf(sorted), totals, counts)
          expectSame(
            new IndexModel(labelCount, half, undefined, { maxDegree: 4, retrieveAbove, rating, presence }),
            entries,
          )
        },
      ),
    )
  })

  it('leave rows that are too long to the model', () => {
    const model = LinearModel.ofWeights(WeightRows.over(postingsOf([[[0, 1]]]), 1))
    const length = 20_000
    const columns = Uint32Array.from({ length }, (_, i) => i)
    const values = new Float64Array(length).fill(1)
    expect(model.scorer({ threads: 1, own: 0 })?.(columns, values, length)).toBeUndefined()
  })

  it('leave the first rows to the model: copying its weights takes longer', () => {
    const model = LinearModel.ofWeights(WeightRows.over(postingsOf([[[0, 2]]]), 1))
    const scorer = model.scorer()
    const answers = Array.from({ length: 100 }, () => scorer?.(Uint32Array.of(0), Float64Array.of(3), 1))
    expect(answers[0]).toBeUndefined()
    expect(answers.at(-1)?.values).toEqual(Float64Array.of(6))
  })
})
