// PrTFIDF: by hand, and against its three probabilities written out.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { OnlineTrainer } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { prtfidf } from '../../packages/abound/src/learners/prtfidf/index.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import { datasetOf, eighths, entriesOf, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, EMPTY, learnAll } from './trained.js'

const FEATURES = 6
const LABELS = 5

const trained = (rows: readonly PlainRow[]): OnlineTrainer =>
  learnAll(prtfidf.start(EMPTY, {}, CONTEXT), rows)

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, x) => sum + x, 0)

/** P(l | x) for all labels, by the definition: P(t | l) as a mean, P(l), Bayes. */
function naive(rows: readonly PlainRow[], x: PlainRow['x'], labelCount: number): number[] {
  const labels = Array.from({ length: labelCount }, (_, l) => l)
  const pairs = sumOf(rows.map((one) => one.labels.length))
  const own = labels.map((l) => rows.filter((one) => one.labels.includes(l)))
  const prior = own.map((some) => some.length / Math.max(1, pairs))
  const share = (entries: PlainRow['x'], term: number): number => {
    const count = entries.find(([column]) => column === term)?.[1] ?? 0
    return count === 0 ? 0 : count / sumOf(entries.map(([, value]) => value))
  }
  const ofLabel = (term: number, l: number): number =>
    own[l].length === 0 ? 0 : sumOf(own[l].map((one) => share(one.x, term))) / own[l].length
  const known = x.filter(([term]) => labels.some((l) => ofLabel(term, l) > 0))
  if (known.length === 0) return prior
  return labels.map((l) =>
    sumOf(
      known.map(([term]) => {
        const evidence = sumOf(labels.map((other) => ofLabel(term, other) * prior[other]))
        return ((ofLabel(term, l) * prior[l]) / evidence) * share(known, term)
      }),
    ),
  )
}

const rowsOf = (maxLength: number): fc.Arbitrary<PlainRow[]> =>
  plainRows(FEATURES, LABELS, eighths, { maxLength })
const tests = fc.array(entriesOf(FEATURES + 2, eighths), { minLength: 1, maxLength: 4 })

describe('PrTFIDF', () => {
  it('is what one works out by hand', () => {
    // wheat = 0, corn = 1, gold = 2; grain = 0, metal = 1.
    const trainer = trained([row('0:3 1:1', 0), row([[1, 5]], 0), row('1:1 2:3', 1)])
    // P(corn | grain) = (1/4 + 1)/2 = 5/8, P(corn | metal) = 1/4, P(grain) = 2/3: P(grain | corn) = 5/6.
    const data = datasetOf([row([[1, 2]]), row('1:1 2:1 7:9'), row([[7, 1]]), row([])])
    const shares = (at: number): number[] => [...scoresOf(trainer.model(), data, at).values()]
    expect(shares(0)[0]).toBeCloseTo(5 / 6, 12)
    expect(shares(0)[1]).toBeCloseTo(1 / 6, 12)
    // Gold is all metal's: half of the known words is 5/6 grain, half none. The unknown word does not count.
    expect(shares(1)[0]).toBeCloseTo(5 / 12, 12)
    expect(shares(1)[1]).toBeCloseTo(7 / 12, 12)
    // No known word: the prior.
    for (const at of [2, 3]) expect(shares(at)).toEqual([2 / 3, 1 / 3])
    expect(trainer.model().explain(data, 3, 0)).toEqual([{ feature: -1, weight: 2 / 3 }])
    expect(trainer.model().strongestFeatures(1, 2)).toEqual([
      { feature: 2, weight: 1 },
      { feature: 1, weight: 1 / 6 },
    ])
    expect(trainer.model().scale).toBe('comparable')
  })

  it('is the definition on any data, and adds up to 1', () => {
    fc.assert(
      fc.property(rowsOf(20), tests, (rows, queries) => {
        const model = trained(rows).model()
        const data = datasetOf(queries.map((x) => row(x)))
        for (const [at, x] of queries.entries()) {
          const expected = naive(rows, x, model.labelCount)
          const scores = scoresOf(model, data, at)
          expect(scores.size).toBe(model.labelCount)
          for (const [label, score] of scores) expect(score).toBeCloseTo(expected[label], 9)
          if (rows.some(({ labels }) => labels.length > 0))
            expect(sumOf([...scores.values()])).toBeCloseTo(1, 9)
        }
      }),
      { numRuns: 200 },
    )
  })

  it('explains: the parts add up to the score', () => {
    fc.assert(
      fc.property(rowsOf(20), tests, (rows, queries) => {
        const model = trained(rows).model()
        const data = datasetOf(queries.map((x) => row(x)))
        for (const at of queries.keys()) {
          for (const [label, score] of scoresOf(model, data, at)) {
            const parts = model.explain(data, at, label)
            expect(sumOf(parts.map(({ weight }) => weight))).toBeCloseTo(score, 12)
          }
        }
      }),
    )
  })

  it('learns on as if it had had all documents at once, and comes back from its state', () => {
    fc.assert(
      fc.property(rowsOf(12), rowsOf(12), fc.boolean(), tests, (first, second, save, queries) => {
        let trainer = trained(first)
        trainer.model()
        if (save) trainer = prtfidf.resume(trainer.state(), {}, CONTEXT)
        learnAll(trainer, second)
        const whole = trained([...first, ...second])
        expect(trainer.state()).toEqual(whole.state())
        const model = whole.model()
        const same = restoreModel('linear', model.state())
        expect(same.state()).toEqual(model.state())
        const data = datasetOf(queries.map((x) => row(x)))
        for (const at of queries.keys()) {
          expect([...scoresOf(same, data, at)]).toEqual([...scoresOf(model, data, at)])
        }
      }),
    )
  })

  it('refuses negative values and learns nothing from their document', () => {
    const trainer = trained([row([[0, 1]], 0)])
    const before = trainer.state()
    const mixed = row('3:1 4:-1', 2)
    expect(() => trainer.learn(datasetOf([mixed]), 0)).toThrow(InputError)
    expect(trainer.state()).toEqual(before)
  })

  it('refuses damaged states', () => {
    const rows = [row('0:3 1:1', 0), row([[2, 1]], 1)]
    const { numbers, arrays } = trained(rows).state()
    const damages: [string, unknown][] = [
      ['documents', undefined],
      ['documents', Int8Array.of(1, -1)],
      ['labels', Uint8Array.of(0, 0, 2)],
      ['lengths', Uint8Array.of(1, 1, 2)],
      ['counts', Float64Array.of(1, Number.NaN, 1)],
      ['counts', Float64Array.of(1, -1, 1)],
    ]
    for (const [name, damage] of damages) {
      const state = { ...arrays, [name]: damage } as typeof arrays
      expect(() => prtfidf.resume({ numbers, arrays: state }, {}, CONTEXT), name).toThrow(InputError)
    }
    expect(() => prtfidf.resume({ numbers, arrays }, {}, CONTEXT)).not.toThrow()
  })
})
