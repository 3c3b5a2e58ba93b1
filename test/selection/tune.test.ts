import { describe, expect, it } from 'vitest'
import { LEARNERS, learnerNamed } from '../../packages/abound/src/learners/registry.js'
import { resolveTrainOptions } from '../../packages/abound/src/pipeline/train-options.js'
import { CostModel } from '../../packages/abound/src/selection/cost.js'
import { draw, LEARNER_SPACE, TEXT_SPACE } from '../../packages/abound/src/selection/space.js'
import { tune } from '../../packages/abound/src/selection/tune.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { asVectors, topicDocuments } from '../conformance/documents.js'

const documents = topicDocuments({ count: 300, sharedWords: 60 })

describe('tune', () => {
  it('finds the same twice, defaults among what it tries', async () => {
    const search = { learners: ['ff', 'naive-bayes'], budget: 0.5 }
    const found = await tune(documents, search)
    expect(await tune(documents, search)).toEqual(found)
    expect(found.trials.filter(({ options }) => Object.keys(options).length === 0)).toHaveLength(2)
    expect(found.trials.length).toBeGreaterThan(4)
    expect(found.winner).toBe(found.trials[0])
    expect(found.test).toMatchObject({
      documents: 60,
      winner: { documents: 60 },
      defaults: { documents: 60 },
    })
  })

  it('never learns from the documents it reports on', async () => {
    // Each document has a word and a label that no other has: seen, they are known; unseen, they are not.
    const own = Array.from({ length: 50 }, (_, i) => ({ text: `word${i} all`, labels: [`label${i}`] }))
    const { test } = await tune(own, { learners: ['naive-bayes'], budget: 0.3 })
    expect(test.winner.unknownLabels.count).toBe(10)
    expect(test.winner.R1).toBe(0)
  })

  it('holds on to what is given, and to a file to measure on', async () => {
    const { trials } = await tune(documents, {
      learners: ['svm'],
      given: { cost: 2, seed: 5 },
      measure: 'microF1',
      budget: 0.5,
      validate: topicDocuments({ count: 20, seed: 8 }),
      test: topicDocuments({ count: 10, seed: 9 }),
    })
    for (const { options } of trials) expect(options).toMatchObject({ cost: 2, seed: 5 })
  })

  it('folds, and vectors, whose text has no options', async () => {
    const { trials } = await tune(asVectors(documents), { learners: ['ff'], budget: 1, folds: 3 })
    for (const { options } of trials)
      for (const option of Object.keys(TEXT_SPACE)) expect(options).not.toHaveProperty(option)
  })

  it('refuses what it cannot search', async () => {
    await expect(tune(documents.slice(0, 9), { learners: ['ff'] })).rejects.toThrow('at least 10 documents')
    for (const bad of [null, 'x', { text: null, labels: ['a'] }]) {
      const test = [bad] as unknown as typeof documents
      const wrong = tune(documents, { learners: ['naive-bayes'], budget: 0.1, test })
      await expect(wrong).rejects.toThrow(/^document 1: expected /)
    }
    await expect(tune(documents, { learners: ['ff'], budget: -1 })).rejects.toThrow(
      'budget: expected seconds above 0, found -1',
    )
  })
})

describe('the space', () => {
  it('holds only values that the options take', () => {
    const rng = new Rng(1)
    for (const { name } of LEARNERS) {
      for (let i = 0; i < 50; i++) {
        const options = { ...draw(TEXT_SPACE, rng), ...draw(LEARNER_SPACE[name] ?? {}, rng) }
        expect(() => resolveTrainOptions({ ...options, learner: name }), name).not.toThrow()
      }
    }
    for (const name of Object.keys(LEARNER_SPACE)) expect(learnerNamed(name).name).toBe(name)
  })

  it('draws every value, and leaves options alone most of the time', () => {
    const rng = new Rng(2)
    const drawn = Array.from({ length: 400 }, () => draw({ x: { kind: 'choice', values: [1, 2] } }, rng).x)
    expect(new Set(drawn)).toEqual(new Set([undefined, 1, 2]))
    expect(drawn.filter((x) => x === undefined).length).toBeGreaterThan(150)
    const logs = Array.from({ length: 400 }, () => draw({ x: { kind: 'log', from: 0.1, to: 10 } }, rng).x)
    for (const x of logs) if (x !== undefined) expect(Number(x)).toBeGreaterThanOrEqual(0.1)
    expect(logs.filter((x) => Number(x) < 1).length).toBeGreaterThan(40)
  })
})

describe('predicted costs', () => {
  it('grow with documents, labels and terms', async () => {
    const few = new CostModel(documents, 4)
    const many = new CostModel(documents, 400)
    for (const { name } of LEARNERS) {
      const cost = await few.secondsOf({ learner: name })
      expect(cost(200, 10), name).toBeGreaterThan(cost(100, 10))
      expect(cost(100, 20), name).toBeGreaterThan(cost(100, 10))
    }
    const svm = await few.secondsOf({ learner: 'svm' })
    expect((await many.secondsOf({ learner: 'svm' }))(1000, 0)).toBeGreaterThan(3 * svm(1000, 0))
    expect((await few.secondsOf({ learner: 'svm', chars: '2-5' }))(1000, 0)).toBeGreaterThan(3 * svm(1000, 0))
    expect((await few.secondsOf({ learner: 'mmp', passes: 10 }))(1000, 0)).toBeGreaterThan(
      (await few.secondsOf({ learner: 'mmp' }))(1000, 0),
    )
  })
})
