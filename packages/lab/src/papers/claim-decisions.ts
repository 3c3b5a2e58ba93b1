// What an experiment decides of a claim that does not hold.

import { type ClaimFound, formatTest, type Verdict } from './claims.js'
import type { Cause, Decision } from './item.js'

const WORDS: Readonly<Record<Verdict, string>> = {
  held: 'Then it holds',
  leans: 'Then it holds, but luck might do it',
  'not held': 'It does not hold then either',
}

/** Decides for a cause where the claim holds in the experiment. */
export function decide(found: ClaimFound, ifHeld: Cause): Decision {
  const { verdict, numbers, test } = found
  return {
    cause: verdict === 'not held' ? 'undecided' : ifHeld,
    numbers: `${WORDS[verdict]}: ${numbers}${formatTest(test)}.`,
  }
}
