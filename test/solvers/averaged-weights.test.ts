// The mean of weights over steps, against the mean of copies kept at every step.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import type { Weights } from '../../packages/abound/src/models/weights.js'
import { AveragedWeights } from '../../packages/abound/src/solvers/averaged-weights.js'
import { datasetOf, entriesOf, row, signedEighths } from '../learners/plain-rows.js'

const FEATURES = 5
const LABELS = 4

interface Step {
  readonly x: [number, number][]
  /** By label; what all get; labels known by then. */
  readonly scales: [number, number][]
  readonly all: number
  readonly labels: number
}

const step: fc.Arbitrary<Step> = fc.record({
  x: entriesOf(FEATURES, signedEighths),
  scales: entriesOf(LABELS, signedEighths),
  all: fc.oneof(fc.constant(0), signedEighths),
  labels: fc.nat({ max: LABELS }),
})
const steps = fc.array(step, { maxLength: 15 })

function play(weights: AveragedWeights, { x, scales, all, labels }: Step): void {
  const data = datasetOf([row(x)])
  const known = Math.max(labels, ...scales.map(([label]) => label + 1))
  weights.ensure(data.featureCount, known)
  weights.step()
  const ids = Uint32Array.from(scales, ([label]) => label)
  const by = Float64Array.from(scales, ([, scale]) => scale)
  weights.addScaledRow(data, 0, ids, by, ids.length)
  if (all !== 0) weights.addToAll(data, 0, all)
}

function played(given: readonly Step[], average: boolean): AveragedWeights {
  const weights = AveragedWeights.zero(0, 0, average)
  for (const one of given) play(weights, one)
  return weights
}

/** w_1 … w_{T+1}, each as weights[feature][label]. */
function history(given: readonly Step[]): number[][][] {
  let labels = 0
  let now = Array.from({ length: FEATURES }, () => new Array<number>(LABELS).fill(0))
  const all = [now]
  for (const one of given) {
    labels = Math.max(labels, one.labels, ...one.scales.map(([label]) => label + 1))
    now = now.map((weights, f) => {
      const x = one.x.find(([column]) => column === f)?.[1] ?? 0
      return weights.map((weight, l) => {
        const scale = one.scales.find(([label]) => label === l)?.[1] ?? 0
        return weight + scale * x + (l < labels ? one.all * x : 0)
      })
    })
    all.push(now)
  }
  return all
}

function expectWeights(weights: Weights, expected: readonly (readonly number[])[]): void {
  const gotten = expected.map((list, f) => list.map((_, l) => weights.get(f, l)))
  const visited = expected.map((list) => list.map(() => 0))
  for (let f = 0; f < FEATURES; f++) {
    weights.forEachOf(f, (l, weight) => {
      visited[f][l] += weight
    })
  }
  for (const [f, list] of expected.entries()) {
    for (const [l, weight] of list.entries()) {
      expect(Math.abs(gotten[f][l] - weight)).toBeLessThan(1e-9)
      expect(Math.abs(visited[f][l] - weight)).toBeLessThan(1e-9)
    }
  }
}

function scoresOf(weights: Weights, x: readonly (readonly [number, number])[]): number[] {
  const scores = new Float64Array(weights.labelCount)
  weights.addScores(datasetOf([row(x)]), 0, scores)
  return [...scores]
}

const states = (weights: AveragedWeights): unknown => weights.state()

describe('AveragedWeights', () => {
  it('has the mean of w_1 … w_{T+1}, and w_{T+1} without averaging', () => {
    fc.assert(
      fc.property(steps, entriesOf(FEATURES, signedEighths), (given, x) => {
        const all = history(given)
        const mean = all[0].map((list, f) =>
          list.map((_, l) => all.reduce((sum, weights) => sum + weights[f][l], 0) / all.length),
        )
        const averaged = played(given, true)
        const view = averaged.view()
        expectWeights(view, mean)
        expectWeights(averaged.mean(), mean)
        expectWeights(view.rows(), mean)
        expectWeights(averaged.current, all[all.length - 1])
        for (const [l, score] of scoresOf(view, x).entries()) {
          expect(score).toBeCloseTo(
            x.reduce((sum, [f, value]) => sum + value * mean[f][l], 0),
            9,
          )
        }
        const plain = played(given, false)
        expectWeights(plain.view(), all[all.length - 1])
        expectWeights(plain.mean(), all[all.length - 1])
      }),
    )
  })

  it('follows two steps worked out by hand', () => {
    const weights = AveragedWeights.zero(0, 0, true)
    const data = datasetOf([row([[0, 2]]), row([])])
    weights.ensure(1, 1)
    const view = weights.view()
    weights.step()
    weights.addScaledRow(data, 0, Uint32Array.of(0), Float64Array.of(3), 1)
    expect(view.get(0, 0)).toBe(3) // w_1 = 0, w_2 = 6
    weights.step() // nothing is added: w_3 = 6
    expect(view.get(0, 0)).toBe(4)
    expect(scoresOf(view, [[0, 0.5]])).toEqual([2])
    weights.step()
    weights.addToAll(data, 0, -1) // w_4 = 4
    expect(view.get(0, 0)).toBe(4)
    expect(weights.current.get(0, 0)).toBe(4)
  })

  it('goes on after loading as if it had not been stored', () => {
    fc.assert(
      fc.property(steps, steps, fc.boolean(), (before, after, average) => {
        const kept = played(before, average)
        const loaded = AveragedWeights.from(kept.state())
        for (const one of after) {
          play(kept, one)
          play(loaded, one)
          expect(states(loaded)).toEqual(states(kept))
          expect(scoresOf(loaded.view(), one.x)).toEqual(scoresOf(kept.view(), one.x))
        }
      }),
    )
  })

  it('refuses numbers that cannot be', () => {
    const { numbers, arrays } = played([], true).state()
    for (const change of [{ steps: -1 }, { steps: 0.5 }, { labelCount: 1.5 }, { labelCount: -1 }]) {
      expect(() => AveragedWeights.from({ numbers: { ...numbers, ...change }, arrays })).toThrow(InputError)
    }
  })
})
