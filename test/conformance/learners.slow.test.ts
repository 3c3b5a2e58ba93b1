// Every learner of the registry through every check. A learner that is added is picked up by itself.

import { afterAll, describe, expect, it } from 'vitest'
import { LEARNERS } from '../../packages/abound/src/internal.js'
import { EXPLAIN_CHECKS } from './explain-checks.js'
import { INPUT_CHECKS } from './input-checks.js'
import { SAMENESS_CHECKS } from './sameness-checks.js'
import { SHRINK_CHECKS } from './shrink-checks.js'

const skipped: string[] = []

afterAll(() => {
  if (skipped.length > 0) console.info(`conformance, skipped:\n${skipped.join('\n')}`)
})

describe.each(LEARNERS.map((learner) => [learner.name, learner] as const))('%s', (name, learner) => {
  for (const check of [...INPUT_CHECKS, ...SAMENESS_CHECKS, ...EXPLAIN_CHECKS, ...SHRINK_CHECKS]) {
    it(check.name, async (context) => {
      const reason = check.skip?.(learner)
      if (reason !== undefined) {
        skipped.push(`  ${name}: “${check.name}”, as ${reason}`)
        context.skip(reason)
      }
      expect.hasAssertions()
      await check.run(learner)
    })
  }
})
