// The probabilities of one document: by hand, against plain lists, and what a fit chooses.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Scores } from '../../packages/abound/src/contract.js'
import { CalibrationFitter } from '../../packages/abound/src/decide/calibration-fitter.js'
import {
  documentProbabilities,
  probabilitiesOf,
  relativeScores,
} from '../../packages/abound/src/decide/document-probabilities.js'
import {
  type Calibration,
  calibrationFrom,
  calibrationState,
  probability,
} from '../../packages/abound/src/decide/probability-calibration.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { calibrationMeasures } from '../../packages/abound/src/measure/calibration.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

/** Scores of the labels named, in that order. */
function scoresOf(named: readonly (readonly [number, number])[], labelCount = 8): Scores {
  const scores = createScores(labelCount)
  for (const [label, score] of named) {
    scores.values[label] = score
    scores.seen[label] = 1
    scores.touched[scores.count++] = label
  }
  return scores
}

const simple: Calibration = {
  labelCount: 0,
  slopes: Float64Array.of(-1),
  offsets: Float64Array.of(0),
  starts: Uint32Array.of(0),
  scores: new Float64Array(0),
  probabilities: new Float64Array(0),
  rivalShare: 0.5,
  oneLabel: false,
}

const named = fc.uniqueArray(fc.tuple(fc.nat({ max: 7 }), fc.integer({ min: -9, max: 9 })), {
  selector: ([label]) => label,
})

describe('relative scores', () => {
  it('are against the best of the others, by hand', () => {
    const out = new Float64Array(8)
    const scores = scoresOf([
      [3, 1],
      [5, 4],
      [0, 2],
    ])
    relativeScores(scores, scores.values, 0.5, out)
    expect([...out]).toEqual([0, 0, 0, -1, 0, 3, 0, 0])
    relativeScores(scores, scores.values, 1, out)
    expect([...out]).toEqual([-2, 0, 0, -3, 0, 2, 0, 0])
    const one = scoresOf([[2, -3]])
    relativeScores(one, one.values, 1, out)
    expect(out[2]).toBe(-3)
  })

  it('agree with plain lists, and so do probabilities', () => {
    fc.assert(
      fc.property(named, fc.constantFrom(0, 0.25, 1), fc.boolean(), (list, rivalShare, oneLabel) => {
        const scores = scoresOf(list)
        const out = new Float64Array(8).fill(7)
        documentProbabilities({ ...simple, rivalShare, oneLabel }, scores, scores.values, out)
        const plain = list.map(([label, score]) => {
          const others = list.filter(([other]) => other !== label).map(([, other]) => other)
          const rival = others.length === 0 ? 0 : Math.max(...others)
          return 1 / (1 + Math.exp(-(score - rivalShare * rival)))
        })
        const sum = oneLabel ? plain.reduce((a, b) => a + b, 0) : 1
        for (const [i, [label]] of list.entries()) expect(out[label]).toBeCloseTo(plain[i] / sum, 12)
        for (let l = 0; l < 8; l++) if (scores.seen[l] === 0) expect(out[l]).toBe(7)
      }),
    )
  })

  it('never fall as the own score rises', () => {
    fc.assert(
      fc.property(named, fc.constantFrom(0, 0.5, 1), fc.boolean(), (list, rivalShare, oneLabel) => {
        fc.pre(list.length > 0)
        let last = 0
        for (let score = -10; score <= 10; score += 0.5) {
          const scores = scoresOf([[list[0][0], score], ...list.slice(1)])
          const out = new Float64Array(8)
          documentProbabilities({ ...simple, rivalShare, oneLabel }, scores, scores.values, out)
          expect(out[list[0][0]]).toBeGreaterThanOrEqual(last - 1e-12)
          last = out[list[0][0]]
          expect(last).toBeLessThanOrEqual(1)
        }
      }),
    )
  })
})

describe('places', () => {
  const sigmoid = fc.record({
    slope: fc.double({ min: -3, max: 0, noNaN: true }),
    offset: fc.double({ min: -4, max: 4, noNaN: true }),
  })
  const places = fc.record({ first: sigmoid, rest: sigmoid })

  it('leave the first label the most probable, and one label a document adding up to 1', () => {
    fc.assert(
      fc.property(named, fc.boolean(), places, (list, oneLabel, byPlace) => {
        fc.pre(list.length > 0)
        const scores = scoresOf(list)
        const out = new Float64Array(8)
        const calibration = { ...simple, oneLabel, places: byPlace }
        documentProbabilities(calibration, scores, scores.values, out)
        const found = list.map(([label]) => out[label])
        const best = list.reduce((a, b) => (b[1] > a[1] || (b[1] === a[1] && b[0] < a[0]) ? b : a))
        expect(out[best[0]]).toBe(Math.max(...found))
        for (const p of found) expect(p >= 0 && p <= 1).toBe(true)
        if (oneLabel) expect(found.reduce((a, b) => a + b)).toBeCloseTo(1, 9)
        // The same for a few of them.
        const some = new Float64Array(8)
        const ids = Uint32Array.from(list.slice(0, 2), ([label]) => label)
        probabilitiesOf(calibration, scores, scores.values, ids, some)
        for (const label of ids) expect(some[label]).toBe(out[label])
      }),
    )
  })
})

describe('calibration fitter', () => {
  /** Documents of one label out of four; `drift` moves all scores of a document alike. */
  function documents(count: number, drift: number, seed: number): { scores: Scores; label: number }[] {
    const rng = new Rng(seed)
    return Array.from({ length: count }, () => {
      const label = rng.below(4)
      const shift = drift * rng.float()
      const scores = scoresOf(
        [0, 1, 2, 3].map((l) => [l, shift + 2 * rng.float() + (l === label ? 1 : 0)] as const),
        4,
      )
      return { scores, label }
    })
  }

  function fitted(drift: number, oneLabel: boolean): Calibration {
    const fitter = new CalibrationFitter(4)
    for (const { scores, label } of documents(2000, drift, 1)) fitter.add(scores, [label], 1)
    return fitter.fit(oneLabel, 'platt')
  }

  it('holds scores against their rivals where they drift between documents', () => {
    expect(fitted(20, true).rivalShare).toBe(1)
    const separate = new CalibrationFitter(4)
    const rng = new Rng(2)
    // Labels that come and go on their own, each by its own score: rivals say nothing.
    for (let i = 0; i < 2000; i++) {
      const values = [0, 1, 2, 3].map((l) => [l, 2 * rng.float() - 1] as const)
      const truth = values.filter(([, score]) => rng.float() < 1 / (1 + Math.exp(-8 * score))).map(([l]) => l)
      separate.add(scoresOf(values, 4), truth, 1)
    }
    const calibration = separate.fit(false)
    expect(calibration.rivalShare).toBe(0)
    expect(probability(calibration, 2, 0.25)).toBeCloseTo(1 / (1 + Math.exp(-2)), 1)
  })

  it('gives probabilities that can be believed, also of the best label', () => {
    for (const drift of [0, 20]) {
      const calibration = calibrationFrom(calibrationState(fitted(drift, true)))
      expect(calibration.oneLabel).toBe(true)
      const out = new Float64Array(4)
      const best: number[] = []
      const right: number[] = []
      for (const { scores, label } of documents(2000, drift, 9)) {
        documentProbabilities(calibration, scores, scores.values, out)
        expect(out.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
        const first = out.indexOf(Math.max(...out))
        best.push(out[first])
        right.push(first === label ? 1 : 0)
      }
      const { calibrationError } = calibrationMeasures(Float64Array.from(best), Uint8Array.from(right))
      expect(calibrationError).toBeLessThan(0.03)
    }
  })

  it('tells what being first adds, kept with the fit', () => {
    // Labels that are told by being ahead, whatever their score: alone, a score says little.
    const fitter = new CalibrationFitter(4)
    for (const { scores, label } of documents(2000, 1, 3)) fitter.add(scores, [label], 1)
    const calibration = fitter.fit(false, 'platt')
    expect(calibration.places?.first.slope).toBeLessThan(0)
    expect(calibrationFrom(calibrationState(calibration))).toEqual(calibration)
    const { numbers, arrays } = calibrationState(calibration)
    expect(() => calibrationFrom({ numbers: { ...numbers, restSlope: 1 }, arrays })).toThrow(
      'places is damaged',
    )
    expect(() => calibrationFrom({ numbers: { ...numbers, firstOffset: Number.NaN }, arrays })).toThrow()
  })

  it('passes over what it is not told, and knows nothing without data', () => {
    const nothing = new CalibrationFitter(2).fit(false)
    expect(probability(nothing, 0, 3)).toBe(0.5)
    const fitter = new CalibrationFitter(2)
    for (let i = 0; i < 30; i++) {
      const scores = scoresOf(
        [
          [0, i % 2],
          [1, 0.5],
        ],
        2,
      )
      fitter.add(scores, i % 2 === 1 ? [0] : [], 2, scores.values, i % 2 === 0 ? [0] : [])
      fitter.add(scores, [1], 0)
    }
    const calibration = fitter.fit(false)
    expect(probability(calibration, 0, 1)).toBeGreaterThan(0.9)
    expect(probability(calibration, 0, 0)).toBeLessThan(0.1)
  })
})
