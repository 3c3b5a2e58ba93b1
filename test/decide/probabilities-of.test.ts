// The probabilities of some labels: what all of them would be, picked.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  documentProbabilities,
  probabilitiesOf,
} from '../../packages/abound/src/decide/document-probabilities.js'
import { fitCalibration } from '../../packages/abound/src/decide/probability-calibration.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'

const LABELS = 6

function calibration(rivalShare: number, oneLabel: boolean) {
  const offsets = Uint32Array.from({ length: LABELS + 1 }, (_, label) => label * 4)
  const scores = Float64Array.from({ length: LABELS * 4 }, (_, i) => 3 - (i % 4) + i / 10)
  const truth = Uint8Array.from({ length: LABELS * 4 }, (_, i) => (i % 4 < 2 ? 1 : 0))
  return fitCalibration({ offsets, scores, truth }, { enough: 2, rivalShare, oneLabel })
}

describe('probabilitiesOf', () => {
  it('equals the probabilities of all labels', () => {
    const scored = fc.uniqueArray(fc.tuple(fc.nat(LABELS - 1), fc.double({ min: -9, max: 9, noNaN: true })), {
      selector: ([label]) => label,
    })
    fc.assert(
      fc.property(
        scored,
        fc.constantFrom(0, 0.5, 1),
        fc.boolean(),
        fc.nat(),
        (pairs, share, oneLabel, cut) => {
          const scores = createScores(LABELS)
          for (const [label, value] of pairs) {
            scores.values[label] = value
            scores.seen[label] = 1
            scores.touched[scores.count++] = label
          }
          const fitted = calibration(share, oneLabel)
          const all = new Float64Array(LABELS)
          documentProbabilities(fitted, scores, scores.values, all)
          const some = scores.touched.slice(0, cut % (scores.count + 1))
          const found = new Float64Array(LABELS).fill(Number.NaN)
          probabilitiesOf(fitted, scores, scores.values, some, found)
          for (const label of some) expect(found[label]).toBe(all[label])
        },
      ),
    )
  })
})
