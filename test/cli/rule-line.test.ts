// A rule as a sentence.

import { expect, it } from 'vitest'
import { ruleLine } from '../../packages/abound/src/cli/rule-line.js'

it('says what must be there, what must not, and how often it was right and wrong', () => {
  const counts = { confidence: 0.9, covered: 127, errors: 4 }
  expect(ruleLine({ present: ['wheat', 'tonnes'], absent: ['gold'], ...counts }, 'grain')).toBe(
    'if wheat and tonnes and not gold then grain (123/4)',
  )
  expect(ruleLine({ present: [], absent: ['vs'], ...counts }, 'acq')).toBe('if not vs then acq (123/4)')
})
