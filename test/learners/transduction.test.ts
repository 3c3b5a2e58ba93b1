// The transductive search against all labelings of few rows, each solved as an SVM of its own.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  type StartCosts,
  type Transduction,
  type TransductionOptions,
  type TransductionStep,
  transduce,
} from '../../packages/abound/src/learners/tsvm/transduction.js'
import {
  descend,
  freshDescent,
  type SignedRows,
  squaredLengths,
} from '../../packages/abound/src/solvers/dual-descent.js'
import { objectives } from '../solvers/objectives.js'
import { datasetOf } from './plain-rows.js'

type Point = readonly number[]

interface Setting {
  readonly plus: readonly Point[]
  readonly minus: readonly Point[]
  readonly unlabelled: readonly Point[]
}

const FINE = { tolerance: 1e-7, maxPasses: 5000 }

function rowsOf({ plus, minus, unlabelled }: Setting): { labelled: SignedRows; others: Uint32Array } {
  const points = [...plus, ...minus, ...unlabelled]
  const data = datasetOf(
    points.map((point) => ({
      x: point.flatMap((value, f): [number, number][] => (value === 0 ? [] : [[f, value]])),
      labels: [],
      not: [],
      judged: 1,
    })),
  )
  data.featureCount = Math.max(...points.map((point) => point.length))
  const known = plus.length + minus.length
  return {
    labelled: {
      data,
      rows: Uint32Array.from({ length: known }, (_, i) => i),
      lengths: squaredLengths(data),
      signs: Int8Array.from({ length: known }, (_, i) => (i < plus.length ? 1 : -1)),
      costs: new Float64Array(known).fill(1),
    },
    others: Uint32Array.from(unlabelled, (_, j) => known + j),
  }
}

function found(setting: Setting, positives: number, given: Partial<TransductionOptions> = {}): Transduction {
  const { labelled, others } = rowsOf(setting)
  const options = { unlabelledCost: 1, startCosts: 'inverse', seed: 1, ...FINE } as const
  return transduce(labelled, others, { ...options, positives, ...given })
}

/**
 * The least objective over all ways to give `positives` of the unlabelled a plus: by the dual, below which none can be
 * wherever a descent stopped.
 */
function best(setting: Setting, positives: number): number {
  const { labelled, others } = rowsOf(setting)
  let least = Number.POSITIVE_INFINITY
  for (let mask = 0; mask < 1 << others.length; mask++) {
    const signs = Array.from(others, (_, j) => ((mask >> j) & 1 ? 1 : -1))
    if (signs.filter((sign) => sign > 0).length !== positives) continue
    const problem = {
      ...labelled,
      rows: Uint32Array.from([...labelled.rows, ...others]),
      signs: Int8Array.from([...labelled.signs, ...signs]),
      costs: new Float64Array(labelled.rows.length + others.length).fill(1),
    }
    const descent = freshDescent(problem, 'hinge')
    descend(problem, descent, { loss: 'hinge', seed: 1, ...FINE })
    least = Math.min(least, objectives(problem, descent, 'hinge').dual)
  }
  return least
}

const coordinate = fc.integer({ min: -8, max: 8 }).map((n) => n / 4)
const point = fc.tuple(coordinate, coordinate, coordinate)
const settings = fc.record({
  plus: fc.array(point, { minLength: 1, maxLength: 3 }),
  minus: fc.array(point, { minLength: 1, maxLength: 3 }),
  unlabelled: fc.array(point, { minLength: 2, maxLength: 6 }),
})
const START_COSTS: StartCosts[] = ['inverse', 'equal', 'paper']

/** Labelled points lie apart along the first axis, two groups of unlabelled ones far more along the second. */
const GROUPS: Setting = {
  plus: [[1, 0]],
  minus: [[-1, 0]],
  unlabelled: [
    [0.2, 2],
    [0.15, 2],
    [-0.1, 2],
    [0.1, -2],
    [-0.15, -2],
    [-0.2, -2],
  ],
}

describe('transduction', () => {
  it('by hand: four points on a line', () => {
    // + at 2, − at −2, unlabelled at 1 and −1, one of them plus: b = 0 by symmetry, and
    // ½w² + 2·max(0, 1 − 2w) + 2·max(0, 1 − w) is least at w = 1, where it is ½.
    const { weights, signs, scores, objective } = found(
      { plus: [[2]], minus: [[-2]], unlabelled: [[1], [-1]] },
      1,
    )
    expect([...signs]).toEqual([1, -1])
    expect(weights[0]).toBeCloseTo(1, 5)
    expect(weights[1]).toBeCloseTo(0, 5)
    expect(scores[1]).toBeCloseTo(-1, 5)
    expect(objective).toBeCloseTo(0.5, 5)
  })

  it('by hand: two of three on the right become minus where only one may be plus', () => {
    // Unlabelled at 1, 2 and 3, and the SVM alone has w > 0: the highest is plus, throughout.
    const { signs } = found({ plus: [[1]], minus: [[-1]], unlabelled: [[1], [3], [2]] }, 1)
    expect([...signs]).toEqual([-1, 1, -1])
  })

  it('swaps signs that the labelled points alone have wrong', () => {
    const steps: TransductionStep[] = []
    const { signs, objective } = found(GROUPS, 3, { step: (step) => steps.push(step) })
    // By the first axis alone it begins with the fourth in place of the third.
    expect(steps.reduce((sum, { swapped }) => sum + swapped, 0)).toBe(1)
    expect([...signs]).toEqual([1, 1, 1, -1, -1, -1])
    expect(objective).toBeCloseTo(best(GROUPS, 3), 5)
  })

  it('starts with the costs that it is told, doubles them, and ends at C*', () => {
    const costs = (startCosts: StartCosts): number[][] => {
      const steps: TransductionStep[] = []
      const setting = { plus: [[1]], minus: [[-1]], unlabelled: [[1], [-1], [-2], [-3]] }
      found(setting, 1, { startCosts, unlabelledCost: 0.5, step: (step) => steps.push(step) })
      const stages = steps.map(({ minusCost, plusCost }) => [minusCost, plusCost])
      for (let i = 1; i < stages.length; i++) {
        for (const side of [0, 1]) {
          expect([stages[i - 1][side], Math.min(2 * stages[i - 1][side], 0.5)]).toContain(stages[i][side])
        }
      }
      expect(stages.at(-1)).toEqual([0.5, 0.5])
      return stages
    }
    expect(costs('inverse')[0][1] / 1e-5).toBeCloseTo(3, 9)
    expect(costs('equal')[0]).toEqual([1e-5, 1e-5])
    expect(costs('paper')[0][1] / 1e-5).toBeCloseTo(1 / 3, 9)
  })

  it('finds no less than the best of all labelings, keeps num₊, and leaves no pair to swap', () => {
    let equal = 0
    let runs = 0
    fc.assert(
      fc.property(settings, fc.nat(), fc.constantFrom(...START_COSTS), (setting, n, startCosts) => {
        const positives = 1 + (n % (setting.unlabelled.length - 1))
        const { signs, scores, objective } = found(setting, positives, { startCosts })
        expect(signs.filter((sign) => sign > 0)).toHaveLength(positives)
        const least = best(setting, positives)
        expect(objective).toBeGreaterThan(least - 1e-4)
        runs++
        if (objective < least + 1e-4) equal++
        for (const [m, one] of signs.entries()) {
          for (const [l, other] of signs.entries()) {
            if (one < 0 || other > 0) continue
            const plusError = 1 - scores[m]
            const minusError = 1 + scores[l]
            if (plusError > 0 && minusError > 0) expect(plusError + minusError).toBeLessThanOrEqual(2 + 1e-6)
          }
        }
      }),
      { numRuns: 40 },
    )
    // A local search on points without order, and yet it finds the best about every second time.
    expect(equal).toBeGreaterThan(runs / 4)
  })

  it('finds the best labeling where groups lie well apart', () => {
    const near = fc.integer({ min: -2, max: 2 }).map((n) => n / 16)
    const group = (x: number): fc.Arbitrary<[number, number][]> =>
      fc.array(
        fc.tuple(near, near).map(([dx, dy]): [number, number] => [x + dx, dy]),
        { minLength: 1, maxLength: 3 },
      )
    fc.assert(
      fc.property(group(2), group(-2), (right, left) => {
        const setting = { plus: [[1.5, 0.5]], minus: [[-1.5, 0.5]], unlabelled: [...right, ...left] }
        const { signs, objective } = found(setting, right.length)
        expect([...signs]).toEqual([...right.map(() => 1), ...left.map(() => -1)])
        expect(objective).toBeCloseTo(best(setting, right.length), 4)
      }),
      { numRuns: 30 },
    )
  })

  it('lowers the objective with every step of a stage, also where training is coarse', () => {
    fc.assert(
      fc.property(settings, fc.constantFrom(1e-6, 0.1, 1), (setting, tolerance) => {
        let last: TransductionStep | undefined
        found(setting, 1, {
          tolerance,
          step: (step) => {
            const same = last?.minusCost === step.minusCost && last.plusCost === step.plusCost
            if (same) expect(step.objective).toBeLessThan(last!.objective)
            last = step
          },
        })
        expect(last).toBeDefined()
      }),
      { numRuns: 60 },
    )
  })

  it('gives the same for the same seed', () => {
    fc.assert(
      fc.property(settings, (setting) => {
        const [one, other] = [found(setting, 1, { tolerance: 0.1 }), found(setting, 1, { tolerance: 0.1 })]
        expect(one).toStrictEqual(other)
      }),
      { numRuns: 20 },
    )
  })

  it('refuses what cannot be told apart', () => {
    for (const positives of [0, 6, 7, 1.5, -1, Number.NaN])
      expect(() => found(GROUPS, positives)).toThrow(InputError)
    expect(() => found({ ...GROUPS, minus: [] }, 1)).toThrow(/both with the label and without/)
    expect(() => found({ ...GROUPS, plus: [] }, 1)).toThrow(InputError)
    expect(() => found({ ...GROUPS, unlabelled: [] }, 1)).toThrow(InputError)
  })
})
