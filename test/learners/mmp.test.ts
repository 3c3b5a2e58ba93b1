// MMP by hand, against all pairs, against its mistake bound.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '../../packages/abound/src/contract.js'
import { type MmpOptions, MmpTrainer, mmp } from '../../packages/abound/src/learners/mmp/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { AveragedWeights } from '../../packages/abound/src/solvers/averaged-weights.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { NaiveMmp, naiveMoves } from './naive-mmp.js'
import { datasetOf, eighths, type PlainRow, plainRows, row, scoresOf, signedEighths } from './plain-rows.js'
import { CONTEXT, learnAll } from './trained.js'

const FEATURES = 6
/** So many that lists of two are no full rows. */
const LABELS = 9
const losses = fc.constantFrom<MmpOptions['loss'][]>(1, 2, 3, 4)
/** Room for no dense weights, for some at first, for all. */
const limits = fc.constantFrom(-1, 100, 2 ** 26)

const optionsOf = (given: Partial<MmpOptions>): MmpOptions => ({ ...defaultOptions(mmp.options), ...given })

function started(given: Partial<MmpOptions>, labels = 0, limit?: number): MmpTrainer {
  const options = optionsOf(given)
  return new MmpTrainer(AveragedWeights.zero(0, labels, options.average, limit), options)
}

/** weights[label][feature], read off one-word documents. */
function weightsOf(model: Model, features = FEATURES, labels = model.labelCount): number[][] {
  const words = datasetOf(Array.from({ length: features }, (_, feature) => row([[feature, 1]])))
  const columns = Array.from({ length: features }, (_, feature) => scoresOf(model, words, feature))
  return Array.from({ length: labels }, (_, label) => columns.map((scores) => scores.get(label) ?? 0))
}

describe('MMP by hand', () => {
  const [A, B, C] = [0, 1, 2]
  const first = row([[0, 1]], A)
  const second = row('0:1 1:2', B)
  const third = row('0:1 1:1', B, C)
  const weightsAfter = (loss: MmpOptions['loss'], rows: readonly PlainRow[], limit: number): number[][] =>
    weightsOf(learnAll(started({ loss }, 3, limit), rows).model(), 2)

  it.each([-1, 2 ** 26])('follows three documents under each loss (room %i)', (limit) => {
    // 1. x = (1, 0), Y = {A}: all score 0, E = {(A,B), (A,C)}, n_A = 2, n_B = n_C = 1; c = 2, 1, 1·2.
    const one = [
      [1, 0],
      [-0.5, 0],
      [-0.5, 0],
    ]
    expect(weightsAfter(1, [first], limit)).toEqual(one)
    expect(weightsAfter(2, [first], limit)).toEqual([
      [2, 0],
      [-1, 0],
      [-1, 0],
    ])
    expect(weightsAfter(3, [first], limit)).toEqual(one)

    // 2. x = (1, 2), Y = {B}: s = 1, −½, −½ (loss 2: 2, −1, −1), the tie with C is an error, too.
    //    E = {(B,A), (B,C)}, n_B = 2, n_A = n_C = 1; c = 2, 1, 1·2.
    const two = [
      [0.5, -1],
      [0.5, 2],
      [-1, -1],
    ]
    expect(weightsAfter(1, [first, second], limit)).toEqual(two)
    expect(weightsAfter(2, [first, second], limit)).toEqual([
      [1, -2],
      [1, 4],
      [-2, -2],
    ])
    expect(weightsAfter(3, [first, second], limit)).toEqual(two)

    // 3. x = (1, 1), Y = {B, C}: s = −½, 2½, −2 (loss 2: −1, 5, −4): B leads A, C does not.
    //    E = {(C,A)}, n_C = n_A = 1, n_B = 0: B stays; c = 1, 1, 2·1.
    expect(weightsAfter(1, [first, second, third], limit)).toEqual([
      [-0.5, -2],
      [0.5, 2],
      [0, 0],
    ])
    expect(weightsAfter(2, [first, second, third], limit)).toEqual([
      [0, -3],
      [1, 4],
      [-1, -1],
    ])
    expect(weightsAfter(3, [first, second, third], limit)).toEqual([
      [0, -1.5],
      [0.5, 2],
      [-0.5, -0.5],
    ])
  })

  it('moves by as much as average precision falls short of 1 under loss 4', () => {
    // A is learned first. Then Y = {B, C}: A is above both, n_B = n_C = 1, n_A = 2, |E| = 2; average precision is
    // (1/2 + 2/3)/2 = 7/12, so c = 2/(5/12) and Σ_r n_r/c = 5/12.
    const known: PlainRow[] = [{ x: [[0, 3]], labels: [A], not: [3], judged: 2 }]
    const before = weightsOf(learnAll(started({ loss: 4 }, 4), known).model(), 1).flat()
    const trainer = learnAll(started({ loss: 4 }, 4), known)
    // |E| = 1 and average precision 1/2: half a step of value 3.
    expect(before).toEqual([1.5, 0, 0, -1.5])
    learnAll(trainer, [{ x: [[0, 1]], labels: [B, C], not: [A], judged: 2 }])
    const moved = weightsOf(trainer.model(), 1).map(([weight], label) => weight - before[label])
    expect(moved[A]).toBeCloseTo(-5 / 12, 12)
    expect(moved[B]).toBeCloseTo(5 / 24, 12)
    expect(moved[C]).toBeCloseTo(5 / 24, 12)
    expect(moved[3]).toBe(0)
  })

  it('takes the mean of the weights from the first 0 on', () => {
    // w_A on word 0 was 0, 1, ½, −½; w_B 0, −½, ½, ½.
    const model = learnAll(started({ average: true }, 3), [first, second, third]).model()
    const weights = weightsOf(model, 2)
    expect(weights[A][0]).toBeCloseTo(0.25, 12)
    expect(weights[B][0]).toBeCloseTo(0.125, 12)
    expect(weights[A][1]).toBeCloseTo(-0.75, 12) // 0, 0, −1, −2
  })

  it('has a mean that moves on when nothing is learned', () => {
    const trainer = started({ average: true }, 3)
    learnAll(trainer, [first])
    expect(weightsOf(trainer.model(), 1)).toEqual([[0.5], [-0.25], [-0.25]])
    learnAll(trainer, [first]) // A leads: w stays (1, −½, −½)
    const weights = weightsOf(trainer.model(), 1)
    expect(weights[A][0]).toBeCloseTo(2 / 3, 12)
    expect(weights[B][0]).toBeCloseTo(-1 / 3, 12)
  })

  it('learns nothing from a document without labels, without words, or with every label', () => {
    const rows = [row([[0, 1]]), row([], A), row([[0, 1]], A, B, C)]
    expect(weightsOf(learnAll(started({}, 3), rows).model(), 1)).toEqual([[0], [0], [0]])
  })

  it('starts a label that comes later at 0', () => {
    const trainer = learnAll(started({ loss: 2 }), [row([[0, 1]], A), row([[0, 1]], B)])
    // Only A is known at first: nothing is wrong. Then A and B tie: A loses 1, B gains 1.
    expect(weightsOf(trainer.model(), 1)).toEqual([[-1], [1]])
    learnAll(trainer, [row([[0, 1]], C)])
    // s = −1, 1, 0: only B is not below C.
    expect(weightsOf(trainer.model(), 1)).toEqual([[-1], [0], [1]])
  })

  it.each([-1, 2 ** 26])(
    'moves the labels it has no weight for one by one if most stay (room %i)',
    (limit) => {
      // Words 0 … 4: label 8 gains 1, labels 0 … 4 lose 1; word 5: 8 gains ½, 5 loses ½.
      const known = [0, 1, 2, 3, 4, 5].map(
        (word): PlainRow => ({ x: [[word, word < 5 ? 1 : 0.5]], labels: [8], not: [word], judged: 2 }),
      )
      const all = row(
        [0, 1, 2, 3, 4, 5].map((word) => [word, 1] as const),
        5,
      )
      const trainer = learnAll(started({ loss: 2 }, 9, limit), known)
      const data = datasetOf([all])
      expect([...scoresOf(trainer.model(), data, 0).values()]).toEqual([-1, -1, -1, -1, -1, -0.5, 0, 0, 5.5])
      // E = {(5,6), (5,7), (5,8)}: n_5 = 3; 6, 7 and 8 lose 1 on each of the six words, 0 … 4 stay.
      learnAll(trainer, [all])
      expect([...scoresOf(trainer.model(), data, 0).values()]).toEqual([
        -1, -1, -1, -1, -1, 17.5, -6, -6, -0.5,
      ])
    },
  )

  it.each([-1, 2 ** 26])('leaves them one by one if most move (room %i)', (limit) => {
    // The other way round: labels 0 … 4 gain 1 on a word each, 5 gains ½, 8 loses.
    const known = [0, 1, 2, 3, 4, 5].map(
      (word): PlainRow => ({ x: [[word, word < 5 ? 1 : 0.5]], labels: [word], not: [8], judged: 2 }),
    )
    const all = row(
      [0, 1, 2, 3, 4, 5].map((word) => [word, 1] as const),
      5,
    )
    const trainer = learnAll(started({ loss: 2 }, 9, limit), known)
    const data = datasetOf([all])
    expect([...scoresOf(trainer.model(), data, 0).values()]).toEqual([1, 1, 1, 1, 1, 0.5, 0, 0, -5.5])
    // E = {(5,0), …, (5,4)}: n_5 = 5; 0 … 4 lose 1 on each of the six words, 6, 7 and 8 stay.
    learnAll(trainer, [all])
    expect([...scoresOf(trainer.model(), data, 0).values()]).toEqual([-5, -5, -5, -5, -5, 30.5, 0, 0, -5.5])
  })

  it('asks of a partly judged document only what it says', () => {
    const partial: PlainRow = { x: [[0, 1]], labels: [A], not: [C], judged: 2 }
    expect(weightsOf(learnAll(started({}, 3), [partial]).model(), 1)).toEqual([[1], [0], [-1]])
  })
})

describe('MMP against all pairs', () => {
  const rowsOf = (values: fc.Arbitrary<number>): fc.Arbitrary<PlainRow[]> =>
    plainRows(FEATURES, LABELS, values, { maxLength: 12 })

  it('has the same weights where numbers are exact: loss 2, growing, in passes, also on average', () => {
    fc.assert(
      fc.property(
        rowsOf(signedEighths),
        fc.integer({ min: 1, max: 3 }),
        fc.nat({ max: LABELS }),
        limits,
        (rows, passes, labels, limit) => {
          const naive = new NaiveMmp(2)
          naive.labelCount = labels
          const last = started({ loss: 2 }, labels, limit)
          const mean = started({ loss: 2, average: true }, labels, limit)
          for (let pass = 0; pass < passes; pass++) {
            for (const one of rows) naive.learn(one)
            for (const trainer of [last, mean]) learnAll(trainer, rows)
          }
          expect(last.model().labelCount).toBe(naive.labelCount)
          const of = (weight: (f: number, l: number) => number): number[][] =>
            Array.from({ length: naive.labelCount }, (_, l) =>
              Array.from({ length: FEATURES }, (_, f) => weight(f, l) + 0),
            )
          expect(weightsOf(last.model())).toEqual(of((f, l) => naive.weight(f, l)))
          const means = of((f, l) => naive.mean(f, l))
          expectNear(weightsOf(mean.model()), means)
        },
      ),
    )
  })

  // With thirds and sevenths about, ties hang on the last bit; so each step is checked from the scores and
  // weights before it.
  it('moves every label as the rules say, step by step, under every loss', () => {
    let steps = 0
    let moved = 0
    fc.assert(
      fc.property(
        rowsOf(fc.oneof(eighths, fc.double({ min: 0.1, max: 2, noNaN: true }))),
        losses,
        fc.nat({ max: LABELS }),
        limits,
        (rows, loss, labels, limit) => {
          const trainer = started({ loss }, labels, limit)
          const data = datasetOf(rows)
          let known = labels
          for (const [at, one] of rows.entries()) {
            known = Math.max(known, ...one.labels.map((id) => id + 1), ...one.not.map((id) => id + 1))
            const scores = scoresOf(trainer.model(), data, at)
            const before = weightsOf(trainer.model(), FEATURES, known)
            const { scales } = naiveMoves(one, (label) => scores.get(label) ?? 0, known, loss)
            trainer.learn(data, at)
            const x = datasetEntries(one)
            const expected = before.map((weights, label) =>
              weights.map((weight, feature) => weight + (scales.get(label) ?? 0) * (x.get(feature) ?? 0)),
            )
            expectNear(weightsOf(trainer.model(), FEATURES, known), expected)
            steps++
            if (scales.size > 0) moved++
          }
        },
      ),
    )
    expect(moved).toBeGreaterThan(steps / 4)
    expect(moved).toBeLessThan(steps)
  })

  it('scores and learns the same to the bit, dense or listed', () => {
    fc.assert(
      fc.property(
        rowsOf(fc.double({ min: 0.1, max: 2, noNaN: true })),
        losses,
        fc.boolean(),
        (rows, loss, average) => {
          const [listed, dense] = [-1, 2 ** 26].map((limit) =>
            learnAll(started({ loss, average }, 0, limit), rows),
          )
          expect(listed.state()).toEqual(dense.state())
          const data = datasetOf(rows)
          for (let at = 0; at < data.count; at++) {
            expect(scoresOf(listed.model(), data, at)).toEqual(scoresOf(dense.model(), data, at))
          }
        },
      ),
    )
  })

  it('goes on after loading as if it had not been stored', () => {
    fc.assert(
      fc.property(rowsOf(eighths), rowsOf(eighths), losses, fc.boolean(), (rows, more, loss, average) => {
        const options = optionsOf({ loss, average })
        const kept = learnAll(started(options), rows)
        const loaded = mmp.resume(kept.state(), options, CONTEXT) as MmpTrainer
        expect(weightsOf(loaded.model())).toEqual(weightsOf(kept.model()))
        for (const trainer of [kept, loaded]) learnAll(trainer, more)
        expect(loaded.state()).toEqual(kept.state())
        expect(weightsOf(loaded.model())).toEqual(weightsOf(kept.model()))
      }),
    )
  })
})

describe('MMP’s mistake bound (CS02, theorem 1)', () => {
  // Let W*, ‖W*‖ = 1, rank every document rightly by a margin γ, and ‖x‖ ≤ R. An update Δ has
  // ⟨W*, Δ⟩ ≥ γ·|E|/c, ⟨W, Δ⟩ ≤ 0 and ‖Δ‖² = (Σ n_r² + Σ n_q²)·‖x‖²/c², where Σ n_r = Σ n_q = |E|. So with
  // L = Σ|E|/c and ‖Δ‖² ≤ a·R²·|E|/c: γ·L ≤ ‖W‖ ≤ √(a·R²·L), that is L ≤ a·R²/γ².
  // Loss 1: a = 2, for n ≤ |E|. Loss 2: a = k, for n_r ≤ |Ȳ|, n_q ≤ |Y|. Loss 3: a = k/(|Y|·|Ȳ|) ≤ 2.
  it.each([1, 2, 3] as const)('keeps loss %i below it on separable data', (loss) => {
    for (let seed = 1; seed <= 15; seed++) {
      const rng = new Rng(seed)
      const labels = 3 + (seed % 4)
      const { rows, margin, radius } = separable(rng, labels, 5, 30)
      const trainer = started({ loss }, labels)
      const data = datasetOf(rows)
      let total = 0
      let documents = 0
      for (let pass = 0; pass < 30; pass++) {
        for (const [at, one] of rows.entries()) {
          const scores = scoresOf(trainer.model(), data, at)
          const { errors } = naiveMoves(one, (label) => scores.get(label) ?? 0, labels, loss)
          const pairs = one.labels.length * (labels - one.labels.length)
          if (errors > 0) total += loss === 1 ? 1 : loss === 2 ? errors : errors / pairs
          documents++
          trainer.learn(data, at)
        }
      }
      const bound = ((loss === 2 ? labels : 2) * radius ** 2) / margin ** 2
      expect(total).toBeGreaterThan(0)
      expect(total).toBeLessThanOrEqual(bound)
      // The bound says something: always wrong would be beyond it.
      expect(bound).toBeLessThan(documents)
    }
  })
})

describe('MMP with many labels', () => {
  const MANY = 100_000

  it('moves them all at once when all are wrong', () => {
    const trainer = mmp.start({ documents: 0, features: 1000, labels: MANY }, optionsOf({}), CONTEXT)
    const rng = new Rng(3)
    const rows = Array.from({ length: 200 }, (_, i) => {
      const start = rng.below(990)
      return row(
        [0, 1, 2, 3].map((step) => [start + 2 * step, 0.5] as const),
        i * 400,
      )
    })
    const data = datasetOf(rows)
    for (let at = 0; at < data.count; at++) trainer.learn(data, at)
    // Each document changes 4 words for its own label, those that it shares words with, and all at once.
    expect(trainer.model().figures().weights).toBeLessThan(200 * 4 * 10)
    const scores = scoresOf(trainer.model(), data, 199)
    const best = [...scores].sort((a, b) => b[1] - a[1])[0]
    expect(best[0]).toBe(199 * 400)
    expect(scores.get(1)).toBeLessThan(0)
    expect(scores.get(1)).toBe(scores.get(99_999))
  })
})

function expectNear(found: readonly number[][], expected: readonly number[][]): void {
  expect(found.length).toBe(expected.length)
  for (const [l, list] of expected.entries()) {
    for (const [f, weight] of list.entries()) {
      const off = Math.abs(found[l][f] - weight)
      if (!(off < 1e-9)) expect(found[l][f], `weight of word ${f} for label ${l}`).toBe(weight)
    }
  }
}

/** The entries of a row as a dataset keeps them: in 32 bits. */
const datasetEntries = ({ x }: PlainRow): Map<number, number> =>
  new Map(x.map(([column, value]) => [column, Math.fround(value)]))

/** Documents whose labels are those that random prototypes of norm 1 put first, by a margin. */
function separable(
  rng: Rng,
  labels: number,
  features: number,
  count: number,
): { rows: PlainRow[]; margin: number; radius: number } {
  const vector = (): number[] => Array.from({ length: features }, () => Math.fround(rng.float() * 2 - 1))
  const dot = (a: readonly number[], b: readonly number[]): number =>
    a.reduce((sum, value, i) => sum + value * b[i], 0)
  const prototypes = Array.from({ length: labels }, vector)
  const norm = Math.sqrt(prototypes.reduce((sum, w) => sum + dot(w, w), 0))
  const rows: PlainRow[] = []
  let margin = Number.POSITIVE_INFINITY
  let radius = 0
  while (rows.length < count) {
    const x = vector()
    const scores = prototypes.map((w) => dot(w, x) / norm)
    const order = scores.map((_, label) => label).sort((a, b) => scores[b] - scores[a])
    const cut = 1 + rng.below(labels - 1)
    const gap = scores[order[cut - 1]] - scores[order[cut]]
    if (gap < 0.2) continue
    margin = Math.min(margin, gap)
    radius = Math.max(radius, Math.sqrt(dot(x, x)))
    rows.push(
      row(
        x.map((value, i) => [i, value] as const),
        ...order.slice(0, cut),
      ),
    )
  }
  return { rows, margin, radius }
}
