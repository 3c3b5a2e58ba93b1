// Thresholds from scores that the scoring model did not learn from.

import { describe, expect, it } from 'vitest'
import type { Dataset, Model, Scores } from '../../packages/abound/src/contract.js'
import type { Calibration } from '../../packages/abound/src/decide/probability-calibration.js'
import type { ThresholdRule } from '../../packages/abound/src/decide/thresholds.js'
import {
  chooseDecisions,
  type DecisionChoice,
  decideBySplits,
  StreamDecider,
} from '../../packages/abound/src/pipeline/decisions.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { topicDocuments } from '../conformance/documents.js'
import { datasetOf, type PlainRow, row } from '../learners/plain-rows.js'

/** A model that scores rows as it is told; all labels are retrieved. */
function scoring(labelCount: number, score: (row: number, label: number) => number): Model {
  return {
    kind: 'linear',
    scale: 'comparable',
    labelCount,
    featureCount: 0,
    score(_: Dataset, at: number, out: Scores) {
      for (let label = 0; label < labelCount; label++) {
        out.values[label] = score(at, label)
        out.seen[label] = 1
        out.touched[out.count++] = label
      }
    },
    explain: () => [],
    strongestFeatures: () => [],
    strongestLabels: () => [],
    figures: () => ({}),
    state: () => ({ numbers: {}, arrays: {} }),
  }
}

function choiceOf(thresholds: string, probabilities = 'none'): DecisionChoice {
  return chooseDecisions({ thresholds, probabilities, optimise: 'usual' }, 0)
}

/** Row i has label 0 if i is even. */
const rows: PlainRow[] = Array.from({ length: 40 }, (_, i) => (i % 2 === 0 ? row([], 0) : row([], 1)))
const data = datasetOf(rows)

interface Outcome {
  readonly rule: ThresholdRule
  readonly calibration: Calibration | undefined
  /** How often each row was scored by a model that had not learned from it. */
  readonly heldOut: number[]
  /** And by one that had. */
  readonly known: number[]
}

function decide(
  thresholds: string,
  score: (row: number, label: number) => number,
  probabilities = 'none',
): Outcome {
  const heldOut = new Array<number>(rows.length).fill(0)
  const known = new Array<number>(rows.length).fill(0)
  const modelOf = (learned: ReadonlySet<number>): Model =>
    scoring(2, (at, label) => {
      if (label === 0) (learned.has(at) ? known : heldOut)[at]++
      return score(at, label)
    })
  const decisions = decideBySplits({
    choice: choiceOf(thresholds, probabilities),
    data,
    model: modelOf(new Set(rows.keys())),
    natural: undefined,
    seed: 1,
    weights: undefined,
    trainOn: (chosen) => modelOf(new Set(chosen)),
  })
  return { ...decisions, heldOut, known }
}

const none = rows.map(() => 0)
const once = rows.map(() => 1)
/** Even rows score above 0.5 for label 0, odd ones for label 1. */
const good = (at: number, label: number): number => (at % 2 === label ? 0.6 : 0.4) + at / 1000

describe('decideBySplits', () => {
  it('cv scores every row once, by a model that has not learned from it', () => {
    const { rule, heldOut, known } = decide('cv', good)
    expect(heldOut).toEqual(once)
    expect(known).toEqual(none)
    expect(rule.kind).toBe('perLabel')
    if (rule.kind !== 'perLabel') return
    for (const threshold of rule.thresholds) {
      expect(threshold).toBeGreaterThan(0.439)
      expect(threshold).toBeLessThan(0.6)
    }
  })

  it('train scores every row once, by the model that has', () => {
    const { heldOut, known } = decide('train', good)
    expect(heldOut).toEqual(none)
    expect(known).toEqual(once)
  })

  it('share assigns a label as often as it is there', () => {
    // Scores that say nothing of the truth: still 20 of 40 rows lie above.
    const { rule, heldOut } = decide('share', (at, label) => (at * 7 + label) % 40)
    expect(heldOut).toEqual(once)
    if (rule.kind !== 'perLabel') expect.fail(rule.kind)
    for (const [label, threshold] of rule.thresholds.entries()) {
      expect(rows.filter((_, at) => (at * 7 + label) % 40 > threshold).length).toBe(20)
    }
  })

  it.each(['top:2', 'fixed:0.25'])('%s looks at nothing', (thresholds) => {
    const { rule, heldOut, known } = decide(thresholds, good)
    expect(rule).toEqual(thresholds === 'top:2' ? { kind: 'top', k: 2 } : { kind: 'fixed', t: 0.25 })
    expect(heldOut).toEqual(none)
    expect(known).toEqual(none)
  })

  it.each(['top:1', 'fixed:0', 'train'])('%s holds out a fifth for probabilities', (thresholds) => {
    const { calibration, heldOut } = decide(thresholds, good, 'usual')
    expect(heldOut.filter((times) => times === 1).length).toBe(8)
    expect(calibration?.labelCount).toBe(2)
  })

  it('probabilities share the folds of thresholds', () => {
    const { calibration, heldOut } = decide('cv', good, 'platt')
    expect(heldOut).toEqual(once)
    const { slopes, labelCount } = calibration!
    expect(labelCount).toBe(2)
    expect([...slopes].every((slope) => slope < 0)).toBe(true)
  })

  it('few documents say too little of probabilities', () => {
    const { calibration } = decideBySplits({
      choice: choiceOf('cv', 'usual'),
      data: datasetOf(rows.slice(0, 19)),
      model: scoring(2, good),
      natural: 0,
      seed: 1,
      weights: undefined,
      trainOn: () => scoring(2, good),
    })
    expect(calibration).toBeUndefined()
  })

  it('labels with few documents take the natural threshold', () => {
    const few = datasetOf([row([], 0), row([], 0), row([], 1), row([], 1)])
    const { rule } = decideBySplits({
      choice: choiceOf('cv'),
      data: few,
      model: scoring(2, () => 5),
      natural: -3,
      seed: 1,
      weights: undefined,
      trainOn: () => scoring(2, () => 5),
    })
    expect(rule).toEqual({ kind: 'perLabel', thresholds: Float64Array.of(-3, -3), otherwise: -3 })
  })

  it('a single document is scored by the model that learned it: there is no other', () => {
    let asked = 0
    const { rule } = decideBySplits({
      choice: choiceOf('cv'),
      data: datasetOf([row([], 0)]),
      model: scoring(1, () => asked++),
      natural: undefined,
      seed: 1,
      weights: undefined,
      trainOn: () => expect.fail('nothing to train on'),
    })
    expect(rule.kind).toBe('perLabel')
    expect(asked).toBe(1)
  })

  it('beyond 20,000 documents holds out one fifth', () => {
    const many = datasetOf(Array.from({ length: 20_001 }, (_, i) => row([], i % 2)))
    const scored: number[] = []
    let trained = 0
    decideBySplits({
      choice: choiceOf('cv'),
      data: many,
      model: scoring(2, () => expect.fail('it learned from all')),
      natural: 0,
      seed: 1,
      weights: undefined,
      trainOn(part) {
        trained++
        const learned = new Set(part)
        return scoring(2, (at, label) => {
          if (learned.has(at)) expect.fail('it learned from that row')
          if (label === 0) scored.push(at)
          return 0
        })
      },
    })
    expect(trained).toBe(1)
    expect(new Set(scored).size).toBe(4000)
  })
})

describe('StreamDecider', () => {
  it('decides by the rows it was shown', () => {
    const decider = new StreamDecider(choiceOf('cv'), 2, rows.length)
    decider.observe({ data, rows: Uint32Array.from(rows.keys()) }, scoring(2, good))
    expect(decider.decide(undefined).rule).toEqual(decide('train', good).rule)
  })

  it('looks at nothing where nothing is to be decided', () => {
    const decider = new StreamDecider(choiceOf('top:1'), 2, rows.length)
    decider.observe(
      { data, rows: Uint32Array.of(0) },
      scoring(2, () => expect.fail('asked for a score')),
    )
    expect(decider.decide(undefined)).toEqual({ rule: { kind: 'top', k: 1 }, calibration: undefined })
  })
})

describe('chooseDecisions', () => {
  const chosen = (text: string, share: number, optimise = 'usual') =>
    chooseDecisions({ thresholds: text, probabilities: 'usual', optimise }, share).thresholds

  it('an objective asks for thresholds also where every document has one label', () => {
    expect(chosen('usual', 1, 'precision:.9')).toEqual({ kind: 'cv' })
    expect(chosen('top:2', 1, 'precision:.9')).toEqual({ kind: 'top', k: 2 })
  })

  it('usual is the best label alone where nearly every document has one, else cross-validated', () => {
    expect(chosen('usual', 1)).toEqual({ kind: 'top', k: 1 })
    expect(chosen('usual', 0.99)).toEqual({ kind: 'top', k: 1 })
    expect(chosen('usual', 0.98)).toEqual({ kind: 'cv' })
    expect(chosen('train', 1)).toEqual({ kind: 'train' })
  })
})

describe('the thresholds of a trained model', () => {
  const single = topicDocuments({ count: 100 })
  const multi = topicDocuments({ count: 160, multi: true })
  const ruleOf = async (
    documents: typeof single,
    thresholds?: string,
    learner: 'ff' | 'naive-bayes' = 'ff',
  ): Promise<ThresholdRule> =>
    (await train(documents, { learner, ...(thresholds === undefined ? {} : { thresholds }) })).toParts().rule

  it('usual: by whether 99 % of the documents have exactly one label', async () => {
    expect(await ruleOf(single)).toEqual({ kind: 'top', k: 1 })
    expect(await ruleOf(multi)).toEqual(await ruleOf(multi, 'cv'))
    const others = [
      { text: 'shared1', labels: [] },
      { text: 'shared1', labels: ['label0', 'label1'] },
      { text: 'shared1', labels: ['label0'], partial: true },
    ]
    for (const other of others) {
      // 1 of 101, then 2 of 102.
      expect(await ruleOf([...single, other])).toEqual({ kind: 'top', k: 1 })
      expect((await ruleOf([...single, other, other])).kind).toBe('perLabel')
    }
  })

  it('top:K and fixed:T are taken at their word', async () => {
    const two = await train(multi, { thresholds: 'top:2' })
    const [first] = single
    expect(two.assign(first)).toEqual(two.rank(first, { top: 2 }).map(({ label }) => label))
    const fixed = await train(multi, { thresholds: 'fixed:0.25' })
    const above = fixed.rank(first).filter(({ score }) => score > 0.25)
    expect(above.length).toBeGreaterThan(0)
    expect(fixed.assign(first)).toEqual(above.map(({ label }) => label))
  })

  it.each(['ff', 'naive-bayes'] as const)(
    'train: no other threshold has a better F1 on training scores (%s)',
    async (learner) => {
      const model = await train(multi, { learner, thresholds: 'train' })
      const { rule } = model.toParts()
      if (rule.kind !== 'perLabel') expect.fail(rule.kind)
      expect(rule.thresholds.length).toBe(model.labelCount)
      for (let label = 0; label < model.labelCount; label++) {
        const scored = multi.map((document) => {
          const scores = model.score(document)
          const score = scores.seen[label] === 1 ? model.comparableScores(scores)[label] : undefined
          return { score, isTrue: document.labels?.includes(model.labelName(label)) ?? false }
        })
        const f1 = (threshold: number): number => {
          const assigned = scored.filter(({ score }) => score !== undefined && score > threshold)
          const right = assigned.filter(({ isTrue }) => isTrue).length
          return (2 * right) / (assigned.length + scored.filter(({ isTrue }) => isTrue).length)
        }
        const best = Math.max(...scored.map(({ score }) => f1((score ?? 0) - 1e-9)))
        expect(f1(rule.thresholds[label])).toBeCloseTo(best, 9)
      }
    },
  )

  it('cv: decides by documents that were held out, so it is not what train decides', async () => {
    const cv = await ruleOf(multi, 'cv', 'naive-bayes')
    const onTraining = await ruleOf(multi, 'train', 'naive-bayes')
    expect(cv.kind).toBe('perLabel')
    expect(cv).not.toEqual(onTraining)
  })

  it('share: assigns about as many as training had', async () => {
    const model = await train(multi, { learner: 'naive-bayes', thresholds: 'share' })
    const assigned = multi.flatMap((document) => model.assign(document)).length
    const there = multi.flatMap(({ labels = [] }) => labels).length
    expect(Math.abs(assigned - there)).toBeLessThan(there / 5)
  })
})
