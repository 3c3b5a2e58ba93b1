// One flat object of options, sorted into who reads them; mistakes are named.

import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { LEARNERS } from '../../packages/abound/src/learners/registry.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import {
  type GivenOptions,
  RUN_OPTIONS,
  resolveTrainOptions,
} from '../../packages/abound/src/pipeline/train-options.js'

const resolve = (given: Record<string, unknown>): ReturnType<typeof resolveTrainOptions> =>
  resolveTrainOptions(given as GivenOptions)

describe('resolveTrainOptions', () => {
  it('sorts options into learner, text and run, with their defaults', () => {
    const resolved = resolve({ learner: 'ff', margin: 0.1, minDf: 2, seed: 7 })
    expect(resolved.learner.name).toBe('ff')
    expect(resolved.learnerOptions).toMatchObject({ margin: 0.1, passes: 1, minWeight: 0.01, maxDegree: 25 })
    expect(resolved.vectorOptions).toMatchObject({
      minDf: 2,
      minCount: 1,
      weighting: 'tf',
      norm: 'l2',
      select: 'none',
    })
    expect(resolved.run).toEqual({
      seed: 7,
      shuffle: true,
      thresholds: 'usual',
      optimise: 'usual',
      probabilities: 'usual',
      memory: 192,
    })
  })

  it('takes ff when no learner is named', () => {
    expect(resolve({}).learner.name).toBe('ff')
  })

  it('gives each learner the weighting it declares', () => {
    for (const learner of LEARNERS) {
      const { weighting, norm } = resolve({ learner: learner.name }).vectorOptions
      expect({ weighting, norm }).toEqual(learner.text)
    }
  })

  it('passes over options that are not given', () => {
    expect(resolve({ margin: undefined, nonsense: undefined }).learnerOptions).toMatchObject({ margin: 0 })
  })

  it.each(LEARNERS.map((learner) => [learner.name, learner] as const))(
    'an unknown option of %s is answered with those it has',
    (name, learner) => {
      const attempt = (): unknown => resolve({ learner: name, noSuchThing: 1 })
      expect(attempt).toThrow(InputError)
      expect(attempt).toThrow(`${name} has no option \`noSuchThing\``)
      for (const option of Object.keys(learner.options)) expect(attempt).toThrow(option)
    },
  )

  it('takes no option for granted that every object has', () => {
    for (const name of ['constructor', 'toString', '__proto__x', 'hasOwnProperty']) {
      expect(() => resolve({ [name]: 1 }), name).toThrow(InputError)
    }
  })

  it('an option of another learner is unknown', () => {
    expect(() => resolve({ learner: 'naive-bayes', margin: 0.1 })).toThrow(
      /naive-bayes has no option `margin`/,
    )
  })

  it('an unknown learner is answered with the names', () => {
    expect(() => resolve({ learner: 'fff' })).toThrow(/"fff".*ff, .*naive-bayes/)
  })

  it.each([
    [{ margin: 'wide' }, /^margin: expected a number/],
    [{ margin: Number.NaN }, /^margin: expected a number/],
    [{ passes: 1.5 }, /^passes: expected a whole number/],
    [{ passes: 0 }, /^passes: expected a whole number from 1/],
    [{ minWeight: 2 }, /^minWeight: expected a number from 0 to 1/],
    [{ leaks: 'no' }, /^leaks: expected true or false/],
    [{ weighting: 'bm25' }, /^weighting: expected one of usual, binary, tf/],
    [{ norm: 'l1' }, /^norm: expected one of/],
    [{ minDf: 0 }, /^minDf: expected a whole number, at least 1/],
    [{ select: 'best' }, /^select: expected one of none/],
    [{ seed: -1 }, /^seed: expected a whole number/],
    [{ seed: 2 ** 60 }, /^seed: /],
    [{ shuffle: 1 }, /^shuffle: expected true or false/],
    [{ memory: 0 }, /^memory: expected a whole number, at least 1/],
    [{ thresholds: 'best' }, /^thresholds: expected usual, cv, train, share, fixed:T or top:K/],
    [{ thresholds: 'top:0' }, /^thresholds: expected/],
    [{ thresholds: 'top:99999999999999999999' }, /^thresholds: expected/],
    [{ thresholds: 'fixed:1e999' }, /^thresholds: expected/],
    [{ thresholds: 3 }, /^thresholds: expected/],
  ])('%j is refused before anything is read', async (given, message) => {
    expect(() => resolve(given)).toThrow(InputError)
    expect(() => resolve(given)).toThrow(message)
    let read = false
    function* documents(): Generator<{ text: string; labels: string[] }> {
      read = true
      yield { text: 'wheat', labels: ['a'] }
    }
    await expect(train(documents(), given as never)).rejects.toThrow(message)
    expect(read).toBe(false)
  })

  it.each(['usual', 'cv', 'train', 'share', 'fixed:0', 'fixed:-1.5', 'fixed:2e-3', 'top:1', 'top:12'])(
    'thresholds %s are taken',
    (thresholds) => {
      expect(resolve({ thresholds }).run.thresholds).toBe(thresholds)
    },
  )

  it('every run option has a default that it allows', () => {
    const run = resolve({}).run
    expect(Object.keys(run)).toEqual(Object.keys(RUN_OPTIONS))
    expect(resolve(run).run).toEqual(run)
  })
})
