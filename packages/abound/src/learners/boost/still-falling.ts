// Whether boosting stopped too early: whether its last rounds still took errors away on what it learned from.

import type { Dataset } from '../../contract.js'
import { option, type Wording, worded } from '../../wording.js'
import { CurveRows } from './boosting-curve.js'
import type { WeakHypothesis } from './boosting-gain.js'

/** The last rounds, as a share of all. */
const LAST = 0.1
/** An error that falls by a smaller share of itself has settled. */
const LEAST = 0.01

/** A warning if the training error still fell in the last tenth of the rounds: O(rounds · (rows with the term · k)). */
export function stillFalling(
  data: Dataset,
  rules: readonly WeakHypothesis[],
  ranking: boolean,
): Wording | undefined {
  const rows = new CurveRows(data, data.labelCount)
  const early = Math.floor(rules.length * (1 - LAST))
  for (const rule of rules.slice(0, early)) rows.add(rule)
  const before = rows.measure(ranking).error
  for (const rule of rules.slice(early)) rows.add(rule)
  const after = rows.measure(ranking).error
  if (!(before - after > LEAST * before)) return undefined
  const [from, to] = [before, after].map((error) => (100 * error).toFixed(2))
  return worded`the training error still fell in the last ${rules.length - early} of ${rules.length} rounds, from ${from} to ${to} %: expected more ${option('rounds')}, or ${option('stopAfter')} with documents held out`
}
