// The registry: every entry is complete and consistent.

import { describe, expect, it } from 'vitest'
import { InputError } from '../../packages/abound/src/errors.js'
import { LEARNERS, learnerNamed } from '../../packages/abound/src/learners/registry.js'
import { checkOption, defaultOptions, entries } from '../../packages/abound/src/options.js'
import { weightings } from '../../packages/abound/src/vector/weightings/index.js'

describe('the registry', () => {
  it('has each name once and finds it', () => {
    const names = LEARNERS.map(({ name }) => name)
    expect(new Set(names).size).toBe(names.length)
    for (const learner of LEARNERS) expect(learnerNamed(learner.name)).toBe(learner)
  })

  it('lists the names when there is no such learner', () => {
    expect(() => learnerNamed('fff')).toThrow(InputError)
    expect(() => learnerNamed('fff')).toThrow(
      new RegExp(`"fff".*${LEARNERS.map(({ name }) => name).join(', ')}`),
    )
  })

  describe.each(LEARNERS.map((learner) => [learner.name, learner] as const))('%s', (_, learner) => {
    it('says what it is and what it is good for', () => {
      expect(learner.name).toMatch(/^[a-z]+(-[a-z]+)*$/)
      expect(learner.summary).not.toBe('')
      expect(learner.goodFor).toMatch(/\.$/)
      expect(learner.source).not.toBe('')
      expect(weightings.find(learner.text.weighting)).toBeDefined()
    })

    it('has defaults that its own options allow', () => {
      for (const [name, spec] of entries(learner.options)) {
        expect(checkOption(name, spec, spec.default)).toBe(spec.default)
        expect(spec.help).not.toBe('')
      }
      if (learner.online) {
        expect(learner.passes(defaultOptions(learner.options))).toBeGreaterThanOrEqual(1)
      }
    })
  })
})
