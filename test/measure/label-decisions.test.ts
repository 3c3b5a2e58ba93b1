import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LabelDecisions } from '../../packages/abound/src/measure/label-decisions.js'

type Decision = readonly [document: number, label: number, right: boolean]

/** Σ over labels of F1, with weights of documents. */
function f1Sum(decisions: readonly Decision[], weights: readonly number[]): number {
  let sum = 0
  for (let label = 0; label < 4; label++) {
    let right = 0
    let all = 0
    for (const [document, of, isRight] of decisions) {
      if (of !== label) continue
      right += isRight ? weights[document] : 0
      all += weights[document] * (isRight ? 2 : 1)
    }
    if (all > 0) sum += (2 * right) / all
  }
  return sum
}

describe('the influence of documents on macro-F1', () => {
  it('is the derivative by their weights', () => {
    const decision = fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 3 }), fc.boolean())
    const distinct = fc.uniqueArray(decision, { selector: ([d, l]) => d * 4 + l, maxLength: 24 })
    fc.assert(
      fc.property(distinct, (decisions) => {
        const collected = new LabelDecisions()
        for (const [document, label, right] of decisions) collected.add(document, label, right)
        const influence = collected.influence(4, 6)!
        const step = 1e-5
        for (let d = 0; d < 6; d++) {
          const weights = (change: number) => Array.from({ length: 6 }, (_, i) => (i === d ? 1 + change : 1))
          const slope = (f1Sum(decisions, weights(step)) - f1Sum(decisions, weights(-step))) / (2 * step)
          expect(influence[d]).toBeCloseTo(slope, 7)
        }
      }),
    )
  })

  it('is not given where decisions had to be dropped', () => {
    const collected = new LabelDecisions(2)
    collected.add(0, 0, true)
    collected.add(1, 0, true)
    expect(collected.influence(1, 2)).toEqual(Float64Array.of(0, 0))
    collected.add(2, 0, true)
    expect(collected.influence(1, 3)).toBeUndefined()
  })
})
