// A rule set for one label against others at work: which rows its rules cover, how often, and the bits that rules
// and mistakes take together. Adding or removing a rule costs the rows that it covers.

import { isAbsence, type Tests, termOf } from '../../models/rule-tests.js'
import { mistakeBits, ruleBits } from './description-length.js'
import type { Presence } from './presence.js'

/** The rows of a label's problem. */
export interface RuleProblem {
  /** By row: 1 has the label, 2 has not, 0 takes no part. */
  readonly side: Uint8Array
  /** Rows of either side, ascending. */
  readonly positives: Uint32Array
  readonly negatives: Uint32Array
  /** How many different tests a rule could have. */
  readonly possibleTests: number
}

/** A rule with the rows of the problem that it covers. */
export interface CoveringRule {
  readonly tests: Tests
  readonly rows: Uint32Array
}

export class RuleSet {
  readonly rules: CoveringRule[] = []
  private readonly problem: RuleProblem
  /** By row: how many rules cover it. */
  private readonly covers: Uint32Array
  private coveredPositives = 0
  private coveredNegatives = 0

  constructor(problem: RuleProblem) {
    this.problem = problem
    this.covers = new Uint32Array(problem.side.length)
  }

  get uncoveredPositives(): number {
    return this.problem.positives.length - this.coveredPositives
  }

  insert(at: number, rule: CoveringRule): void {
    this.rules.splice(at, 0, rule)
    const { covers } = this
    const { side } = this.problem
    for (const row of rule.rows) {
      if (covers[row]++ > 0) continue
      if (side[row] === 1) this.coveredPositives++
      else this.coveredNegatives++
    }
  }

  remove(at: number): CoveringRule {
    const [rule] = this.rules.splice(at, 1)
    const { covers } = this
    const { side } = this.problem
    for (const row of rule.rows) {
      if (--covers[row] > 0) continue
      if (side[row] === 1) this.coveredPositives--
      else this.coveredNegatives--
    }
    return rule
  }

  /** Bits of the rules and of what they get wrong. */
  bits(): number {
    const { positives, negatives, possibleTests } = this.problem
    const covered = this.coveredPositives + this.coveredNegatives
    let sum = mistakeBits(
      covered,
      positives.length + negatives.length - covered,
      this.coveredNegatives,
      this.uncoveredPositives,
    )
    for (const { tests } of this.rules) sum += ruleBits(tests.length, possibleTests)
    return sum
  }

  /** Takes out every rule without which all takes fewer bits, last first; returns where each was. */
  simplify(): { at: number; rule: CoveringRule }[] {
    const removed: { at: number; rule: CoveringRule }[] = []
    let bits = this.bits()
    for (let at = this.rules.length - 1; at >= 0; at--) {
      const rule = this.remove(at)
      const without = this.bits()
      if (without < bits) {
        bits = without
        removed.push({ at, rule })
      } else this.insert(at, rule)
    }
    return removed
  }

  /** The bits it would take after `simplify`, with another rule in place of one. */
  bitsWith(at: number, rule: CoveringRule): number {
    const own = this.remove(at)
    this.insert(at, rule)
    const removed = this.simplify()
    const bits = this.bits()
    for (const one of removed.reverse()) this.insert(one.at, one.rule)
    this.remove(at)
    this.insert(at, own)
    return bits
  }

  /** The rows among these that none of its rules covers, in a new array. */
  uncovered(rows: Uint32Array): Uint32Array {
    const { covers } = this
    const out = new Uint32Array(rows.length)
    let count = 0
    for (let i = 0; i < rows.length; i++) if (covers[rows[i]] === 0) out[count++] = rows[i]
    return out.subarray(0, count)
  }
}

/** The rows that take part (`side` not 0) and pass all tests: along the list of the first term they must have. */
export function rowsPassing(presence: Presence, side: Uint8Array, tests: Tests): Uint32Array {
  const first = tests.find((test) => !isAbsence(test))
  const from = first === undefined ? 0 : presence.termStarts[termOf(first)]
  const to = first === undefined ? side.length : presence.termStarts[termOf(first) + 1]
  const out = new Uint32Array(to - from)
  let count = 0
  for (let i = from; i < to; i++) {
    const row = first === undefined ? i : presence.rows[i]
    if (side[row] !== 0 && tests.every((test) => presence.has(row, termOf(test)) !== isAbsence(test)))
      out[count++] = row
  }
  return out.slice(0, count)
}
