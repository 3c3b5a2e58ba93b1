// What the experiments of MCG09 have in common: how a claim held against other figures decides.

import { type ClaimFound, formatTest } from '../claims.js'
import type { Cause, Decision, Desk } from '../item.js'

/** Trials of an experiment: with five, the smallest chance that a sign test can give is .031. */
export const FIVE = 5

/** `cause` where the claim holds in the experiment, by more than luck; else it stays undecided. */
export function decide({ verdict, numbers, test }: ClaimFound, cause: Cause): Decision {
  return { cause: verdict === 'held' ? cause : 'undecided', numbers: `${numbers}${formatTest(test)}` }
}

/** Runs once for each desk, for experiments on several claims that need the same figures. */
export function oncePerDesk<Result>(run: (desk: Desk) => Promise<Result>): (desk: Desk) => Promise<Result> {
  const results = new WeakMap<Desk, Promise<Result>>()
  return (desk) => {
    const earlier = results.get(desk)
    if (earlier !== undefined) return earlier
    const result = run(desk)
    results.set(desk, result)
    return result
  }
}
