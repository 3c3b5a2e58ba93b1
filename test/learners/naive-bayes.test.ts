// Naive Bayes: by hand, and against the formula on counts in Maps.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer, Shape } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { naiveBayes } from '../../packages/abound/src/learners/naive-bayes/index.js'
import { datasetOf, eighths, entriesOf, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, EMPTY, learnAll } from './trained.js'

const PLAIN = { complement: false }
const COMPLEMENT = { complement: true }
const FEATURES = 6
const LABELS = 5

function trained(rows: readonly PlainRow[], shape: Shape = EMPTY, options = PLAIN): OnlineTrainer {
  return learnAll(naiveBayes.start(shape, options, CONTEXT), rows)
}

/** ln P(l) + Σ d_j ln P(t_j | l), written out. */
function naiveScore(rows: readonly PlainRow[], x: PlainRow['x'], label: number): number {
  const vocabulary = new Set(rows.flatMap((one) => one.x.map(([column]) => column)))
  const features = vocabulary.size === 0 ? 1 : Math.max(...vocabulary) + 1
  const pairs = rows.reduce((sum, { labels }) => sum + labels.length, 0)
  const own = rows.filter(({ labels }) => labels.includes(label))
  let total = 0
  const counts = new Map<number, number>()
  for (const [column, value] of own.flatMap((one) => one.x)) {
    total += value
    counts.set(column, (counts.get(column) ?? 0) + value)
  }
  let score = Math.log((own.length === 0 ? 0.5 : own.length) / Math.max(pairs, 1))
  for (const [column, value] of x) {
    if (column < features && vocabulary.size > 0) {
      score += value * Math.log(((counts.get(column) ?? 0) + 1) / (total + features))
    }
  }
  return score
}

const rowsOf = (maxLength: number): fc.Arbitrary<PlainRow[]> =>
  plainRows(FEATURES, LABELS, eighths, { maxLength })

/** A row that has every feature, so that the columns 0 … FEATURES − 1 are the vocabulary. */
const everyWord = row(
  Array.from({ length: FEATURES }, (_, column) => [column, 1] as const),
  0,
)

const tests = fc.array(entriesOf(FEATURES + 2, eighths), { minLength: 1, maxLength: 4 })

describe('naive Bayes', () => {
  it('is what one works out by hand', () => {
    // wheat = 0, corn = 1, gold = 2; grain = 0, metal = 1.
    const trainer = trained([row('0:2 1:1', 0), row('1:1 2:1', 0, 1), row([[2, 4]], 1)])
    // grain: wheat 2, corn 2, gold 1 of 5; metal: corn 1, gold 5 of 6; V = 3; two of four pairs each.
    const data = datasetOf([row('1:1 2:2'), row([[0, 1]]), row([])])
    const cornGoldGold = scoresOf(trainer.model(), data, 0)
    expect(cornGoldGold.get(0)).toBeCloseTo(-4.446565, 6) // ln ½ + ln 3/8 + 2 ln 2/8
    expect(cornGoldGold.get(1)).toBeCloseTo(-3.008155, 6) // ln ½ + ln 2/9 + 2 ln 6/9
    const wheat = scoresOf(trainer.model(), data, 1)
    expect(wheat.get(0)).toBeCloseTo(Math.log(0.5) + Math.log(3 / 8), 12)
    expect(wheat.get(1)).toBeCloseTo(Math.log(0.5) + Math.log(1 / 9), 12)
    expect(scoresOf(trainer.model(), data, 2).get(0)).toBeCloseTo(Math.log(0.5), 12)
    expect(trainer.model().scale).toBe('log-joint')
  })

  it('is the formula on any data', () => {
    fc.assert(
      fc.property(rowsOf(25), tests, (some, queries) => {
        const rows = [everyWord, ...some]
        const model = trained(rows).model()
        const data = datasetOf(queries.map((x) => row(x)))
        for (const [at, x] of queries.entries()) {
          const scores = scoresOf(model, data, at)
          expect(scores.size).toBe(model.labelCount)
          for (const [label, score] of scores) expect(score).toBeCloseTo(naiveScore(rows, x, label), 9)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('explains: the parts add up to the score, the prior among them', () => {
    fc.assert(
      fc.property(rowsOf(25), tests, (rows, queries) => {
        const model = trained([everyWord, ...rows]).model()
        const data = datasetOf(queries.map((x) => row(x)))
        for (const [at, x] of queries.entries()) {
          for (const [label, score] of scoresOf(model, data, at)) {
            const parts = model.explain(data, at, label)
            expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score, 9)
            const columns = x.map(([column]) => column).filter((column) => column < FEATURES)
            const caused = parts.filter(({ feature }) => feature >= 0)
            expect(caused.map(({ feature }) => feature)).toEqual(columns)
          }
        }
      }),
    )
  })

  it('learns on as if it had had all documents at once', () => {
    fc.assert(
      fc.property(rowsOf(15), rowsOf(15), fc.boolean(), fc.boolean(), (first, second, look, save) => {
        let trainer = trained(first)
        if (look) trainer.model()
        if (save) trainer = naiveBayes.resume(trainer.state(), PLAIN, CONTEXT)
        learnAll(trainer, second)
        const whole = trained([...first, ...second])
        expect(trainer.state()).toEqual(whole.state())
        expect(trainer.model().state()).toEqual(whole.model().state())
      }),
    )
  })

  it('does not depend on the order of documents', () => {
    fc.assert(
      fc.property(
        rowsOf(20).chain((rows) =>
          fc.tuple(fc.constant(rows), fc.shuffledSubarray(rows, { minLength: rows.length })),
        ),
        tests,
        ([rows, other], queries) => {
          const data = datasetOf(queries.map((x) => row(x)))
          const a = trained(rows).model()
          const b = trained(other).model()
          for (const at of queries.keys()) {
            const scores = scoresOf(b, data, at)
            for (const [label, score] of scoresOf(a, data, at))
              expect(scores.get(label)).toBeCloseTo(score, 9)
          }
        },
      ),
    )
  })

  it('counts the vocabulary it is told of, also words and labels without a document', () => {
    const model = trained([row([[0, 1]], 0)], { documents: 1, features: 9, labels: 3 }).model()
    expect(model.featureCount).toBe(9)
    expect(model.labelCount).toBe(3)
    const scores = scoresOf(model, datasetOf([row([[8, 1]])]), 0)
    expect(scores.get(0)).toBeCloseTo(Math.log(1 / 10), 12)
    // A label without a document has half a one for its prior, and all words alike.
    expect(scores.get(2)).toBeCloseTo(Math.log(0.5) + Math.log(1 / 9), 12)
  })

  it('refuses negative values and learns nothing from their document', () => {
    const trainer = trained([row([[0, 1]], 0)])
    const before = trainer.state()
    const data = datasetOf([row('3:1 4:-1', 2)])
    expect(() => trainer.learn(data, 0)).toThrow(InputError)
    expect(trainer.state()).toEqual(before)
  })

  it('refuses damaged states', () => {
    const { numbers, arrays } = trained([row('0:2 1:1', 0), row([[2, 0.5]], 1)]).state()
    const damages = {
      documents: undefined,
      totals: Float64Array.of(1),
      labels: Uint8Array.of(0, 0, 2),
      lengths: Uint8Array.of(1, 1, 2),
      counts: Float64Array.of(1, Number.NaN, 1),
    }
    const below = { documents: Int8Array.of(1, -1), counts: Float64Array.of(2, 1, -0.5) }
    for (const [name, damage] of [...Object.entries(damages), ...Object.entries(below)]) {
      const state = { ...arrays, [name]: damage } as typeof arrays
      expect(() => naiveBayes.resume({ numbers, arrays: state }, PLAIN, CONTEXT), name).toThrow(InputError)
    }
    expect(() => naiveBayes.resume({ numbers, arrays }, PLAIN, CONTEXT)).not.toThrow()
  })
})

/** Σ d_j (ln P(t_j) − ln P(t_j | not l)), from the pairs of other labels themselves. */
function naiveComplement(rows: readonly PlainRow[], x: PlainRow['x'], label: number): number {
  const pairs = rows.flatMap(({ x: words, labels }) => labels.map((l) => ({ words, l })))
  const likelihood = (some: typeof pairs): number => {
    const words = some.flatMap((pair) => pair.words)
    const count = (of: typeof words): number => of.reduce((sum, [, value]) => sum + value, 0)
    return x
      .filter(([column]) => column < FEATURES)
      .map(([column, value]) => {
        const own = count(words.filter((word) => word[0] === column))
        return value * Math.log((own + 1) / (count(words) + FEATURES))
      })
      .reduce((sum, part) => sum + part, 0)
  }
  const prior = pairs.some(({ l }) => l === label) ? 0 : Math.log(0.5 / pairs.length)
  return prior + likelihood(pairs) - likelihood(pairs.filter(({ l }) => l !== label))
}

describe('complement naive Bayes', () => {
  it('is what one works out by hand', () => {
    // wheat = 0, corn = 1, gold = 2; grain = 0, metal = 1, money = 2.
    const rows = [row('0:2 1:1', 0), row('1:1 2:1', 1), row([[2, 3]], 2)]
    const model = trained(rows, EMPTY, COMPLEMENT).model()
    const scores = scoresOf(model, datasetOf([row([[1, 2]])]), 0)
    // N = 8, V = 3, corn: 2 of all, so P(corn) = 3/11. Outside grain 1 of 5, outside metal 1 of 6, outside
    // money 2 of 5.
    expect(scores.get(0)).toBeCloseTo(2 * Math.log(3 / 11 / (2 / 8)), 12)
    expect(scores.get(1)).toBeCloseTo(2 * Math.log(3 / 11 / (2 / 9)), 12)
    expect(scores.get(2)).toBeCloseTo(2 * Math.log(3 / 11 / (3 / 8)), 12)
    expect(model.scale).toBe('log-joint')
  })

  it('is the formula on any data, and its explanations add up', () => {
    fc.assert(
      fc.property(rowsOf(20), tests, (some, queries) => {
        const rows = [everyWord, ...some]
        const model = trained(rows, EMPTY, COMPLEMENT).model()
        const data = datasetOf(queries.map((x) => row(x)))
        for (const [at, x] of queries.entries()) {
          for (const [label, score] of scoresOf(model, data, at)) {
            expect(score).toBeCloseTo(naiveComplement(rows, x, label), 9)
            const parts = model.explain(data, at, label)
            expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score, 9)
          }
        }
      }),
    )
  })

  it('counts as the plain form does, and learns on after saving', () => {
    fc.assert(
      fc.property(rowsOf(10), rowsOf(10), (first, second) => {
        const whole = trained([...first, ...second], EMPTY, COMPLEMENT)
        expect(whole.state()).toEqual(trained([...first, ...second]).state())
        const resumed = naiveBayes.resume(trained(first).state(), COMPLEMENT, CONTEXT)
        learnAll(resumed, second)
        expect(resumed.model().state()).toEqual(whole.model().state())
      }),
    )
  })
})
