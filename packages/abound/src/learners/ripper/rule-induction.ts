// RIPPER for one label against others (Cohen 1995, "Fast effective rule induction").
//
//   IREP*: while positive rows are left uncovered, split the uncovered rows of either side 2 : 1, grow a rule on the
//     two thirds, prune it on the third to greatest (p − n)/(p + n), 0 where it covers none, and add it; stop
//     when rules and mistakes take `slack` (64) bits more than at their best so far
//   then delete rules without which fewer bits are taken, last first
//   optimise (twice), each rule in turn, on the rows that no earlier rule covers, split again:
//     replacement: grown from nothing; revision: grown from the rule; both pruned to greatest p − n over the rows
//       that no other rule covers, which is the least error of the whole set
//     keep whichever of rule, replacement and revision makes the set take fewest bits after deleting
//     after each time round, IREP* for the positive rows still uncovered, and delete

import type { Tests } from '../../models/rule-tests.js'
import type { Rng } from '../../structures/rng.js'
import type { Presence } from './presence.js'
import type { RuleGrower } from './rule-growing.js'
import { type CoveringRule, type RuleProblem, RuleSet, rowsPassing } from './rule-set.js'

interface InductionOptions {
  /** How often all rules are revised. */
  readonly revisions: number
  /** Bits above the best that end the search for rules. */
  readonly slackBits: number
}

/** The rules for a label's rows against the others of its problem. */
export function induceRules(
  presence: Presence,
  problem: RuleProblem,
  grower: RuleGrower,
  rng: Rng,
  { revisions, slackBits }: InductionOptions,
): Tests[] {
  const induction = new Induction(presence, problem, grower, rng)
  induction.addRules(slackBits)
  induction.set.simplify()
  for (let time = 0; time < revisions && induction.set.rules.length > 0; time++) {
    induction.optimise()
    induction.addRules(slackBits)
    induction.set.simplify()
  }
  return induction.set.rules.map(({ tests }) => tests)
}

/** Worth of a rule that covers p positive and n negative rows of those it is pruned on. */
export function prunedWorth(p: number, n: number): number {
  return p + n === 0 ? 0 : (p - n) / (p + n)
}

interface Split {
  readonly grow: Uint32Array
  readonly prune: Uint32Array
}

class Induction {
  readonly set: RuleSet
  private readonly presence: Presence
  private readonly problem: RuleProblem
  private readonly grower: RuleGrower
  private readonly rng: Rng

  constructor(presence: Presence, problem: RuleProblem, grower: RuleGrower, rng: Rng) {
    this.set = new RuleSet(problem)
    this.presence = presence
    this.problem = problem
    this.grower = grower
    this.rng = rng
  }

  /** IREP*. Every rule covers a positive row that was not covered, so that it ends. */
  addRules(slack: number): void {
    const { set, grower, problem } = this
    let least = set.bits()
    while (set.uncoveredPositives > 0) {
      const positives = this.split(set.uncovered(problem.positives))
      const negatives = this.split(set.uncovered(problem.negatives))
      const grown = grower.grow(positives.grow, negatives.grow)
      const tests = grower.prune(grown, positives.prune, negatives.prune, prunedWorth)
      if (tests.length === 0) return
      const before = set.uncoveredPositives
      set.insert(set.rules.length, this.covering(tests))
      const bits = set.bits()
      least = Math.min(least, bits)
      if (set.uncoveredPositives === before || bits > least + slack) {
        set.remove(set.rules.length - 1)
        return
      }
    }
  }

  /** Every rule in turn: as it is, replaced or revised, whichever takes fewest bits. */
  optimise(): void {
    const { set, problem, grower } = this
    const earlier = new RuleSet(problem)
    for (let at = 0; at < set.rules.length; at++) {
      const own = set.remove(at)
      const positives = this.split(earlier.uncovered(problem.positives))
      const negatives = this.split(earlier.uncovered(problem.negatives))
      const prunePositives = set.uncovered(positives.prune)
      const pruneNegatives = set.uncovered(negatives.prune)
      set.insert(at, own)
      let best = own
      let least = set.bitsWith(at, own)
      for (const from of [[], own.tests]) {
        const grown = grower.grow(positives.grow, negatives.grow, from)
        const tests = grower.prune(grown, prunePositives, pruneNegatives, (p, n) => p - n)
        if (tests.length === 0 || isSame(tests, best.tests)) continue
        const rule = this.covering(tests)
        const bits = set.bitsWith(at, rule)
        if (bits < least) {
          least = bits
          best = rule
        }
      }
      set.remove(at)
      set.insert(at, best)
      earlier.insert(at, best)
    }
  }

  private covering(tests: Tests): CoveringRule {
    return { tests, rows: rowsPassing(this.presence, this.problem.side, tests) }
  }

  /** Two thirds, rounded up, and the rest, at random; shuffles the rows in place. */
  private split(rows: Uint32Array): Split {
    this.rng.shuffle(rows)
    const middle = Math.ceil((2 * rows.length) / 3)
    return { grow: rows.subarray(0, middle), prune: rows.subarray(middle) }
  }
}

function isSame(a: Tests, b: Tests): boolean {
  return a.length === b.length && a.every((test, i) => test === b[i])
}
