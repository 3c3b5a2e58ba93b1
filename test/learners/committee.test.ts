// The committee: what its members are, and that its one linear model speaks for them all.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import {
  type CommitteeOptions,
  CommitteeTrainer,
  committee,
} from '../../packages/abound/src/learners/committee/index.js'
import { LinearModel } from '../../packages/abound/src/models/linear.js'
import { defaultOptions } from '../../packages/abound/src/options.js'
import { memberSeeds, startWeight } from '../../packages/abound/src/solvers/one-against-rest.js'
import { NaivePerceptron } from './naive-perceptron.js'
import { datasetOf, type PlainRow, plainRows, row, scoresOf, signedEighths } from './plain-rows.js'
import { EMPTY, learnAll } from './trained.js'

const FEATURES = 5
const LABELS = 4
const SEED = 3
const CONTEXT = { seed: SEED }
const ROWS = plainRows(FEATURES, LABELS, signedEighths, { maxLength: 10 })

function optionsOf(given: Partial<CommitteeOptions>): CommitteeOptions {
  return { ...defaultOptions(committee.options), ...given }
}

function trainWhole(rows: readonly PlainRow[], given: Partial<CommitteeOptions>): CommitteeTrainer {
  const trainer = committee.trainWhole!(datasetOf(rows), optionsOf(given), CONTEXT)
  if (!(trainer instanceof CommitteeTrainer)) throw new Error('expected the committee’s trainer')
  return trainer
}

/** Row by row, from nothing. */
function trainOnline(rows: readonly PlainRow[], members: number): CommitteeTrainer {
  const trainer = committee.start(EMPTY, optionsOf({ members, patience: 0 }), CONTEXT)
  if (!(trainer instanceof CommitteeTrainer)) throw new Error('expected the committee’s trainer')
  learnAll(trainer, rows)
  return trainer
}

describe('the committee', () => {
  it('starts each member elsewhere: one document by hand', () => {
    const trainer = trainOnline([row([[0, 2]], 0)], 3)
    const starts = memberSeeds(SEED, 3).map((seed) => startWeight(seed, 0, 0))
    expect(new Set(starts).size).toBe(3)
    // Each member is wrong (s = 0), brings word 0 in at its start and adds +1 · 2.
    expect(trainer.members.map(({ current }) => current.get(0, 0))).toEqual(starts.map((start) => start + 2))
    const mean = (starts[0] + 2 + (starts[1] + 2) + (starts[2] + 2)) / 3
    expect(scoresOf(trainer.model(), datasetOf([row([[0, 1]])]), 0)).toEqual(new Map([[0, mean]]))
  })

  it('is made of random-start perceptrons', () => {
    fc.assert(
      fc.property(ROWS, fc.boolean(), (rows, patient) => {
        const trainer = patient ? trainWhole(rows, { members: 3 }) : trainOnline(rows, 3)
        const labels = patient ? datasetOf(rows).labelCount : 0
        for (const [i, seed] of memberSeeds(SEED, 3).entries()) {
          const naive = new NaivePerceptron(labels, seed)
          if (patient) naive.trainWithEarlyStopping(rows, 5, 100, SEED)
          else for (const one of rows) naive.learn(one)
          for (const [label] of naive.history.entries()) {
            for (let feature = 0; feature < FEATURES; feature++) {
              expect(trainer.members[i].current.get(feature, label)).toBe(naive.weight(label, feature))
            }
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('scores as the mean of its members’ scores', () => {
    fc.assert(
      fc.property(ROWS, ROWS, (rows, asked) => {
        const trainer = trainWhole(rows, { members: 4 })
        const data = datasetOf(asked)
        for (let at = 0; at < data.count; at++) {
          const members = trainer.members.map(({ current }) =>
            scoresOf(LinearModel.ofWeights(current), data, at),
          )
          for (const [label, score] of scoresOf(trainer.model(), data, at)) {
            const sum = members.reduce((total, scores) => total + scores.get(label)!, 0)
            expect(score).toBeCloseTo(sum / 4, 9)
          }
        }
      }),
      { numRuns: 60 },
    )
  })

  it('goes on after loading as if nothing had happened, asked in between or not', () => {
    fc.assert(
      fc.property(ROWS, ROWS, fc.boolean(), (rows, more, asked) => {
        const options = optionsOf({ members: 3, patience: 2 })
        const trainer = trainWhole(rows, options)
        const loaded = committee.resume(trainer.state(), options, CONTEXT)
        if (asked) trainer.model()
        for (const one of more) {
          learnAll(trainer, [one])
          if (asked) trainer.model()
          learnAll(loaded, [one])
        }
        expect(loaded.state()).toStrictEqual(trainer.state())
        const data = datasetOf([...rows, ...more])
        for (let at = 0; at < data.count; at++) {
          expect(scoresOf(loaded.model(), data, at)).toStrictEqual(scoresOf(trainer.model(), data, at))
        }
      }),
      { numRuns: 60 },
    )
  })

  it('welcomes words and labels that come late', () => {
    const trainer = trainWhole([row([[0, 1]], 0), row([[1, 1]], 1)], {})
    trainer.model()
    learnAll(trainer, [row([[9, 1]], 5), row([[9, 1]], 5)])
    expect(trainer.model().labelCount).toBe(6)
    const scores = scoresOf(trainer.model(), datasetOf([row([[9, 1]])]), 0)
    expect([...scores].sort((a, b) => b[1] - a[1])[0][0]).toBe(5)
  })

  it('asks for all rows unless told to make so many passes', () => {
    expect(committee.needsWhole!(optionsOf({}))).toBe(true)
    expect(committee.needsWhole!(optionsOf({ patience: 0 }))).toBe(false)
  })

  it('refuses a state that could not be its own', () => {
    const { numbers, arrays } = trainWhole([row([[0, 1]], 0)], { members: 2 }).state()
    const resume = (changed: Record<string, number>): unknown =>
      committee.resume({ numbers: { ...numbers, ...changed }, arrays }, optionsOf({}), CONTEXT)
    expect(() => resume({ members: 3 })).toThrow(InputError)
    for (const members of [0, 1.5, 1e9]) expect(() => resume({ members })).toThrow(/expected 1 to/)
    expect(() => resume({})).not.toThrow()
  })
})
