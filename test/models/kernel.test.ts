// States of kernel and voted models that could not have been stored are refused; whatever else is in them, nothing breaks.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dataset, NumberArray, State } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { mmp } from '../../packages/abound/src/learners/mmp/index.js'
import { KernelFunction } from '../../packages/abound/src/models/kernel-function.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { SupportRows } from '../../packages/abound/src/models/support-rows.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { datasetOf, row, scoresOf } from '../learners/plain-rows.js'
import { CONTEXT, EMPTY, learnAll } from '../learners/trained.js'

const ROWS = [row('0:1 1:2', 0), row('1:1 2:0.5', 1), row('2:2', 0, 2), row('0:1 2:1', 1)]

function stateOf(vote: boolean): State {
  const options = { ...defaultOptions(mmp.options), kernel: 'rbf' as const, vote, loss: 2 as const }
  return learnAll(mmp.start(EMPTY, options, CONTEXT), ROWS)
    .model()
    .state()
}

const changed = (state: State, arrays: Record<string, NumberArray>, numbers = {}): State => ({
  numbers: { ...state.numbers, ...numbers },
  arrays: { ...state.arrays, ...arrays },
})

describe('a kernel model’s state', () => {
  it.each([false, true])('gives the same scores and the same state again (vote %s)', (vote) => {
    const state = stateOf(vote)
    const model = restoreModel('linear', state)
    expect(model.kind).toBe('kernel')
    expect(model.state()).toEqual(state)
    const again = restoreModel('kernel', state)
    const data = datasetOf(ROWS)
    for (let at = 0; at < data.count; at++)
      expect(scoresOf(again, data, at)).toEqual(scoresOf(model, data, at))
  })

  it('is refused where it names documents, labels, words or a kernel that there are not', () => {
    const state = stateOf(true)
    const lies: [Record<string, NumberArray>, Record<string, number>?][] = [
      [{ 'support.rows': new Uint8Array(state.arrays['support.rows'].length).fill(99) }],
      [{ 'support.lengths': Uint8Array.of(1) }],
      [{ 'support.values': Float64Array.of(1) }],
      [{ 'support.squares': new Float64Array(4).fill(Number.NaN) }],
      [{ 'support.squares': new Float64Array(20_000) }],
      [{ 'coefficients.labels': new Uint8Array(state.arrays['coefficients.labels'].length).fill(9) }],
      [{ bias: Float64Array.of(1) }],
      [{ 'moves.places': new Uint8Array(state.arrays['moves.places'].length).fill(77) }],
      [{ 'moves.steps': new Uint8Array(state.arrays['moves.steps'].length).fill(200) }],
      [{ 'moves.steps': state.arrays['moves.steps'].slice().reverse() }],
      [{ 'moves.lengths': Uint8Array.of(1) }],
      [{}, { kernel: 7 }],
      [{}, { degree: 0.5 }],
      [{}, { degree: 1e9 }],
      [{}, { gamma: -1 }],
      [{}, { features: 1 }],
      [{}, { features: 1e15 }],
      [{}, { documents: -1 }],
    ]
    for (const [arrays, numbers] of lies)
      expect(
        () => restoreModel('linear', changed(state, arrays, numbers)),
        JSON.stringify([Object.keys(arrays), numbers]),
      ).toThrow(InputError)
  })

  it('with any numbers in it is refused, or scores', () => {
    const numbers = fc.array(fc.oneof(fc.nat({ max: 5 }), fc.double()), { maxLength: 12 })
    fc.assert(
      fc.property(fc.boolean(), fc.nat(), numbers, fc.boolean(), (vote, which, values, whole) => {
        const state = stateOf(vote)
        const names = Object.keys(state.arrays)
        const name = names[which % names.length]
        const array = whole ? Uint32Array.from(values) : Float64Array.from(values)
        try {
          const model = restoreModel('linear', changed(state, { [name]: array }))
          scoresOf(model, datasetOf(ROWS), 0)
          model.explain(datasetOf(ROWS), 0, 0)
        } catch (error) {
          if (!(error instanceof InputError)) throw error
        }
      }),
      { numRuns: 300 },
    )
  })
})

describe('documents that are kept', () => {
  const kernel = { kernel: 'rbf', degree: 2, gamma: 0.5, coef0: 1 } as const
  const kernelsIn = (rows: SupportRows, data: Dataset, at: number): number[] => [
    ...rows.kernelsOf(data, at).chunks[0].values.subarray(0, rows.count),
  ]

  it('give the kernels of a document, words that none of them was kept with left out', () => {
    const rows = new SupportRows(new KernelFunction(kernel), 0)
    const data = datasetOf([row('0:1'), row('1:2'), row('0:1 1:1 7:3')])
    rows.keep(data, 0)
    rows.keep(data, 1)
    // ‖x − z‖² of x = (1, 1): 1 and 1 + 1.
    expect(kernelsIn(rows, data, 2)).toEqual([Math.exp(-0.5), Math.exp(-1)].map(Math.fround))
  })

  it('are found again by what is in them, in whatever order', () => {
    const rows = new SupportRows(new KernelFunction(kernel), 3)
    const data = datasetOf([row('0:1 1:0.3'), row('1:0.3 0:1'), row('0:1 1:0.3001'), row('2:1')])
    const places = [0, 1, 2, 3, 0].map((at) => {
      rows.kernelsOf(data, at)
      return rows.place(data, at)
    })
    expect(places).toEqual([0, 0, 1, 2, 0])
  })
})
