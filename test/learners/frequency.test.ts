// The frequency baseline: counts, whatever the text.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { frequency } from '../../packages/abound/src/learners/frequency/index.js'
import { datasetOf, eighths, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, learnAll } from './trained.js'

function trained(rows: readonly PlainRow[], labels = 0): OnlineTrainer {
  return learnAll(frequency.start({ documents: rows.length, features: 0, labels }, {}, CONTEXT), rows)
}

const rows = plainRows(4, 7, eighths, { maxLength: 30 })

describe('frequency', () => {
  it('scores each label by its documents, whatever the text', () => {
    fc.assert(
      fc.property(rows, fc.integer({ min: 0, max: 3 }), (given, known) => {
        const model = trained(given, known).model()
        const counts = new Map<number, number>()
        const named = given.flatMap(({ labels, not }) => [...labels, ...not])
        const labelCount = Math.max(known - 1, ...named) + 1
        for (let label = 0; label < labelCount; label++) {
          counts.set(label, given.filter(({ labels }) => labels.includes(label)).length)
        }
        const data = datasetOf([row([]), row('0:3 9:1')])
        expect(scoresOf(model, data, 0)).toEqual(counts)
        expect(scoresOf(model, data, 1)).toEqual(counts)
        for (const [label, count] of counts) {
          const parts = model.explain(data, 1, label)
          expect(parts).toEqual(count === 0 ? [] : [{ feature: -1, weight: count }])
        }
      }),
    )
  })

  it('goes on after saving and loading', () => {
    fc.assert(
      fc.property(rows, rows, (first, second) => {
        const loaded = frequency.resume(trained(first).state(), {}, CONTEXT)
        const data = datasetOf(second)
        for (let at = 0; at < data.count; at++) loaded.learn(data, at)
        expect(loaded.state()).toEqual(trained([...first, ...second]).state())
      }),
    )
  })

  it('refuses damaged states', () => {
    for (const counts of [
      undefined,
      Float64Array.of(1, Number.NaN),
      Float32Array.of(Number.POSITIVE_INFINITY),
    ]) {
      const arrays = counts === undefined ? {} : { counts }
      expect(() => frequency.resume({ numbers: {}, arrays }, {}, CONTEXT)).toThrow(InputError)
    }
  })
})
