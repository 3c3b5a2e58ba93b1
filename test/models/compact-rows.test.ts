// Small weights against the numbers that they were made of.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { type Bits, CompactRows } from '../../packages/abound/src/models/compact-rows.js'
import { collectLists, type WeightLists } from '../../packages/abound/src/models/weights.js'
import { datasetOf, row } from '../learners/plain-rows.js'

const LABELS = 30

const weight = fc.double({ min: -1e6, max: 1e6, noNaN: true }).map((w) => (Math.abs(w) < 1e-9 ? 1 : w))
const entry = fc.record({ label: fc.nat({ max: LABELS - 1 }), weight })
const features = fc.array(fc.uniqueArray(entry, { maxLength: 12, selector: ({ label }) => label }), {
  maxLength: 8,
})
const bits = fc.constantFrom<Bits>(8, 16, 32)

type Plain = readonly (readonly { label: number; weight: number }[])[]

function listsOf(plain: Plain, common?: readonly number[]): WeightLists {
  const lists = collectLists(plain.length, (feature, add) => {
    for (const { label, weight } of plain[feature]) add(label, weight)
  })
  return common === undefined
    ? lists
    : { ...lists, common: Float64Array.from(plain, (_, f) => common[f] ?? 0) }
}

const largest = (own: Plain[number], common = 0): number =>
  own.reduce((most, { weight }) => Math.max(most, Math.abs(weight)), Math.abs(common))

/** How far a stored weight may be from what it was. */
function error(own: Plain[number], of: Bits, common = 0): number {
  const steps = { 8: 127, 16: 32767, 32: 2 ** 23 }[of]
  // Scales are steps of a quarter of an octave; half a step is lost in rounding, for the weight and what is common.
  return (largest(own, common) * 2 ** 0.25 * (common === 0 ? 0.5 : 1) * 1.000001) / steps
}

describe('weights in few bits', () => {
  it('are near to what they were, and the same after storing', () => {
    fc.assert(
      fc.property(
        features,
        bits,
        fc.option(fc.array(weight, { maxLength: 8 }), { nil: undefined }),
        (plain, of, common) => {
          const rows = CompactRows.of(listsOf(plain, common), LABELS, of)
          expect(rows.bits).toBe(of)
          const arrays: Record<string, NumberArray> = {}
          rows.store('w', arrays)
          const back = CompactRows.from(arrays, 'w', LABELS)
          plain.forEach((own, f) => {
            for (let l = 0; l < LABELS; l++) {
              const wanted = (own.find(({ label }) => label === l)?.weight ?? 0) + (common?.[f] ?? 0)
              expect(Math.abs(rows.get(f, l) - wanted)).toBeLessThanOrEqual(error(own, of, common?.[f]))
              expect(back.get(f, l)).toBe(rows.get(f, l))
            }
          })
          const again: Record<string, NumberArray> = {}
          back.store('w', again)
          expect(again).toEqual(arrays)
        },
      ),
      { numRuns: 60 },
    )
  })

  it('score, list and visit what they hold', () => {
    fc.assert(
      fc.property(features, bits, fc.array(weight, { maxLength: 8 }), (plain, of, common) => {
        const rows = CompactRows.of(listsOf(plain, common), LABELS, of)
        const x = plain.map((_, f) => [f, (f % 3) + 0.5] as const)
        const data = datasetOf([row([...x, [99, 1]])])
        const scores = new Float64Array(LABELS)
        rows.addScores(data, 0, scores)
        for (let l = 0; l < LABELS; l++) {
          const wanted = x.reduce((sum, [f, value]) => sum + value * rows.get(f, l), 0)
          const size = x.reduce((sum, [f, value]) => sum + value * largest(plain[f], common[f]), 1)
          expect(Math.abs(scores[l] - wanted)).toBeLessThan(1e-9 * size)
        }
        for (let f = 0; f < plain.length; f++) {
          const visited = new Map<number, number>()
          rows.forEachOf(f, (label, found) => void visited.set(label, found))
          for (let l = 0; l < LABELS; l++) expect(visited.get(l) ?? 0).toBe(rows.get(f, l))
          const same = rows.rows()
          for (let l = 0; l < LABELS; l++) expect(same.get(f, l)).toBe(rows.get(f, l))
        }
        const same = CompactRows.of(rows.lists(), LABELS, of)
        for (let f = 0; f < plain.length; f++)
          for (let l = 0; l < LABELS; l++) expect(same.get(f, l)).toBe(rows.get(f, l))
      }),
      { numRuns: 40 },
    )
  })

  it('touch only the labels they lead to, and nothing for values below 0', () => {
    const rows = CompactRows.of(listsOf([[{ label: 2, weight: 1 }], [{ label: 5, weight: 0.5 }]]), 9, 8)
    const out = createScores(9)
    const data = datasetOf([
      row([
        [0, 2],
        [1, -1],
      ]),
    ])
    rows.touchScores(data, 0, out, false)
    expect([...out.touched.subarray(0, out.count)]).toEqual([2])
    expect(out.values[2]).toBeCloseTo(2, 1)
    const there = createScores(9)
    rows.touchScores(data, 0, there, true)
    expect(there.values[2]).toBe(rows.get(0, 2))
  })

  it('drop weights that round to 0', () => {
    const rows = CompactRows.of(
      listsOf([
        [
          { label: 0, weight: 1000 },
          { label: 1, weight: 1 },
        ],
      ]),
      2,
      8,
    )
    expect(rows.entries()).toBe(1)
  })

  it('take labels of a byte, two or four', () => {
    const type = (labels: number): string => {
      const arrays: Record<string, NumberArray> = {}
      CompactRows.of(listsOf([[{ label: 0, weight: 1 }]]), labels, 8).store('w', arrays)
      return arrays['w.labels'].constructor.name
    }
    expect([256, 257, 65536, 65537].map(type)).toEqual([
      'Uint8Array',
      'Uint16Array',
      'Uint16Array',
      'Uint32Array',
    ])
  })

  it('refuse weights that no scale holds', () => {
    expect(() => CompactRows.of(listsOf([[{ label: 0, weight: 1e300 }]]), 1, 8)).toThrow(
      /too large for 8 or 16/,
    )
  })
})

describe('stored small weights that lie are refused:', () => {
  const stored = (): Record<string, NumberArray> => {
    const arrays: Record<string, NumberArray> = {}
    const plain = [
      [
        { label: 0, weight: 1 },
        { label: 3, weight: 2 },
      ],
      [{ label: 1, weight: -1 }],
    ]
    CompactRows.of(listsOf(plain, [1, 2]), 4, 8).store('w', arrays)
    return arrays
  }
  const lies: [string, Record<string, NumberArray | undefined>][] = [
    ['no labels', { 'w.labels': undefined }],
    ['labels of the wrong type', { 'w.labels': new Int8Array(3) }],
    ['a label that is not there', { 'w.labels': Uint8Array.of(0, 4, 1) }],
    ['labels that fall', { 'w.labels': Uint8Array.of(3, 0, 1) }],
    ['a label twice', { 'w.labels': Uint8Array.of(3, 3, 1) }],
    ['lengths that do not add up', { 'w.lengths': Uint8Array.of(2, 2) }],
    ['no lengths', { 'w.lengths': undefined }],
    ['codes of the wrong type', { 'w.codes': new Uint8Array(3) }],
    ['too few codes', { 'w.codes': new Int8Array(2) }],
    ['floats that are none', { 'w.codes': Float32Array.of(1, Number.NaN, 1) }],
    ['no scales', { 'w.scales': undefined }],
    ['too few scales', { 'w.scales': new Uint8Array(2) }],
    ['scales of the wrong type', { 'w.scales': new Float32Array(3) }],
    ['too few common weights', { 'w.common': new Int8Array(1) }],
    ['common weights of another type', { 'w.common': new Int16Array(2) }],
  ]
  it.each(lies)('%s', (_, lie) => {
    const arrays = Object.fromEntries(
      Object.entries({ ...stored(), ...lie }).filter(
        (one): one is [string, NumberArray] => one[1] !== undefined,
      ),
    )
    expect(() => CompactRows.from(arrays, 'w', 4)).toThrow(InputError)
  })

  it('none is taken', () => {
    expect(CompactRows.from(stored(), 'w', 4).entries()).toBe(3)
  })
})
