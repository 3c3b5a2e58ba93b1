// What an experiment decides of a claim that does not hold.

import { type ClaimFound, formatTest } from './claims.js'
import type { Cause, Decision } from './item.js'

/** Decides for a cause where the claim holds in the experiment; `unless` is the cause where it does not. */
export function decide(found: ClaimFound, ifHeld: Cause, unless: Cause = 'undecided'): Decision {
  const holds = found.verdict !== 'not held'
  const numbers = `${holds ? 'Then it holds' : 'It does not hold then either'}: ${found.numbers}${formatTest(found.test)}.`
  return { cause: holds ? ifHeld : unless, numbers }
}
