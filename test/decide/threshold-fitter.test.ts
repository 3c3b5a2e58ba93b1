import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { assign } from '../../packages/abound/src/decide/assign.js'
import { F1, type Objective } from '../../packages/abound/src/decide/objective.js'
import { ENOUGH_POSITIVES, ThresholdFitter } from '../../packages/abound/src/decide/threshold-fitter.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { denseScores, scoresOf } from '../measure/scores-of.js'
import { bestF1Threshold } from './best-f1-threshold.js'

const { POSITIVE_INFINITY, NEGATIVE_INFINITY } = Number

interface Case {
  readonly scores: readonly number[]
  readonly truth: readonly number[]
}

/** Label 0 common, label 1 rare, and so on, with scores that lean the right way. */
function cases(labels: number, documents: number, seed: number): Case[] {
  const rng = new Rng(seed)
  return Array.from({ length: documents }, () => {
    const truth = Array.from({ length: labels }, (_, l) => l).filter((l) => rng.float() < 0.6 / (1 + 3 * l))
    const scores = Array.from({ length: labels }, (_, l) => rng.below(20) + (truth.includes(l) ? 6 : 0))
    return { scores, truth }
  })
}

const isTrue = (l: number) => (c: Case) => (c.truth.includes(l) ? 1 : 0)

describe('ThresholdFitter', () => {
  it('gives common labels their own threshold and rare ones the natural one', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 80 }), (seed, documents) => {
        const all = cases(4, documents, seed)
        const fitter = new ThresholdFitter(4)
        for (const { scores, truth } of all) fitter.add(denseScores(scores), truth, 1)
        const { thresholds, otherwise } = fitter.fitOwn(F1, 0.25)
        expect(otherwise).toBe(0.25)
        for (let l = 0; l < 4; l++) {
          const marks = all.map(isTrue(l))
          const positives = marks.filter((mark) => mark === 1).length
          const own = bestF1Threshold(
            all.map(({ scores }) => scores[l]),
            marks,
          )
          expect(thresholds[l]).toBe(positives < ENOUGH_POSITIVES ? 0.25 : own)
        }
      }),
    )
  })

  it('pools the rare labels when the learner has no natural threshold', () => {
    const all = cases(6, 60, 3)
    const fitter = new ThresholdFitter(6)
    for (const { scores, truth } of all) fitter.add(denseScores(scores), truth, 1)
    const counts = [0, 1, 2, 3, 4, 5].map((l) => all.filter(isTrue(l)).length)
    const rare = counts.flatMap((count, l) => (count < ENOUGH_POSITIVES ? [l] : []))
    expect(rare.length).toBeGreaterThan(1)
    expect(rare.length).toBeLessThan(6)
    const pooled = bestF1Threshold(
      rare.flatMap((l) => all.map(({ scores }) => scores[l])),
      rare.flatMap((l) => all.map(isTrue(l))),
    )
    const { thresholds, otherwise } = fitter.fitOwn()
    for (const l of rare) expect(thresholds[l]).toBe(pooled)
    expect(otherwise).toBe(pooled)
  })

  it('gives labels learned later a threshold from all labels where none is rare', () => {
    const fitter = new ThresholdFitter(1)
    for (let i = 0; i < 20; i++) fitter.add(denseScores([i]), i >= 10 ? [0] : [], 1)
    expect(fitter.fitOwn()).toEqual({ kind: 'perLabel', thresholds: Float64Array.of(9.5), otherwise: 9.5 })
  })

  it('counts positives that were never retrieved', () => {
    const fitter = new ThresholdFitter(1)
    // Found: 10 at score 2; 4 wrong at 1; 40 missed. Assigning all would only cost precision.
    for (let i = 0; i < 10; i++) fitter.add(denseScores([2]), [0], 1)
    for (let i = 0; i < 4; i++) fitter.add(denseScores([1]), [], 1)
    for (let i = 0; i < 40; i++) fitter.add(createScores(1), [0], 1)
    expect(fitter.fitOwn().thresholds[0]).toBe(1.5)
    // 50 have it but only 14 were retrieved: all of them.
    expect(fitter.byShare().thresholds[0]).toBe(NEGATIVE_INFINITY)
  })

  it('share assigns as many as there were', () => {
    const rng = new Rng(5)
    const fitter = new ThresholdFitter(3)
    const documents = Array.from({ length: 200 }, () => denseScores([rng.float(), rng.float(), rng.float()]))
    const counts = [0, 0, 0]
    for (const scores of documents) {
      const truth = [0, 1].filter((l) => rng.float() < 0.1 + l / 3)
      for (const l of truth) counts[l]++
      fitter.add(scores, truth, 1)
    }
    const rule = fitter.byShare()
    const made = [0, 0, 0]
    const out = new Uint32Array(3)
    for (const scores of documents) {
      const size = assign(rule, scores, scores.values, out)
      for (let i = 0; i < size; i++) made[out[i]]++
    }
    expect(counts[0]).toBeGreaterThan(5)
    expect(made).toEqual(counts)
    expect(rule.thresholds[2]).toBe(POSITIVE_INFINITY)
  })

  it('goes no lower than what was seen where scores were left out', () => {
    const fitter = new ThresholdFitter(3, 1)
    for (let i = 0; i < 12; i++) fitter.add(denseScores([5 + i, 1, 0]), [0], 1)
    const [t] = fitter.fitOwn().thresholds
    expect(t).toBeLessThan(5)
    expect(t).toBeGreaterThan(4.999)
    const whole = new ThresholdFitter(3, 3)
    for (let i = 0; i < 12; i++) whole.add(denseScores([5 + i, 1, 0]), [0], 1)
    expect(whole.fitOwn().thresholds[0]).toBe(NEGATIVE_INFINITY)
  })

  it('holds the comparable scores against the truth', () => {
    const fitter = new ThresholdFitter(1)
    for (let i = 0; i < 20; i++) {
      fitter.add(denseScores([-i]), i >= 10 ? [0] : [], 1, Float64Array.of(i))
    }
    expect(fitter.fitOwn(F1, 0).thresholds[0]).toBe(9.5)
  })

  it('passes over what is not judged', () => {
    const fitter = new ThresholdFitter(2)
    for (let i = 0; i < 10; i++) {
      fitter.add(denseScores([1, 5]), [0], 2, undefined, [1])
      fitter.add(denseScores([0, 5]), [], 2, undefined, [0])
      // Neither of these says anything of label 0.
      fitter.add(denseScores([9, 5]), [], 0)
      fitter.add(denseScores([9, 5]), [1], 2)
    }
    expect(fitter.fitOwn(F1, 0).thresholds[0]).toBe(0.5)
  })

  it('does not assign everything because only positives were named', () => {
    const fitter = new ThresholdFitter(2)
    for (let i = 0; i < 10; i++)
      fitter.add(
        scoresOf(2, [
          [1, 7],
          [0, 3],
        ]),
        [0],
        2,
      )
    const [t] = fitter.fitOwn().thresholds
    expect(t).toBeGreaterThan(2.99)
    expect(t).toBeLessThan(3)
  })

  it('works without documents', () => {
    expect(new ThresholdFitter(2).fitOwn()).toEqual({
      kind: 'perLabel',
      thresholds: Float64Array.of(POSITIVE_INFINITY, POSITIVE_INFINITY),
      otherwise: POSITIVE_INFINITY,
    })
  })

  it('tells the micro-F1 of what its thresholds assign', () => {
    const out = new Uint32Array(4)
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e6 }), fc.integer({ min: 0, max: 80 }), (seed, documents) => {
        const all = cases(4, documents, seed)
        const fitter = new ThresholdFitter(4)
        for (const { scores, truth } of all) fitter.add(denseScores(scores), truth, 1)
        const rule = fitter.fitOwn(F1, 9)
        let right = 0
        let assigned = 0
        let relevant = 0
        for (const { scores, truth } of all) {
          const given = denseScores(scores)
          const count = assign(rule, given, given.values, out)
          assigned += count
          relevant += truth.length
          for (const label of out.subarray(0, count)) if (truth.includes(label)) right++
        }
        const f1 = assigned + relevant === 0 ? 1 : (2 * right) / (assigned + relevant)
        expect(fitter.microF1(rule)).toBeCloseTo(f1, 12)
      }),
    )
  })

  type Documents = readonly (readonly [scores: readonly number[], truth: readonly number[]])[]

  /** Two of each document, so that the two halves are alike. */
  const fitterOf = (labels: number, documents: Documents) => {
    const fitter = new ThresholdFitter(labels)
    for (const [scores, truth] of documents)
      for (let i = 0; i < 2; i++) fitter.add(denseScores(scores), truth, 1)
    return fitter
  }

  it('keeps own thresholds where labels need different ones', () => {
    const documents = Array.from(
      { length: 40 },
      (_, i) => [i % 2 === 0 ? [9, -5] : [5, -9], i % 2 === 0 ? [0, 1] : []] as const,
    )
    const rule = fitterOf(2, documents).fit()
    expect(rule).toEqual({ kind: 'perLabel', thresholds: Float64Array.of(7, -7), otherwise: -7 })
  })

  it('takes a single one where own ones would be best for a few documents only', () => {
    // Most are true from 10 on, some by chance: each label has some 40 positives, a quarter of them noise.
    const rng = new Rng(8)
    const labels = 40
    const fitter = new ThresholdFitter(labels)
    for (let i = 0; i < 300; i++) {
      const scores = Array.from({ length: labels }, () => rng.below(14) - 2)
      const truth = scores.flatMap((score, l) => (rng.float() < (score >= 10 ? 0.7 : 0.02) ? [l] : []))
      fitter.add(denseScores(scores), truth, 1)
    }
    const { thresholds, otherwise } = fitter.fit()
    expect(new Set(thresholds)).toEqual(new Set([otherwise]))
    expect(otherwise).toBe(9.5)
  })

  it('draws the threshold of a label with n positives towards the single one, by 30 to n', () => {
    // Labels differ a little, and have few positives.
    const rng = new Rng(2)
    const labels = 30
    const levels = Array.from({ length: labels }, () => 0.4 * rng.float())
    const positives = new Array<number>(labels).fill(0)
    const fitter = new ThresholdFitter(labels)
    for (let i = 0; i < 400; i++) {
      const truth = Array.from({ length: labels }, (_, l) => l).filter(() => rng.float() < 0.1)
      for (const l of truth) positives[l]++
      const scores = Array.from(
        { length: labels },
        (_, l) => 4 * rng.float() + (truth.includes(l) ? 2.5 : 0) + levels[l],
      )
      fitter.add(denseScores(scores), truth, 1)
    }
    const { thresholds, otherwise } = fitter.fit()
    const own = fitter.fitOwn().thresholds
    for (const [l, t] of thresholds.entries())
      expect(t).toBeCloseTo((positives[l] * own[l] + 30 * otherwise) / (positives[l] + 30), 9)
  })

  it.each<[Objective, number]>([
    [{ kind: 'f', beta: 1 }, 5.5],
    [{ kind: 'f', beta: 0.2 }, 7.5],
    [{ kind: 'f', beta: 5 }, 2.5],
    [{ kind: 'utility', right: 1, wrong: 2, missed: 0 }, 7.5],
    [{ kind: 'utility', right: 3, wrong: 1, missed: 0 }, 2.5],
    [{ kind: 'precision', least: 0.75 }, 5.5],
    [{ kind: 'precision', least: 1 }, 7.5],
    [{ kind: 'recall', least: 1 }, 2.5],
    [{ kind: 'recall', least: 0.5 }, 7.5],
    [{ kind: 'labels', perDocument: 0.2 }, 7.5],
    [{ kind: 'labels', perDocument: 0.41 }, 5.5],
  ])('finds what is best for %o', (objective, threshold) => {
    // Of the scores 0 … 9 those of 9, 8, 6 and 3 are right, ten times.
    const right = new Set([9, 8, 6, 3])
    const documents = Array.from({ length: 100 }, (_, i) => [[i % 10], right.has(i % 10) ? [0] : []] as const)
    expect(fitterOf(1, documents).fit(objective).thresholds[0]).toBe(threshold)
  })
})
