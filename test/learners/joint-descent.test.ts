// Many labels at a time against one at a time: the same optimum, by either engine, with the same bits.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { LANES } from '../../packages/abound/src/engine/contract.js'
import { chooseEngineBy } from '../../packages/abound/src/engine/engine.js'
import { plainEngine } from '../../packages/abound/src/engine/plain/plain-engine.js'
import { wasmEngine } from '../../packages/abound/src/engine/wasm/wasm-engine.js'
import { wasmMemory } from '../../packages/abound/src/engine/wasm/webassembly.js'
import {
  JointDescent,
  type JointOptions,
  jointRows,
} from '../../packages/abound/src/learners/svm/joint-descent.js'
import { descend, freshDescent, squaredLengths } from '../../packages/abound/src/solvers/dual-descent.js'
import { objectives } from '../solvers/objectives.js'
import { datasetOf, type PlainRow } from './plain-rows.js'

const FEATURES = 5

interface Problem {
  readonly x: [number, number][][]
  /** By row, by label: +1, −1 or 0. */
  readonly signs: number[][]
  /** By row. */
  readonly counts: number[]
}

const row = fc
  .uniqueArray(fc.tuple(fc.nat(FEATURES - 1), fc.integer({ min: -8, max: 8 })), {
    selector: ([feature]) => feature,
    maxLength: 4,
  })
  .map((x) => x.filter(([, value]) => value !== 0).map(([f, value]): [number, number] => [f, value / 8]))

const problems: fc.Arbitrary<Problem> = fc
  .tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 1, max: LANES }))
  .chain(([count, labels]) =>
    fc.record({
      x: fc.array(row, { minLength: count, maxLength: count }),
      counts: fc.array(fc.constantFrom(1, 1, 0.5, 3), { minLength: count, maxLength: count }),
      signs: fc.array(fc.array(fc.constantFrom(1, -1, -1, 0), { minLength: labels, maxLength: labels }), {
        minLength: count,
        maxLength: count,
      }),
    }),
  )

const OPTIONS: JointOptions = {
  positiveCost: 2,
  negativeCost: 0.5,
  squared: false,
  tolerance: 1e-5,
  maxPasses: 20_000,
  seed: 3,
}

function dataOf({ x, counts }: Problem) {
  const rows: PlainRow[] = x.map((entries, i) => ({
    x: entries,
    labels: [],
    not: [],
    judged: 1,
    weight: counts[i],
  }))
  const data = datasetOf(rows)
  data.featureCount = FEATURES
  return data
}

/** w and b of some of the problem's labels, trained together. */
function solved(
  problem: Problem,
  labels: readonly number[],
  {
    compiled = true,
    descent = 0,
    ...given
  }: Partial<JointOptions> & { compiled?: boolean; descent?: number } = {},
): Float64Array[] {
  // Compiled however little there is to do.
  chooseEngineBy(() => (compiled ? { ...wasmEngine, memory: (bytes) => wasmMemory(bytes) } : plainEngine))
  const data = dataOf(problem)
  const rows = jointRows(data, Uint32Array.from(problem.x.keys()), {
    descents: descent + 1,
    allocate: (bytes) => new ArrayBuffer(bytes),
  })

  const joint = new JointDescent(rows, descent)
  problem.signs.forEach((own, i) => {
    labels.forEach((label, lane) => {
      joint.signs[i * LANES + lane] = own[label]
    })
  })
  const out = new Float32Array((FEATURES + 1) * LANES)
  joint.run(labels.length, out, { ...OPTIONS, ...given })
  return labels.map((_, lane) => Float64Array.from({ length: FEATURES + 1 }, (_, f) => out[f * LANES + lane]))
}

function all({ signs }: Problem): number[] {
  return [...signs[0].keys()]
}

describe('descent of many labels at a time', () => {
  it('by hand: two points on a line, and a label that nothing is known of', () => {
    // x = 1 (+) and x = −1 (−), C = 1: w = 1, b = 0 (dual-descent.test.ts).
    const problem: Problem = {
      x: [[[0, 1]], [[0, -1]]],
      counts: [1, 1],
      signs: [
        [1, 0],
        [-1, 0],
      ],
    }
    const [known, unknown] = solved(problem, [0, 1], { positiveCost: 1, negativeCost: 1 })
    expect(known[0]).toBeCloseTo(1, 5)
    expect(known[FEATURES]).toBeCloseTo(0, 5)
    expect([...unknown]).toEqual([0, 0, 0, 0, 0, 0])
  })

  it.each([false, true])('ends where primal and dual meet (squared: %s)', (squared) => {
    fc.assert(
      fc.property(problems, (problem) => {
        const data = dataOf(problem)
        const lengths = squaredLengths(data)
        solved(problem, all(problem), { squared }).forEach((weights, label) => {
          const rows = Uint32Array.from(problem.x.keys()).filter((i) => problem.signs[i][label] !== 0)
          const signs = Int8Array.from(rows, (i) => problem.signs[i][label])
          const costs = Float64Array.from(signs, (y, i) => (y > 0 ? 2 : 0.5) * problem.counts[rows[i]])
          const one = { data, rows, lengths, signs, costs }
          const loss = squared ? 'squared-hinge' : 'hinge'
          const alone = freshDescent(one, loss)
          descend(one, alone, { loss, tolerance: 1e-7, maxPasses: 20_000, seed: 1 })
          const { primal } = objectives(one, { ...alone, weights }, loss)
          // Rows times costs times tolerance, at most, and what is lost by rounding to 32 bits.
          expect(Math.abs(primal - objectives(one, alone, loss).dual)).toBeLessThan(1e-3)
        })
      }),
      { numRuns: 60 },
    )
  })

  it('compiled and plain give the same bits', () => {
    fc.assert(
      fc.property(problems, fc.boolean(), fc.nat(2), (problem, squared, descent) => {
        const given = { squared, tolerance: 0.01, descent }
        const compiled = solved(problem, all(problem), given)
        expect(compiled).toEqual(solved(problem, all(problem), { ...given, compiled: false }))
      }),
    )
  })

  it('does not let a label hang on those beside it', () => {
    fc.assert(
      fc.property(problems, (problem) => {
        const together = solved(problem, all(problem), { tolerance: 0.1 })
        const backwards = solved(problem, all(problem).reverse(), { tolerance: 0.1 }).reverse()
        expect(backwards).toEqual(together)
        together.forEach((weights, label) => {
          expect(solved(problem, [label], { tolerance: 0.1 })).toEqual([weights])
        })
      }),
    )
  })

  it('stops after the passes that it may make', () => {
    const problem: Problem = { x: [[[0, 1]], [[0, 0.5]]], counts: [1, 1], signs: [[1], [-1]] }
    expect(solved(problem, [0], { maxPasses: 1 })).not.toEqual(solved(problem, [0], { maxPasses: 2 }))
  })
})
