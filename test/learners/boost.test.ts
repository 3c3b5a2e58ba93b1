// BoosTexter: round 1 by hand, and how it goes on, stops and tells.

import { describe, expect, it } from 'vitest'
import type { TrainingContext } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import type { FoundRule, MhVariant } from '../../packages/abound/src/learners/boost/boosting-gain.js'
import { MhBooster } from '../../packages/abound/src/learners/boost/boosting-mh.js'
import { MrBooster } from '../../packages/abound/src/learners/boost/boosting-mr.js'
import { readBoostingRows } from '../../packages/abound/src/learners/boost/boosting-rows.js'
import { type BoostOptions, boost } from '../../packages/abound/src/learners/boost/index.js'
import { rocchio } from '../../packages/abound/src/learners/rocchio/index.js'
import { restoreModel } from '../../packages/abound/src/models/restore.js'
import type { StumpsModel } from '../../packages/abound/src/models/stumps.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { boostDocuments as documents } from './naive-boost.js'
import { datasetOf, type PlainRow, row, scoresOf } from './plain-rows.js'

const VARIANTS = ['real-mh', 'real-abstain-mh', 'discrete-mh', 'discrete-mr'] as const
const DEFAULTS = defaultOptions(boost.options)
const FEATURES = 7
const LABELS = 4

function data(rows: readonly PlainRow[]): ReturnType<typeof datasetOf> {
  const made = datasetOf(rows)
  made.featureCount = Math.max(made.featureCount, FEATURES)
  made.labelCount = Math.max(made.labelCount, LABELS)
  return made
}

function trained(
  rows: readonly PlainRow[],
  given: Partial<BoostOptions> = {},
  context: TrainingContext = { seed: 1 },
): StumpsModel {
  return boost.train(data(rows), { ...DEFAULTS, ...given }, context) as StumpsModel
}

describe('round 1 by hand', () => {
  // Words w0, w1, w2; labels A, B, C. C is nobody's.
  const FOUR = [row([[0, 1]], 0), row('0:1 1:1', 0), row('1:1 2:1', 1), row([[2, 1]], 0, 1)]
  const half = Math.log(3) / 2
  const four = datasetOf(FOUR)
  four.labelCount = 3

  /** What the first round finds, and the weights after it, documents × labels. */
  function firstRound(variant: string): { rule: FoundRule; weights: number[][] } {
    const rows = readBoostingRows(four, variant === 'discrete-mr')
    const booster =
      variant === 'discrete-mr' ? new MrBooster(rows) : new MhBooster(rows, variant as MhVariant)
    const rule = booster.choose()!
    booster.apply(rule)
    return { rule, weights: FOUR.map((_, i) => [0, 1, 2].map((l) => booster.weightOf(i, l))) }
  }

  function expectNumbers(found: Iterable<number>, expected: number[]): void {
    const numbers = [...found]
    expect(numbers.length).toBe(expected.length)
    for (const [i, number] of numbers.entries()) expect(number).toBeCloseTo(expected[i], 12)
  }

  // Of 12 pairs, with w0 (documents 1 and 2): A 2 hold, 0 not; B 0, 2; C 0, 2; without: A 1, 1; B 2, 0; C 0, 2.
  // With w1: A 1, 1; B 1, 1; C 0, 2; without: A 2, 0; B 1, 1; C 0, 2. w2 is w0 turned round.

  it('real-mh', () => {
    // Z: w0 2·√(1·1)/12 = 1/6, w1 2·3/12, w2 1/6 again: the lower id. ε = 1/12 turns a : b into a + 1 : b + 1.
    const { rule, weights } = firstRound('real-mh')
    expect(rule.term).toBe(0)
    expect(rule.alpha).toBe(1)
    expect(rule.merit).toBeCloseTo(1 / 6, 12)
    expectNumbers(rule.present, [half, -half, -half])
    expectNumbers(rule.absent, [0, half, -half])
    // A of documents 3 and 4 stays 1/12, the ten others are divided by √3: their sum is (2 + 10/√3)/12.
    const [same, less] = [0.1286421372, 0.0742715726]
    expect(same).toBeCloseTo(1 / (2 + 10 / Math.sqrt(3)), 9)
    const expected = [less, less, less, less, less, less, same, less, less, same, less, less]
    for (const [i, weight] of weights.flat().entries()) expect(weight).toBeCloseTo(expected[i], 9)
  })

  it('real-abstain-mh', () => {
    // Z: w0 6/12 + 0; w1 6/12 + 2·2/12; w2 6/12 + 2·1/12.
    const { rule, weights } = firstRound('real-abstain-mh')
    expect(rule.term).toBe(0)
    expect(rule.alpha).toBe(1)
    expect(rule.merit).toBeCloseTo(1 / 2, 12)
    expectNumbers(rule.present, [half, -half, -half])
    expectNumbers(rule.absent, [0, 0, 0])
    const same = 1 / (6 + 6 / Math.sqrt(3))
    expect(same).toBeCloseTo(0.1056624327, 9)
    const less = same / Math.sqrt(3)
    expectNumbers(weights.flat(), [less, less, less, less, less, less, same, same, same, same, same, same])
  })

  it('discrete-mh', () => {
    // r: w0 (2 + 2 + 2 + 0 + 2 + 2)/12, w1 (0 + 0 + 2 + 2 + 0 + 2)/12; α = ½ ln((1 + 5/6)/(1 − 5/6)) = ½ ln 11.
    const { rule, weights } = firstRound('discrete-mh')
    expect(rule.term).toBe(0)
    expect(rule.merit).toBeCloseTo(5 / 6, 12)
    expect(rule.alpha).toBeCloseTo(Math.log(11) / 2, 12)
    expect([...rule.present]).toEqual([1, -1, -1])
    expect([...rule.absent]).toEqual([-1, 1, -1])
    // Only A of document 4 is wrong: times √11, the others by √11; the sum is 2·√11/12.
    const right = 1 / 22
    expectNumbers(weights.flat(), [...new Array(9).fill(right), 1 / 2, right, right])
  })

  it('discrete-mr', () => {
    // v = (4·2)^−½. Y·d in 16ths: documents 1, 2: A 2, B −1, C −1; 3: A −1, B 2, C −1; 4: A 1, B 1, C −2.
    // r: w0 4 + 2 + 2 with it, 0 + 3 + 3 without, 14/16; w1 1 + 1 + 2, 3 + 0 + 3, 10/16; α = ½ ln 15.
    const { rule, weights } = firstRound('discrete-mr')
    expect(rule.term).toBe(0)
    expect(rule.merit).toBeCloseTo(14 / 16, 12)
    expect(rule.alpha).toBeCloseTo(Math.log(15) / 2, 12)
    expect([...rule.present]).toEqual([1, -1, -1])
    expect([...rule.absent]).toEqual([-1, 1, -1])
    // q = 15^¼; right v/q, wrong (A of document 4) v·q; Z = (3·2/q² + (q + 1/q)/q)/8 = (1 + 7/√15)/8.
    const z = (1 + 7 / Math.sqrt(15)) / 8
    const right = 8 ** -0.5 / 15 ** 0.25 / Math.sqrt(z)
    expect(right).toBeCloseTo(0.303267, 6)
    expectNumbers(weights.flat(), [...new Array(9).fill(right), right * Math.sqrt(15), right, right])
  })

  it('ends at r = 1, with α = ½ ln(2/ε)', () => {
    // w0 tells A from B: of 4 pairs r = 1 in both discrete variants, ε = 1/4.
    const two = [row([[0, 1]], 0), row([[1, 1]], 1)]
    for (const variant of ['discrete-mh', 'discrete-mr'] as const) {
      const { rules } = boost.train(datasetOf(two), { ...DEFAULTS, variant }, { seed: 1 }) as StumpsModel
      expect(rules.length).toBe(1)
      expect(rules[0].alpha).toBeCloseTo(Math.log(8) / 2, 12)
    }
  })
})

describe.each(VARIANTS)('%s', (variant) => {
  it('goes on from a saved model as if it had not stopped, to the bit', () => {
    const rows = documents(60, 30, 5)
    const whole = trained(rows, { variant, rounds: 40 })
    const part = restoreModel('stumps', trained(rows, { variant, rounds: 15 }).state())
    const gone = boost.goOn!(part, data(rows), { ...DEFAULTS, variant, rounds: 40 }, { seed: 1 })
    expect(gone.state()).toEqual(whole.state())
    expect(boost.goOn!(part, data(rows), { ...DEFAULTS, variant, rounds: 15 }, { seed: 1 }).state()).toEqual(
      part.state(),
    )
    expect(() => boost.goOn!(part, data(rows), { ...DEFAULTS, variant, rounds: 10 }, { seed: 1 })).toThrow(
      /expected `rounds` of at least/,
    )
  })

  it('tells its error and loss as the model has them', () => {
    const rows = documents(80, 30, 5)
    const [train, rest] = [rows.slice(0, 50), rows.slice(50)]
    const heldOut = datasetOf(rest)
    const points: Record<string, number>[] = []
    const told: string[] = []
    const context: TrainingContext = {
      seed: 1,
      heldOut,
      curve: (point) => points.push(point),
      termOf: (feature) => `word${feature}`,
      progress: (done, total, unit, latest) => told.push(`${done}/${total} ${unit} ${latest}`),
    }
    const model = trained(train, { variant, rounds: 6 }, context)
    expect(points.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6])
    expect(told[0]).toBe(`1/6 rounds if word${model.rules[0].term} …`)
    const last = points[5]
    const measured = (some: readonly PlainRow[]): { error: number; loss: number } => {
      const set = data(some)
      let [wrong, misses, pairs, ranking] = [0, 0, 0, 0]
      some.forEach(({ labels }, at) => {
        const scores = [...scoresOf(model, set, at)]
        const best = scores.reduce((a, b) => (b[1] > a[1] ? b : a))
        if (!labels.includes(best[0])) wrong++
        for (const [label, score] of scores) if (score > 0 !== labels.includes(label)) misses++
        pairs += scores.length
        const inside = scores.filter(([label]) => labels.includes(label))
        const outside = scores.filter(([label]) => !labels.includes(label))
        const bad = inside.flatMap(([, a]) => outside.filter(([, b]) => a <= b)).length
        ranking += bad / (inside.length * outside.length)
      })
      const loss = variant === 'discrete-mr' ? ranking / some.length : misses / pairs
      return { error: wrong / some.length, loss }
    }
    expect(last.trainError).toBeCloseTo(measured(train).error, 12)
    expect(last.trainLoss).toBeCloseTo(measured(train).loss, 12)
    expect(last.heldOutError).toBeCloseTo(measured(rest).error, 12)
    expect(last.heldOutLoss).toBeCloseTo(measured(rest).loss, 12)
  })

  it('stops when nothing helps, and with nothing to learn from', () => {
    const same = [row([[0, 1]], 0), row([[0, 1]], 1), row([[0, 1]], 2), row([[0, 1]], 3)]
    expect(trained(same, { variant }).rules.length).toBeLessThan(1000)
    expect(trained([{ x: [[0, 1]], labels: [], not: [], judged: 0 }], { variant }).rules).toEqual([])
    expect(boost.train(datasetOf([row([], 0)]), { ...DEFAULTS, variant }, { seed: 1 }).figures()).toEqual({
      rounds: 0,
      tests: 0,
    })
  })
})

describe('boost', () => {
  it('keeps the rules up to the lowest held-out error when it stops early', () => {
    const rows = documents(120, 40, 5)
    const heldOut = datasetOf(rows.slice(0, 60))
    const errors: number[] = []
    const curve = ({ heldOutError }: Readonly<Record<string, number>>): number => errors.push(heldOutError)
    const model = trained(rows.slice(60), { rounds: 500, stopAfter: 20 }, { seed: 1, heldOut, curve })
    expect(errors.length).toBeLessThan(500)
    const best = errors.indexOf(Math.min(...errors))
    expect(errors.length - 1 - best).toBe(20)
    expect(model.rules.length).toBe(best + 1)
  })

  it('says what is wrong', () => {
    const rows = documents(20, 10, 3)
    expect(() => trained(rows, { stopAfter: 5 })).toThrow(/held-out/)
    const model = trained(rows, { rounds: 5 })
    const fewer = datasetOf([row([[0, 1]], 0)])
    expect(() => boost.goOn!(model, fewer, DEFAULTS, { seed: 1 })).toThrow(InputError)
    const other = rocchio.train(fewer, defaultOptions(rocchio.options), { seed: 1 })
    expect(() => boost.goOn!(other, fewer, DEFAULTS, { seed: 1 })).toThrow(InputError)
  })

  it('warns when it stops while the training error still falls', () => {
    const rows = documents(120, 40, 5)
    const warnings: string[] = []
    const context: TrainingContext = { seed: 1, warning: (what) => warnings.push(what.commandLine) }
    trained(rows, { rounds: 20 }, context)
    expect(warnings).toEqual([
      expect.stringMatching(
        /^the training error still fell in the last 2 of 20 rounds, from [\d.]+ to [\d.]+ %: expected more --rounds, or --stop-after with documents held out$/,
      ),
    ])
    // Once nothing is wrong any more, or where held-out documents decide, there is nothing to warn of.
    trained(documents(20, 40, 5), { rounds: 300 }, context)
    trained(rows, { rounds: 20, stopAfter: 100 }, { ...context, heldOut: datasetOf(rows) })
    expect(warnings.length).toBe(1)
  })

  it('reads only whether a word is there', () => {
    const rows = documents(40, 12, 3)
    const louder = rows.map((one) => ({ ...one, x: one.x.map(([c], i) => [c, (i + 1) * -3] as const) }))
    expect(trained(louder, { rounds: 20 }).state()).toEqual(trained(rows, { rounds: 20 }).state())
  })
})
