// The routing set-up: what is drawn, what is pocketed, what a label sees; then both learners that use it.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Dataset, OnlineTrainer } from '../../packages/abound/src/contract.js'
import { eg } from '../../packages/abound/src/learners/eg/index.js'
import { learnerNamed } from '../../packages/abound/src/learners/registry.js'
import { widrowHoff } from '../../packages/abound/src/learners/widrow-hoff/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { forEachLabelTask, type LabelTask } from '../../packages/abound/src/solvers/label-tasks.js'
import {
  type LabelTrainer,
  type PerLabelOptions,
  perLabelOptions,
  simpleAveragePrecision,
  trainLabel,
} from '../../packages/abound/src/solvers/per-label-training.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { dot, egStep, meanOf, targetOf, whole, widrowHoffStep } from '../learners/naive-squares.js'
import {
  datasetOf,
  eighths,
  type PlainRow,
  plainRow,
  plainRows,
  row,
  scoresOf,
} from '../learners/plain-rows.js'

const PLAIN = defaultOptions(perLabelOptions('zero'))
const CONTEXT = { seed: 7 }
const FEATURES = 5
const LABELS = 3

function tasksOf(
  data: Dataset,
  given: Partial<PerLabelOptions>,
  labelTexts?: Dataset,
  absentValue = 0,
): LabelTask[] {
  const tasks: LabelTask[] = []
  const context = { ...CONTEXT, absentValue, ...(labelTexts === undefined ? {} : { labelTexts }) }
  forEachLabelTask(data, { ...PLAIN, ...given }, context, (_label, task) => tasks.push(task))
  return tasks
}

/** Notes what it is given; scores as it is told. */
class Recorder implements LabelTrainer {
  readonly rows: number[] = []
  readonly keptAt: number[] = []
  usedKept = false
  private readonly scores: (row: number, seen: number) => number

  constructor(scores: (row: number, seen: number) => number = () => 0) {
    this.scores = scores
  }

  learn(_data: Dataset, at: number): void {
    this.rows.push(at)
  }

  scoreNow(_data: Dataset, at: number): number {
    return this.scores(at, this.rows.length)
  }

  keep(): void {
    this.keptAt.push(this.rows.length)
  }

  useKept(): void {
    this.usedKept = true
  }
}

describe('simple average precision', () => {
  it('is the mean of the precisions at the positives, wrong ones first among equals', () => {
    // Ranks of the positives: 1, 3 and 6 (the tie at 1 goes to the two wrong ones).
    const found = simpleAveragePrecision(Float64Array.of(9, 5, 1), Float64Array.of(7, 1, 1))
    expect(found).toBeCloseTo((1 + 2 / 3 + 3 / 6) / 3, 12)
    expect(simpleAveragePrecision(new Float64Array(0), Float64Array.of(1))).toBe(0)
    expect(simpleAveragePrecision(Float64Array.of(1, 2), new Float64Array(0))).toBe(1)
    const scores = fc.array(fc.integer({ min: 0, max: 6 }), { maxLength: 12 })
    fc.assert(
      fc.property(scores, scores, (positives, negatives) => {
        if (positives.length === 0) return
        const all = [...positives.map((s) => ({ s, y: 1 })), ...negatives.map((s) => ({ s, y: 0 }))]
        all.sort((a, b) => b.s - a.s || a.y - b.y)
        let hits = 0
        let sum = 0
        for (const [i, { y }] of all.entries()) if (y === 1) sum += ++hits / (i + 1)
        const own = simpleAveragePrecision(Float64Array.from(positives), Float64Array.from(negatives))
        expect(own).toBeCloseTo(sum / positives.length, 12)
      }),
    )
  })
})

describe('the tasks of labels', () => {
  const rows: PlainRow[] = [
    row([[0, 1]], 0),
    row([[1, 1]], 1),
    { x: [[2, 1]], labels: [2], not: [0], judged: 2 },
    row([]),
  ]

  it('hold the documents judged for each, under one label', () => {
    const [first, second, third] = tasksOf(datasetOf(rows), {})
    expect([[...first.positives], [...first.negatives]]).toEqual([[0], [1, 2, 3]])
    expect([[...second.positives], [...second.negatives]]).toEqual([[1], [0, 3]])
    expect([[...third.positives], [...third.negatives]]).toEqual([[2], [0, 1, 3]])
    expect(plainRow(second.data, 1)).toEqual({ x: [[1, 1]], labels: [0], not: [], judged: 1 })
    expect(plainRow(second.data, 0)).toEqual({ x: [[0, 1]], labels: [], not: [], judged: 1 })
    expect(plainRow(second.data, 2).judged).toBe(0)
  })

  it('hold few words: the best by Rocchio weight, and those of the description', () => {
    const data = datasetOf([row('0:1 1:3 2:2', 0), row('2:2 3:1', 1)])
    const [first, second] = tasksOf(data, { words: 1, start: 'rocchio' }, datasetOf([row([[3, 1]], 0)]))
    expect([...first.features!]).toEqual([1, 3])
    expect([...second.features!]).toEqual([2])
    expect(plainRow(first.data, 0).x).toEqual([[0, 3]])
    expect(plainRow(first.data, 1)).toEqual({ x: [[1, 1]], labels: [], not: [], judged: 1 })
    // α·1 + β·3 for word 1 of the label's own text: 2 · 3; word 3: 1 − ½ · 1.
    expect([...first.start!]).toEqual([6, 0.5])
  })

  it('weigh every word more where absent ones have a value', () => {
    const data = datasetOf([row('0:1 1:3 2:2', 0), row('2:2 3:1', 1)])
    const described = datasetOf([row([[3, 1]], 0)])
    const [first] = tasksOf(data, { words: 1, start: 'rocchio' }, described, 0.5)
    expect([...first.features!]).toEqual([1, 3])
    // As above, and each (β − γ) · ½ more; word 3, of the description, another ½.
    expect([...first.start!]).toEqual([6.75, 1.75])
    // Without a choice of words: 0 and 2 too, and no word that is in neither document is left out.
    data.featureCount = FEATURES
    const [whole] = tasksOf(data, { start: 'rocchio' }, described, 0.5)
    expect([...whole.start!]).toEqual([2.75, 6.75, 3.75, 1.75, 0.75])
  })
})

describe('training a label', () => {
  const task = tasksOf(
    datasetOf(Array.from({ length: 50 }, (_, at) => row([[0, 1]], ...(at < 5 ? [0] : [])))),
    {},
  )[0]

  function run(
    given: Partial<PerLabelOptions>,
    balanced = false,
    trainer = new Recorder(),
    keepOrder = false,
  ): Recorder {
    trainLabel(trainer, task, { ...PLAIN, ...given }, balanced, { seed: 3, keepOrder })
    return trainer
  }

  it('goes through the documents in a seeded order, pass by pass', () => {
    const { rows } = run({ passes: 2 })
    const sorted = (some: number[]): number[] => some.slice().sort((a, b) => a - b)
    const all = Array.from({ length: 50 }, (_, at) => at)
    expect(sorted(rows.slice(0, 50))).toEqual(all)
    expect(sorted(rows.slice(50))).toEqual(all)
    expect(rows.slice(0, 50)).not.toEqual(rows.slice(50))
    expect(run({ passes: 2 }).rows).toEqual(rows)
    expect(run({ passes: 2 }, false, new Recorder(), true).rows).toEqual([...all, ...all])
  })

  it('draws with replacement, half of them positive if asked', () => {
    const share = (rows: number[]): number => rows.filter((at) => at < 5).length / rows.length
    const plain = run({ draws: 4000 }).rows
    expect(plain).toHaveLength(4000)
    expect(share(plain)).toBeGreaterThan(0.07)
    expect(share(plain)).toBeLessThan(0.13)
    const halves = share(run({ draws: 4000 }, true).rows)
    expect(halves).toBeGreaterThan(0.46)
    expect(halves).toBeLessThan(0.54)
    expect(new Set(plain).size).toBe(50)
  })

  it('pockets at the 100th example and then what is better, every 100', () => {
    // How many of the positives stand out: 2 at 100, 1 at 200, 2 at 300, 5 at 400, 3 at 500.
    const standing = [0, 2, 1, 2, 5, 3]
    const trainer = new Recorder((at, seen) => (at < standing[seen / 100] ? 1 : 0))
    const { keptAt, usedKept } = run({ draws: 550, pocket: true }, false, trainer)
    expect(keptAt).toEqual([100, 400])
    expect(usedKept).toBe(true)
    expect(run({ draws: 99, pocket: true }).usedKept).toBe(false)
  })
})

describe('learners in the routing set-up', () => {
  const both = [widrowHoff, eg] as const

  /** One pass over a label's rows in the seeded order, from Rocchio's vector, written out. */
  function naive(
    name: string,
    rows: readonly PlainRow[],
    label: number,
    start: Float64Array,
    mean: boolean,
    absent: number,
  ): number[] {
    const options = { ...PLAIN, average: mean, absent }
    const judged = rows.map((_, at) => at).filter((at) => targetOf(rows[at], label, options) !== undefined)
    const order = new Rng(CONTEXT.seed + 1 + label).shuffle(Uint32Array.from(judged))
    const vectors = rows.map((one) => whole(one, FEATURES, absent))
    const longest = Math.max(...vectors.map((x) => dot(x, x)))
    const widest = Math.max(...rows.flatMap((one) => whole(one, FEATURES, 0)))
    let w = [...start]
    if (name === 'eg') {
      const sum = w.reduce((a, b) => a + b, 0)
      w = w.map((weight) => (sum > 0 ? weight / sum : 1 / FEATURES))
    }
    const all = [w]
    for (const at of order) {
      const y = targetOf(rows[at], label, options)!
      const next =
        name === 'eg'
          ? egStep(w, vectors[at], y, widest === 0 ? 0 : 2 / (3 * widest ** 2))
          : widrowHoffStep(w, vectors[at], y, longest === 0 ? 0 : 1 / (4 * longest))
      w = next
      all.push(w)
    }
    return mean ? meanOf(all) : w
  }

  it('start from Rocchio’s vector and are the naive version from there', () => {
    fc.assert(
      fc.property(
        plainRows(FEATURES, LABELS, eighths, { minLength: 2, maxLength: 20 }),
        fc.boolean(),
        fc.constantFrom(0, 0.4),
        (rows, average, absent) => {
          const data = datasetOf(rows)
          data.featureCount = FEATURES
          data.labelCount = LABELS
          const tasks = tasksOf(data, { start: 'rocchio' }, undefined, absent)
          const units = datasetOf(Array.from({ length: FEATURES }, (_, column) => row([[column, 1]])))
          for (const learner of both) {
            const trainer = trainWhole(learner.name, data, { start: 'rocchio', average }, absent)
            for (let label = 0; label < LABELS; label++) {
              const expected = naive(learner.name, rows, label, tasks[label].start!, average, absent)
              for (let f = 0; f < FEATURES; f++) {
                const score = dot(expected, whole({ x: [[f, 1]] }, FEATURES, absent))
                expect(scoresOf(trainer.model(), units, f).get(label)).toBeCloseTo(score, 7)
              }
            }
          }
        },
      ),
      { numRuns: 40 },
    )
  })

  function trainWhole(name: string, data: Dataset, given: object, absentValue = 0): OnlineTrainer {
    const learner = learnerNamed(name)
    if (!learner.online) throw new Error(name)
    const options = { ...defaultOptions(learner.options), ...given }
    expect(learner.needsWhole!(options)).toBe(true)
    return learner.trainWhole!(data, options, { ...CONTEXT, absentValue })
  }

  /** A word for each label, and two that all share. */
  const topicsOf = (value: number): Dataset =>
    datasetOf(
      Array.from({ length: 60 }, (_, at) =>
        row(
          [
            [at % LABELS, value],
            [3 + (at % 2), value / 2],
          ],
          at % LABELS,
        ),
      ),
    )

  it.each(['widrow-hoff', 'eg'])('%s learns, goes on and resumes after draws and pocketing', (name) => {
    const routing = { start: 'rocchio', draws: 600, pocket: true, words: 3 }
    for (const absent of [0, 0.4]) {
      // What inquery weights look like: the part above 0.4 is small.
      const topics = topicsOf(absent === 0 ? 1 : 0.07)
      const targets = absent === 0 ? {} : { highTarget: 0.47, lowTarget: 0.4 }
      for (const one of [routing, { draws: 600 }, { pocket: true, passes: 10 }, { words: 2, passes: 10 }]) {
        const given = { ...one, ...targets }
        const options = name === 'widrow-hoff' && 'start' in given ? { ...given, rateEach: true } : given
        const trainer = trainWhole(name, topics, options, absent)
        // Each label is trained by itself: it ranks documents, and need not compare with other labels.
        const scores = Array.from({ length: topics.count }, (_, at) => scoresOf(trainer.model(), topics, at))
        for (let label = 0; label < LABELS; label++) {
          const of = (own: boolean): Float64Array =>
            Float64Array.from(
              scores.filter((_, at) => (at % LABELS === label) === own),
              (one) => one.get(label)!,
            )
          expect(simpleAveragePrecision(of(true), of(false)), JSON.stringify(given)).toBeGreaterThan(0.95)
        }
        const learner = name === 'eg' ? eg : widrowHoff
        const all = { ...defaultOptions(learner.options), ...options } as never
        const loaded = learner.resume(trainer.state(), all, CONTEXT)
        expect(loaded.state()).toEqual(trainer.state())
        for (let at = 0; at < 10; at++) {
          trainer.learn(topics, at)
          loaded.learn(topics, at)
        }
        expect(loaded.state()).toEqual(trainer.state())
        expect(trainWhole(name, topics, options, absent).state()).not.toEqual(trainer.state())
      }
    }
  })

  it('gives weight to the words of a label alone', () => {
    const units = datasetOf(Array.from({ length: FEATURES }, (_, column) => row([[column, 1]])))
    for (const { name } of both) {
      const model = trainWhole(name, topicsOf(1), { words: 1 }).model()
      for (let label = 0; label < LABELS; label++) {
        const weights = Array.from({ length: FEATURES }, (_, f) => scoresOf(model, units, f).get(label))
        expect(weights.map((weight) => weight !== 0)).toEqual([0, 1, 2, 3, 4].map((f) => f === label))
      }
    }
  })
})
