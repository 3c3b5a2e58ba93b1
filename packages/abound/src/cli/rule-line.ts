// A rule as a sentence: if wheat and not gold then grain (123/4)

import type { RuleInWords } from '../internal.js'

/** The sentence, with the training documents that it fired on rightly and wrongly. */
export function ruleLine({ present, absent, covered, errors }: RuleInWords, label: string): string {
  const tests = [...present, ...absent.map((term) => `not ${term}`)]
  return `if ${tests.join(' and ')} then ${label} (${covered - errors}/${errors})`
}
