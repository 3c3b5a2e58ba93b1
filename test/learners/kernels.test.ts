// Kernels of svm, tsvm, mmp and perceptron: against slow ones, by hand, and where words alone tell nothing.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Model } from '../../packages/abound/src/contract.js'
import {
  evaluate,
  InputError,
  LEARNERS,
  type Learner,
  shrink,
  train,
} from '../../packages/abound/src/internal.js'
import { type MmpOptions, mmp } from '../../packages/abound/src/learners/mmp/index.js'
import { type PerceptronOptions, perceptron } from '../../packages/abound/src/learners/perceptron/index.js'
import { type SvmOptions, svm } from '../../packages/abound/src/learners/svm/index.js'
import { type TsvmOptions, tsvm } from '../../packages/abound/src/learners/tsvm/index.js'
import { KERNELS, type KernelOptions } from '../../packages/abound/src/models/kernel-function.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { naiveKernel, naiveKernelSvm } from './naive-kernel.js'
import { naiveMoves } from './naive-mmp.js'
import { datasetOf, eighths, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, EMPTY, expectToGoOn, learnAll } from './trained.js'

const kernels: fc.Arbitrary<KernelOptions> = fc.record({
  kernel: fc.constantFrom(...KERNELS),
  degree: fc.integer({ min: 1, max: 3 }),
  gamma: fc.constantFrom(0.25, 0.5, 1),
  coef0: fc.constantFrom(0, 0.5, 1),
})
const notLinear = kernels.filter(({ kernel }) => kernel !== 'linear')
const words = eighths.map((value) => value / 4)

const scores = (model: Model, x: PlainRow['x']): Map<number, number> =>
  scoresOf(model, datasetOf([row(x)]), 0)

describe('svm under a kernel', () => {
  it('scores as the slow solution does', () => {
    fc.assert(
      fc.property(
        notLinear,
        plainRows(4, 2, words, { minLength: 4, maxLength: 7 }),
        fc.boolean(),
        (kernel, rows, squared) => {
          const full = rows.map((one) => ({ ...one, judged: 1 as const, not: [] }))
          const options: SvmOptions = {
            ...defaultOptions(svm.options),
            ...kernel,
            tolerance: 1e-7,
            maxPasses: 100_000,
            loss: squared ? 'squared-hinge' : 'hinge',
            positiveWeight: 2,
          }
          const data = datasetOf(full)
          const model = svm.train(data, options, CONTEXT)
          for (let label = 0; label < data.labelCount; label++) {
            const signed = full.map(({ x, labels }) => {
              const sign = labels.includes(label) ? 1 : -1
              return { x, sign, cost: sign > 0 ? 2 : 1 }
            })
            const slow = naiveKernelSvm(kernel, signed, squared)
            for (const { x } of full) expect(scores(model, x).get(label)).toBeCloseTo(slow(x), 3)
          }
        },
      ),
      { numRuns: 8 },
    )
  })

  it('is the linear one where the kernel is: poly of degree 1', () => {
    const rows = [row('0:1 1:0.5', 0), row('1:1', 1), row('2:1 0:0.5', 0, 1), row('2:0.5')]
    const options: SvmOptions = { ...defaultOptions(svm.options), tolerance: 1e-8, maxPasses: 100_000 }
    const linear = svm.train(datasetOf(rows), { ...options, loss: 'squared-hinge' }, CONTEXT)
    const poly: SvmOptions = { ...options, loss: 'squared-hinge', kernel: 'poly', degree: 1, coef0: 0 }
    const kernel = svm.train(datasetOf(rows), poly, CONTEXT)
    for (const { x } of rows)
      for (const label of [0, 1])
        expect(scores(kernel, x).get(label)).toBeCloseTo(scores(linear, x).get(label)!, 5)
  })

  it('refuses what is for weights of words, and more documents than it can keep', () => {
    const rows = datasetOf([row('0:1', 0), row('1:1', 1)])
    const given = (options: Partial<SvmOptions>) => () =>
      svm.train(rows, { ...defaultOptions(svm.options), kernel: 'rbf', ...options }, CONTEXT)
    for (const options of [
      { multiclass: 'crammer-singer' },
      { loss: 'logistic' },
      { nbWeights: true },
      { prune: 0.1 },
    ] as const)
      expect(given(options)).toThrow(InputError)
    const many = datasetOf(Array.from({ length: 10_001 }, (_, i) => row([[i, 1]], i % 2)))
    expect(() => svm.train(many, { ...defaultOptions(svm.options), kernel: 'rbf' }, CONTEXT)).toThrow(
      /10000 at most/,
    )
  })
})

describe('tsvm under a kernel', () => {
  it('finds what the linear one finds where the kernel is linear: poly of degree 1', () => {
    const unlabelled = (x: string): PlainRow => ({ ...row(x), judged: 0 })
    const rows = [row('0:1', 0), row('1:1', 1)]
    for (let i = 0; i < 8; i++)
      rows.push(unlabelled(i < 3 ? `0:0.5 2:1 ${i + 4}:0.5` : `1:0.5 3:1 ${i + 4}:0.5`))
    const decided = (given: Partial<TsvmOptions>): number[][] => {
      const found: number[][] = []
      tsvm.train(
        datasetOf(rows),
        { ...defaultOptions(tsvm.options), positives: '0\t3\n1\t5', tolerance: 1e-6, ...given },
        { ...CONTEXT, decided: (_label, _rows, signs) => found.push([...signs]) },
      )
      return found
    }
    const linear = decided({})
    expect(linear[0].slice(0, 3)).toEqual([1, 1, 1])
    expect(decided({ kernel: 'poly', degree: 1, coef0: 0 })).toEqual(linear)
    expect(decided({ kernel: 'rbf' })[0].filter((sign) => sign > 0)).toHaveLength(3)
  })
})

/** Coefficients of documents by label, the slow way: each document has its own, whether it was seen before or not. */
class NaiveDual {
  labelCount = 0
  private readonly steps: { x: PlainRow['x']; scales: Map<number, number> }[] = []
  private readonly kernel: KernelOptions

  constructor(kernel: KernelOptions) {
    this.kernel = kernel
  }

  learn(one: PlainRow, moves: (scoreOf: (label: number) => number) => Map<number, number>): void {
    this.labelCount = Math.max(this.labelCount, ...[...one.labels, ...one.not].map((label) => label + 1))
    this.steps.push({ x: one.x, scales: one.x.length === 0 ? new Map() : moves((l) => this.score(one.x, l)) })
  }

  score(x: PlainRow['x'], label: number): number {
    return this.sum(x, label, () => 1)
  }

  /** Of the mean of w_1 … w_{T+1}. */
  mean(x: PlainRow['x'], label: number): number {
    const all = this.steps.length + 1
    return this.sum(x, label, (step) => (all - 1 - step) / all)
  }

  private sum(x: PlainRow['x'], label: number, weight: (step: number) => number): number {
    return this.steps.reduce((sum, { x: z, scales }, step) => {
      const scale = scales.get(label) ?? 0
      return scale === 0 ? sum : sum + weight(step) * scale * naiveKernel(this.kernel, x, z)
    }, 0)
  }
}

describe('online learners under a kernel', () => {
  // Values of kernels are rounded to 32 bits, which decides ties: whole numbers are exact.
  const exact = fc.record({
    kernel: fc.constant('poly' as const),
    degree: fc.integer({ min: 1, max: 2 }),
    gamma: fc.constant(1),
    coef0: fc.constantFrom(0, 1),
  })
  const counts = fc.integer({ min: 1, max: 3 })
  const lists = plainRows(5, 4, counts, { minLength: 3, maxLength: 12 })

  it('mmp moves the coefficients of documents as it moves weights, and averages them alike', () => {
    fc.assert(
      fc.property(exact, lists, fc.boolean(), (kernel, rows, average) => {
        const options: MmpOptions = { ...defaultOptions(mmp.options), ...kernel, loss: 2, average }
        const trainer = learnAll(mmp.start(EMPTY, options, CONTEXT), rows)
        const naive = new NaiveDual(kernel)
        for (const one of rows) naive.learn(one, (of) => naiveMoves(one, of, naive.labelCount, 2).scales)
        for (const { x } of rows) {
          const found = scores(trainer.model(), x)
          for (let l = 0; l < naive.labelCount; l++)
            expect(found.get(l)).toBeCloseTo(average ? naive.mean(x, l) : naive.score(x, l), 6)
        }
      }),
    )
  })

  it('perceptron does, too', () => {
    fc.assert(
      fc.property(exact, lists, (kernel, rows) => {
        const options: PerceptronOptions = { ...defaultOptions(perceptron.options), ...kernel }
        const trainer = learnAll(perceptron.start(EMPTY, options, CONTEXT), rows)
        const naive = new NaiveDual(kernel)
        for (const one of rows) {
          naive.learn(one, (of) => {
            const moves = new Map<number, number>()
            for (let l = 0; l < naive.labelCount; l++) {
              const y = one.labels.includes(l) ? 1 : one.judged === 1 || one.not.includes(l) ? -1 : 0
              if (y !== 0 && y * of(l) <= 0) moves.set(l, y)
            }
            return moves
          })
        }
        for (const { x } of rows) {
          const found = scores(trainer.model(), x)
          for (let l = 0; l < naive.labelCount; l++) expect(found.get(l)).toBeCloseTo(naive.score(x, l), 6)
        }
      }),
    )
  })

  it.each([mmp, perceptron] as readonly Learner[])('$name goes on after loading as before', (learner) => {
    fc.assert(
      fc.property(notLinear, lists, lists, fc.boolean(), (kernel, before, after, average) => {
        const options = { ...defaultOptions(learner.options), ...kernel, average }
        if (!learner.online) throw new Error('expected an online learner')
        const straight = learnAll(learner.start(EMPTY, options, CONTEXT), before)
        expectToGoOn(learner.resume(straight.state(), options, CONTEXT), straight, after)
      }),
      { numRuns: 30 },
    )
  })

  it('keeps a document once, however often it is seen', () => {
    const options: MmpOptions = { ...defaultOptions(mmp.options), kernel: 'rbf', loss: 2 }
    const rows = [row('0:1 1:2', 0), row('1:2 0:1', 1), row('2:1', 1), row('0:1 1:2', 0)]
    const { model } = { model: learnAll(mmp.start(EMPTY, options, CONTEXT), [...rows, ...rows]).model() }
    expect(model.figures()['documents kept']).toBe(2)
  })

  it('refuses what is for weights of words', () => {
    const given = (options: Partial<PerceptronOptions>) => () =>
      perceptron.start(EMPTY, { ...defaultOptions(perceptron.options), kernel: 'rbf', ...options }, CONTEXT)
    expect(given({ randomStart: true })).toThrow(InputError)
  })
})

describe('a corpus that no single word tells apart', () => {
  /** Two words of two pairs: the label says whether they are of the same pair; words that mean nothing beside them. */
  function pairs(count: number, seed: number) {
    const rng = new Rng(seed)
    return Array.from({ length: count }, () => {
      const [a, b] = [rng.below(2), rng.below(2)]
      const noise = `noise${rng.below(20)} noise${rng.below(20)}`
      return { text: `first${a} second${b} ${noise}`, labels: [a === b ? 'same' : 'different'] }
    })
  }
  const learners = LEARNERS.filter(({ options }) => 'kernel' in options)

  it('has four learners with kernels', () => {
    expect(learners.map(({ name }) => name)).toEqual(['mmp', 'perceptron', 'svm', 'tsvm'])
  })

  it.each(learners)('$name: linear fails, poly of degree 2 tells', async ({ name }) => {
    const run = { thresholds: 'top:1', probabilities: 'none', weighting: 'binary', norm: 'l2' }
    const more = name === 'mmp' || name === 'perceptron' ? { passes: 20, average: true } : { cost: 100 }
    const right = async (kernel: string): Promise<number> => {
      const model = await train(pairs(300, 1), { learner: name, ...run, ...more, kernel } as never)
      return Number((await evaluate(model, pairs(200, 2))).recallAt[1])
    }
    expect(await right('linear')).toBeLessThan(0.7)
    expect(await right('poly')).toBeGreaterThan(0.9)
  })

  it('explains by what each word changes on the way from no words, and cannot be shrunk', async () => {
    const documents = pairs(200, 1)
    for (const kernel of ['poly', 'rbf'] as const) {
      const model = await train(documents, { learner: 'svm', kernel, cost: 10 })
      const [{ label, score }] = model.rank('first0 second0')
      expect(label).toBe('same')
      const parts = model.explain('first0 second0', 'same')
      expect(parts.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(score, 9)
      // Both words tell as much: neither does alone.
      const [first, second] = ['first0', 'second0'].map(
        (word) => parts.find(({ term }) => term === word)!.weight,
      )
      expect(first).toBeGreaterThan(0)
      expect(second / first).toBeGreaterThan(0.5)
      expect(second / first).toBeLessThan(2)
      await expect(shrink(model)).rejects.toThrow(/it keeps documents, not weights of words/)
    }
  })
})
