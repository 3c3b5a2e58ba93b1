// One label against the rest: which documents count, and what the options change.

import { describe, expect, it } from 'vitest'
import type { Contribution, Model } from '../../packages/abound/src/contract.js'
import { type SvmOptions, svm } from '../../packages/abound/src/learners/svm/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
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

  it.each(['hinge', 'squared-hinge', 'logistic'] as const)(
    'counts a document as often as its weight says (%s)',
    (loss) => {
      const [first, second, third] = [row([[0, 1]], 0), row([[0, 1]]), row([[1, 1]], 1)]
      const weighted = trained([first, { ...second, weight: 3 }, third], { loss, cost: 0.3 })
      const repeated = trained([first, second, second, second, third], { loss, cost: 0.3 })
      expect(weightOf(weighted, 0, 0)).not.toBeCloseTo(
        weightOf(trained([first, second, third], { loss, cost: 0.3 }), 0, 0),
        2,
      )
      for (const label of [0, 1]) {
        for (const feature of [0, 1]) {
          expect(weightOf(weighted, label, feature)).toBeCloseTo(weightOf(repeated, label, feature), 4)
        }
        expect(biasOf(weighted, label)).toBeCloseTo(biasOf(repeated, label), 4)
      }
    },
  )

  it('counts weights with all labels in one problem, too', () => {
    const rows = [row([[0, 1]], 0), row([[0, 1]], 1), row([[1, 1]], 1)]
    const given = { multiclass: 'crammer-singer', cost: 0.3 } as const
    const weighted = trained([{ ...rows[0], weight: 2 }, rows[1], rows[2]], given)
    const repeated = trained([rows[0], rows[0], rows[1], rows[2]], given)
    for (const label of [0, 1])
      expect(weightOf(weighted, label, 0)).toBeCloseTo(weightOf(repeated, label, 0), 4)
  })

  it('multiplies words by their log-count ratios when told', () => {
    // p = (1 + 1, 1), n = (1, 1 + 1): r = ±ln 2, sums equal. Scaled rows ±ln 2 at x_0, x_1: w_0 = ln 2 · (w in r).
    const model = trained([row([[0, 1]], 0), row([[1, 1]], 1)], { nbWeights: true })
    const plain = trained([row([[0, Math.LN2]], 0), row([[1, Math.LN2]], 1)])
    expect(weightOf(model, 0, 0)).toBeCloseTo(weightOf(plain, 0, 0) * Math.LN2, 5)
    expect(weightOf(model, 0, 1)).toBeCloseTo(weightOf(plain, 0, 1) * Math.LN2, 5)
  })

  it('counts a document twice as it would at twice the cost', () => {
    const rows = [row([[0, 1]], 0), row([[0, 1]]), row([[1, 1]]), row([[0, 0.5]], 1)]
    for (const loss of ['hinge', 'squared-hinge', 'logistic'] as const) {
      const all = trained(rows, { loss, cost: 2 })
      const twice = trained([...rows, ...rows], { loss })
      // The only document of label 0 there twice, the others once.
      const weighed = trained(rows, { loss, positiveWeight: 2 })
      const positiveTwice = trained([...rows, rows[0]], { loss })
      for (const feature of [0, 1]) {
        expect(weightOf(all, 0, feature)).toBeCloseTo(weightOf(twice, 0, feature), 3)
        expect(weightOf(weighed, 0, feature)).toBeCloseTo(weightOf(positiveTwice, 0, feature), 3)
      }
      expect(biasOf(weighed, 0)).toBeCloseTo(biasOf(positiveTwice, 0), 3)
    }
  })

  it('drops small weights when told, and hands over what it was once', () => {
    const rows = [row('0:1 2:0.01', 0), row([[1, 1]], 1)]
    const whole = trained(rows)
    expect(weightOf(whole, 0, 2)).not.toBe(0)
    expect(whole.takeUnpruned?.()).toBeUndefined()
    const pruned = trained(rows, { prune: 0.1 })
    expect(weightOf(pruned, 0, 2)).toBe(0)
    expect(weightOf(pruned, 0, 0)).toBe(weightOf(whole, 0, 0))
    expect(biasOf(pruned, 0)).toBe(biasOf(whole, 0))
    expect(pruned.figures().weights).toBe(4)
    expect(pruned.takeUnpruned?.()?.state()).toEqual(whole.state())
    expect(pruned.takeUnpruned?.()).toBeUndefined()
  })
})

describe('svm with all labels in one problem', () => {
  const multiclass = 'crammer-singer'

  it('is worked out as by hand', () => {
    // crammer-singer.test.ts has the two documents: w = ±½.
    const model = trained([row([[0, 1]], 0), row([[1, 1]], 1)], { multiclass })
    expect(weightOf(model, 0, 0)).toBeCloseTo(0.5, 5)
    expect(weightOf(model, 0, 1)).toBeCloseTo(-0.5, 5)
    expect(weightOf(model, 1, 1)).toBeCloseTo(0.5, 5)
    expect(biasOf(model, 0)).toBeCloseTo(0, 5)
  })

  it('is half of one label against the other where there are two', () => {
    // w_0 = −w_1 and s_0 − s_1 = 2·s_0: ½·2‖w_0‖² = ¼‖2w_0‖², so 2·w_0 is the binary machine at twice the cost.
    const rows = [row([[0, 1]], 0), row([[0, 0.5]], 1), row([[1, 1]], 1), row([[1, 0.25]], 0)]
    const both = trained(rows, { multiclass, cost: 0.7 })
    const binary = trained(rows, { cost: 1.4 })
    for (const feature of [0, 1]) {
      expect(2 * weightOf(both, 0, feature)).toBeCloseTo(weightOf(binary, 0, feature), 4)
      expect(weightOf(both, 1, feature)).toBeCloseTo(-weightOf(both, 0, feature), 9)
    }
    expect(2 * biasOf(both, 0)).toBeCloseTo(biasOf(binary, 0), 4)
  })

  it('knows one label, empty texts, and weights to drop', () => {
    const one = trained([row([[0, 1]], 0), row([], 0)], { multiclass })
    expect([weightOf(one, 0, 0), biasOf(one, 0)]).toEqual([0, 0])
    const rows = [row([[0, 1]], 0), row([[1, 1]], 1), row([], 1), row([[2, 0.01]], 0)]
    const model = trained(rows, { multiclass, prune: 0.1 })
    expect(weightOf(model, 0, 2)).toBe(0)
    expect(weightOf(model, 0, 0)).not.toBe(0)
  })

  it('refuses documents that have not exactly one label, and options of one against the rest', () => {
    const fine = [row([[0, 1]], 0), row([[1, 1]], 1)]
    const partial: PlainRow = { x: [[2, 1]], labels: [1], not: [], judged: 2 }
    const refused = (rows: PlainRow[], given: Partial<SvmOptions> = {}) =>
      expect(() => trained(rows, { multiclass, ...given }))
    refused([...fine, row([[0, 1]], 0, 1)]).toThrow(
      'one label a document, and one here has 2 labels: leave it out',
    )
    refused([...fine, row([[0, 1]])]).toThrow('one here has no label')
    refused([...fine, partial]).toThrow('one here is partly judged')
    refused(fine, { loss: 'logistic' }).toThrow("`loss: 'logistic'` is for one label against the rest")
    refused(fine, { positiveWeight: 2 }).toThrow('`positiveWeight: 2` is for')
    refused(fine, { nbWeights: true }).toThrow('nbWeights is for')
  })
})
