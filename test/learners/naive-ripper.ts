// RIPPER for one label on plain sets, everything counted anew each time. Shares the bits of rules and mistakes and
// the generator with the real one, nothing else.

import {
  foilGain,
  mistakeBits,
  ruleBits,
} from '../../packages/abound/src/learners/ripper/description-length.js'
import type { Rng } from '../../packages/abound/src/structures/rng.js'

export interface NaiveRow {
  readonly terms: ReadonlySet<number>
  readonly positive: boolean
}

export interface NaiveOptions {
  readonly absence: boolean
  readonly revisions: number
  readonly slack: number
  readonly possibleTests: number
}

type Tests = readonly number[]

const passes = (row: NaiveRow, tests: Tests): boolean =>
  tests.every((test) => row.terms.has(test >> 1) === (test % 2 === 0))
const covered = (rows: readonly NaiveRow[], tests: Tests): NaiveRow[] =>
  rows.filter((row) => passes(row, tests))
const left = (rows: readonly NaiveRow[], rules: readonly Tests[]): NaiveRow[] =>
  rows.filter((row) => !rules.some((rule) => passes(row, rule)))
const positivesOf = (rows: readonly NaiveRow[]): NaiveRow[] => rows.filter(({ positive }) => positive)
const negativesOf = (rows: readonly NaiveRow[]): NaiveRow[] => rows.filter(({ positive }) => !positive)
const sides = (rows: readonly NaiveRow[]): [number, number] => [
  positivesOf(rows).length,
  negativesOf(rows).length,
]

function grow(rows: readonly NaiveRow[], from: Tests, absence: boolean): Tests {
  const tests = [...from]
  for (;;) {
    const here = covered(rows, tests)
    const [p0, n0] = sides(here)
    if (p0 === 0 || n0 === 0) return tests
    const terms = [...new Set(rows.flatMap((row) => [...row.terms]))].sort((a, b) => a - b)
    let best = -1
    let most = 0
    for (const test of terms.flatMap((term) => (absence ? [2 * term, 2 * term + 1] : [2 * term]))) {
      const [p1, n1] = sides(covered(here, [test]))
      if (p1 > 0 && foilGain(p0, n0, p1, n1) > most) {
        most = foilGain(p0, n0, p1, n1)
        best = test
      }
    }
    if (best < 0) return tests
    tests.push(best)
  }
}

function prune(tests: Tests, rows: readonly NaiveRow[], worth: (p: number, n: number) => number): Tests {
  let best = Number.NEGATIVE_INFINITY
  let kept: Tests = []
  for (let length = 1; length <= tests.length; length++) {
    const [p, n] = sides(covered(rows, tests.slice(0, length)))
    if (worth(p, n) > best) {
      best = worth(p, n)
      kept = tests.slice(0, length)
    }
  }
  return kept
}

function bitsOf(rows: readonly NaiveRow[], rules: readonly Tests[], possibleTests: number): number {
  const uncovered = left(rows, rules)
  const inside = rows.filter((row) => !uncovered.includes(row))
  const mistakes = mistakeBits(
    inside.length,
    uncovered.length,
    negativesOf(inside).length,
    positivesOf(uncovered).length,
  )
  return rules.reduce((sum, rule) => sum + ruleBits(rule.length, possibleTests), mistakes)
}

/** The rules left after those that cost bits are deleted, last first. */
function simplified(rows: readonly NaiveRow[], rules: readonly Tests[], possibleTests: number): Tests[] {
  let out = [...rules]
  for (let at = rules.length - 1; at >= 0; at--) {
    const without = out.filter((_, i) => i !== at)
    if (bitsOf(rows, without, possibleTests) < bitsOf(rows, out, possibleTests)) out = without
  }
  return out
}

export function naiveRules(rows: readonly NaiveRow[], rng: Rng, options: NaiveOptions): Tests[] {
  const { absence, possibleTests } = options
  const bits = (rules: readonly Tests[]): number => bitsOf(rows, rules, possibleTests)
  const split = (some: readonly NaiveRow[]): [NaiveRow[], NaiveRow[]] => {
    const grown: NaiveRow[] = []
    const pruned: NaiveRow[] = []
    for (const side of [positivesOf(some), negativesOf(some)]) {
      rng.shuffle(side)
      grown.push(...side.slice(0, Math.ceil((2 * side.length) / 3)))
      pruned.push(...side.slice(Math.ceil((2 * side.length) / 3)))
    }
    return [grown, pruned]
  }

  const irep = (rules: Tests[]): Tests[] => {
    let least = bits(rules)
    for (;;) {
      const uncovered = left(rows, rules)
      if (positivesOf(uncovered).length === 0) return rules
      const [growRows, pruneRows] = split(uncovered)
      const rule = prune(grow(growRows, [], absence), pruneRows, (p, n) =>
        p + n === 0 ? 0 : (p - n) / (p + n),
      )
      if (rule.length === 0 || positivesOf(covered(uncovered, rule)).length === 0) return rules
      least = Math.min(least, bits([...rules, rule]))
      if (bits([...rules, rule]) > least + options.slack) return rules
      rules = [...rules, rule]
    }
  }

  let rules = simplified(rows, irep([]), possibleTests)
  for (let time = 0; time < options.revisions && rules.length > 0; time++) {
    for (const [at, own] of rules.entries()) {
      const [growRows, pruneRows] = split(left(rows, rules.slice(0, at)))
      const others = rules.filter((_, i) => i !== at)
      const candidates = [[], own].map((from) =>
        prune(grow(growRows, from, absence), left(pruneRows, others), (p, n) => p - n),
      )
      let best = own
      let least = Number.POSITIVE_INFINITY
      for (const candidate of [own, ...candidates]) {
        if (candidate.length === 0) continue
        const here = bits(simplified(rows, rules.with(at, candidate), possibleTests))
        if (here < least) {
          least = here
          best = candidate
        }
      }
      rules = rules.with(at, best)
    }
    rules = simplified(rows, irep(rules), possibleTests)
  }
  return rules
}
