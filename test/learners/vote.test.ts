// Voting hypotheses: against all of them kept, and where a vote differs from the mean.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError, type Learner, train } from '../../packages/abound/src/internal.js'
import { type MmpOptions, mmp } from '../../packages/abound/src/learners/mmp/index.js'
import { type PerceptronOptions, perceptron } from '../../packages/abound/src/learners/perceptron/index.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { topicDocuments } from '../conformance/documents.js'
import { NaiveMmp } from './naive-mmp.js'
import { NaivePerceptron } from './naive-perceptron.js'
import { datasetOf, type PlainRow, plainRows, row, scoresOf } from './plain-rows.js'
import { CONTEXT, EMPTY, expectToGoOn, learnAll } from './trained.js'

/** Small whole numbers, so that no score is rounded. */
const lists = plainRows(5, 4, fc.integer({ min: 1, max: 3 }), { minLength: 2, maxLength: 12 })
const VOTING: PerceptronOptions = { ...defaultOptions(perceptron.options), vote: true }
const VOTING_MMP: MmpOptions = { ...defaultOptions(mmp.options), vote: true, loss: 2 }
const dot = (x: PlainRow['x'], weightOf: (feature: number) => number): number =>
  x.reduce((sum, [feature, value]) => sum + value * weightOf(feature), 0)

describe('a vote', () => {
  it('of perceptrons is that of the weights after each document', () => {
    fc.assert(
      fc.property(lists, (rows) => {
        const model = learnAll(perceptron.start(EMPTY, VOTING, CONTEXT), rows).model()
        const naive = new NaivePerceptron(0)
        for (const one of rows) naive.learn(one)
        for (const one of rows) {
          const found = scoresOf(model, datasetOf([one]), 0)
          for (const [label, all] of naive.history.entries()) {
            const votes = all.slice(1).map((w) => Math.sign(dot(one.x, (f) => w.get(f) ?? 0)))
            expect(found.get(label)).toBeCloseTo(votes.reduce((a, b) => a + b, 0) / rows.length, 9)
          }
        }
      }),
    )
  })

  it('of rankings counts the labels below, and half of those level', () => {
    fc.assert(
      fc.property(lists, (rows) => {
        const model = learnAll(mmp.start(EMPTY, VOTING_MMP, CONTEXT), rows).model()
        const naive = new NaiveMmp(2)
        const after: ((x: PlainRow['x']) => number[])[] = []
        for (const one of rows) {
          naive.learn(one)
          const weights = Array.from({ length: 4 }, (_, l) =>
            Array.from({ length: 5 }, (_, f) => naive.weight(f, l)),
          )
          after.push((x) => weights.map((w) => dot(x, (f) => w[f])))
        }
        const count = naive.labelCount
        for (const one of rows) {
          const found = scoresOf(model, datasetOf([one]), 0)
          for (let label = 0; label < count; label++) {
            const votes = after.map((scoresAt) => {
              const scores = scoresAt(one.x).slice(0, count)
              const below = scores.filter((score) => score < scores[label]).length
              const level = scores.filter((score) => score === scores[label]).length - 1
              return count === 1 ? 0.5 : (below + level / 2) / (count - 1)
            })
            expect(found.get(label)).toBeCloseTo(votes.reduce((a, b) => a + b, 0) / rows.length, 9)
          }
        }
      }),
    )
  })

  it('is by how long a hypothesis lasts, not by how large it is, by hand', () => {
    // w is x_0 from the first document on for three, then large the other way for one: 3 votes to 1, mean 3 to 100.
    const rows = [row('0:1', 0), row('0:1', 0), row('0:1', 0), row('0:100')]
    const voted = learnAll(perceptron.start(EMPTY, VOTING, CONTEXT), rows).model()
    expect(scoresOf(voted, datasetOf([row('0:1')]), 0).get(0)).toBeCloseTo((3 - 1) / 4, 12)
    const mean = { ...VOTING, vote: false, average: true }
    const averaged = learnAll(perceptron.start(EMPTY, mean, CONTEXT), rows).model()
    expect(scoresOf(averaged, datasetOf([row('0:1')]), 0).get(0)).toBeLessThan(0)
  })

  it.each([mmp, perceptron] as readonly Learner[])('of $name goes on after loading as before', (learner) => {
    fc.assert(
      fc.property(lists, lists, fc.constantFrom('linear', 'poly', 'rbf'), (before, after, kernel) => {
        if (!learner.online) throw new Error('expected an online learner')
        const options = { ...defaultOptions(learner.options), vote: true, kernel }
        const straight = learnAll(learner.start(EMPTY, options, CONTEXT), before)
        expectToGoOn(learner.resume(straight.state(), options, CONTEXT), straight, after)
      }),
      { numRuns: 30 },
    )
  })

  it('is refused beside the mean, and where weights of words are needed', async () => {
    const documents = topicDocuments({ count: 20 })
    const given = (options: Partial<PerceptronOptions>) =>
      train(documents, { learner: 'perceptron', vote: true, ...options })
    for (const options of [{ average: true }, { randomStart: true }, { patience: 2 }])
      await expect(given(options)).rejects.toThrow(InputError)
  })
})
