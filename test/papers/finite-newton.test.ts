// The solver that FF's time is held against: it must solve the SVM's problem, or its time says nothing.

import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { trainFiniteNewton } from '../../packages/lab/src/papers/mcg09/finite-newton.js'

const FEATURES = 6

/** Rows of two or three words; the label goes by word 0, but for every seventh. */
function made(count: number): Document[] {
  return Array.from({ length: count }, (_, i) => {
    const features = Uint32Array.of(i % 2, 2 + (i % 3), 5)
    const values = Float64Array.of(1, 0.5 + (i % 5) / 10, (i % 4) / 4)
    const isFirst = i % 7 === 0 ? i % 2 === 1 : i % 2 === 0
    return { vector: { features, values }, labels: [isFirst ? 'a' : 'b'] }
  })
}

/** ½‖w‖² + C Σ max(0, 1 − y w·x)², the bias a weight like the others. */
function objective(
  documents: readonly Document[],
  label: string,
  cost: number,
  weights: Float64Array,
): number {
  let sum = weights.reduce((total, w) => total + w * w, 0) / 2
  for (const { vector, labels = [] } of documents) {
    let score = weights[FEATURES]
    for (const [i, f] of vector!.features.entries()) score += vector!.values[i] * weights[f]
    sum += cost * Math.max(0, 1 - (labels.includes(label) ? score : -score)) ** 2
  }
  return sum
}

describe('finite Newton steps', () => {
  it('finds the solution of two rows, by hand', () => {
    const row = (feature: number, label: string): Document => ({
      vector: { features: Uint32Array.of(feature), values: Float64Array.of(1) },
      labels: [label],
    })
    // w = (u, −u), b = 0: ½·2u² + C·2(1 − u)² is least at u = 2C / (1 + 2C).
    const weights = trainFiniteNewton([row(0, 'a'), row(1, 'b')], 2, 1).get('a')!
    for (const [f, w] of [2 / 3, -2 / 3, 0].entries()) expect(weights[f]).toBeCloseTo(w, 3)
  })

  it('goes where no small step makes the objective less', () => {
    const documents = made(60)
    for (const cost of [0.1, 1, 10]) {
      for (const [label, weights] of trainFiniteNewton(documents, FEATURES, cost)) {
        const least = objective(documents, label, cost, weights)
        for (let f = 0; f <= FEATURES; f++) {
          for (const step of [-0.05, 0.05]) {
            const moved = weights.map((w, at) => (at === f ? w + step : w))
            expect(objective(documents, label, cost, moved)).toBeGreaterThan(least)
          }
        }
      }
    }
  })
})
