// One label against the rest: which documents count, and what the options change.

import { describe, expect, it } from 'vitest'
import type { Contribution, Model } from '../../src/contract.js'
import { type SvmOptions, svm } from '../../src/learners/svm.js'
import { defaultOptions } from '../../src/options.js'
import { datasetOf, type PlainRow, row } from './plain-rows.js'

function trained(rows: PlainRow[], given: Partial<SvmOptions> = {}): Model {
  const options = { ...defaultOptions(svm.options), tolerance: 1e-6, maxPasses: 10_000, ...given }
  return svm.train(datasetOf(rows), options, { seed: 1 })
}

function weightOf(model: Model, label: number, feature: number): number {
  const data = datasetOf([row([[feature, 1]])])
  const parts: Contribution[] = model.explain(data, 0, label)
  return parts.find((part) => part.feature === feature)?.weight ?? 0
}

const biasOf = (model: Model, label: number): number =>
  model.explain(datasetOf([row([])]), 0, label).find(({ feature }) => feature === -1)?.weight ?? 0

describe('svm', () => {
  it('has each label against the rest, by hand', () => {
    // Label 0 has +1 at x_0 and −1 at x_1: w_0 = −w_1 = α, b = 0, z = α for both: α = 1 = C, as ½·2α² + 2(1 − α).
    const model = trained([row([[0, 1]], 0), row([[1, 1]], 1)])
    expect(weightOf(model, 0, 0)).toBeCloseTo(1, 5)
    expect(weightOf(model, 0, 1)).toBeCloseTo(-1, 5)
    expect(weightOf(model, 1, 1)).toBeCloseTo(1, 5)
    expect(biasOf(model, 0)).toBeCloseTo(0, 5)
  })

  it('leaves out documents that do not say whether they have a label', () => {
    const known = [row([[0, 1]], 0), row([[1, 1]], 1), row([], 0)]
    const partial: PlainRow = { x: [[2, 1]], labels: [1], not: [], judged: 2 }
    const model = trained([...known, partial])
    const without = trained(known)
    expect(weightOf(model, 0, 2)).toBe(0)
    expect(weightOf(model, 0, 0)).toBeCloseTo(weightOf(without, 0, 0), 5)
    expect(weightOf(model, 1, 2)).toBeGreaterThan(0)
    const denied = trained([...known, { x: [[2, 1]], labels: [], not: [0], judged: 2 }])
    expect(weightOf(denied, 0, 2)).toBeLessThan(0)
    expect(weightOf(denied, 1, 2)).toBe(0)
  })

  it('takes errors on documents that have the label more seriously when told', () => {
    const rows = [row([[0, 1]], 0), row([[0, 1]]), row([[0, 1]]), row([[1, 1]], 1)]
    const plain = trained(rows)
    const keen = trained(rows, { positiveWeight: 10 })
    expect(weightOf(keen, 0, 0)).toBeGreaterThan(weightOf(plain, 0, 0) + 0.1)
  })

  it('multiplies words by their log-count ratios when told', () => {
    // p = (1 + 1, 1), n = (1, 1 + 1): r = ±ln 2, sums equal. Scaled rows ±ln 2 at x_0, x_1: w_0 = ln 2 · (w in r).
    const model = trained([row([[0, 1]], 0), row([[1, 1]], 1)], { nbWeights: true })
    const plain = trained([row([[0, Math.LN2]], 0), row([[1, Math.LN2]], 1)])
    expect(weightOf(model, 0, 0)).toBeCloseTo(weightOf(plain, 0, 0) * Math.LN2, 5)
    expect(weightOf(model, 0, 1)).toBeCloseTo(weightOf(plain, 0, 1) * Math.LN2, 5)
  })

  it('drops small weights when told', () => {
    const rows = [
      row(
        [
          [0, 1],
          [2, 0.01],
        ],
        0,
      ),
      row([[1, 1]], 1),
    ]
    expect(weightOf(trained(rows), 0, 2)).not.toBe(0)
    const pruned = trained(rows, { prune: 0.1 })
    expect(weightOf(pruned, 0, 2)).toBe(0)
    expect(weightOf(pruned, 0, 0)).toBeCloseTo(weightOf(trained(rows), 0, 0), 9)
    expect(pruned.figures().weights).toBe(4)
  })
})
