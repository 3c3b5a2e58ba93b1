// Growing and pruning one rule, a conjunction of tests for the presence or absence of terms (Cohen 1995).
//
//   grow: add the test of greatest FOIL gain until no negative row is covered or none gains; ties go to the lower
//         term, presence before absence
//   prune: cut tests off the end so that what is left is worth most on other rows; ties go to the shorter rule
//
// A test is a whole number: 2 · term for presence, 2 · term + 1 for absence. Looking for presence alone, only terms
// of the positive rows are candidates, and the negative rows of one are counted along its list only while it can
// still win: after a good candidate, that ends early for nearly all. With absence every term of a covered row is
// counted: O(entries of the covered rows) a test.

import { isAbsence, type Tests, termOf } from '../../models/rule-tests.js'
import { foilGain } from './description-length.js'
import type { Presence } from './presence.js'

/** Negative rows with fewer entries than this are counted row by row. */
const FEW_ENTRIES = 20_000

export class RuleGrower {
  private readonly presence: Presence
  private readonly absence: boolean
  private readonly few: number
  /** Covered rows with each term, of either side; 0 between calls. */
  private readonly counts: Uint32Array
  private readonly negativeCounts: Uint32Array
  private readonly touched: Uint32Array
  /** Rows of the last mark. */
  private readonly marks: Uint32Array
  private mark = 0
  private bestTest = -1
  private bestGain = 0

  constructor(presence: Presence, absence: boolean, few = FEW_ENTRIES) {
    this.few = few
    this.presence = presence
    this.absence = absence
    this.counts = new Uint32Array(presence.featureCount)
    this.negativeCounts = new Uint32Array(presence.featureCount)
    this.touched = new Uint32Array(presence.featureCount)
    this.marks = new Uint32Array(presence.rowCount)
  }

  /** Adds tests to those given. */
  grow(positives: Uint32Array, negatives: Uint32Array, from: Tests = []): number[] {
    const tests = [...from]
    let inside = positives
    let wrong = negatives
    for (const test of tests) {
      inside = this.passing(inside, test)
      wrong = this.passing(wrong, test)
    }
    while (wrong.length > 0 && inside.length > 0) {
      const test = this.best(inside, wrong)
      if (test < 0) break
      tests.push(test)
      inside = this.passing(inside, test)
      wrong = this.passing(wrong, test)
    }
    return tests
  }

  /**
   * The shortest beginning, of at least one test, that is worth most: `worth` of the positive and negative rows it
   * covers among those given.
   */
  prune(
    tests: Tests,
    positives: Uint32Array,
    negatives: Uint32Array,
    worth: (p: number, n: number) => number,
  ): number[] {
    let inside = positives
    let wrong = negatives
    let best = Number.NEGATIVE_INFINITY
    let length = 0
    for (let i = 0; i < tests.length; i++) {
      inside = this.passing(inside, tests[i])
      wrong = this.passing(wrong, tests[i])
      const here = worth(inside.length, wrong.length)
      if (here <= best) continue
      best = here
      length = i + 1
    }
    return tests.slice(0, length)
  }

  /** The rows among these that pass a test. */
  passing(rows: Uint32Array, test: number): Uint32Array {
    const { presence } = this
    const term = termOf(test)
    const wanted = !isAbsence(test)
    let kept = 0
    const out = new Uint32Array(rows.length)
    if (rows.length * 4 < presence.frequency(term)) {
      for (let i = 0; i < rows.length; i++) if (presence.has(rows[i], term) === wanted) out[kept++] = rows[i]
      return out.subarray(0, kept)
    }
    const { marks } = this
    const mark = ++this.mark
    const to = presence.termStarts[term + 1]
    for (let i = presence.termStarts[term]; i < to; i++) marks[presence.rows[i]] = mark
    for (let i = 0; i < rows.length; i++) if ((marks[rows[i]] === mark) === wanted) out[kept++] = rows[i]
    return out.subarray(0, kept)
  }

  /** The test of greatest gain, −1 if none gains. */
  private best(positives: Uint32Array, negatives: Uint32Array): number {
    const { counts, negativeCounts, touched, presence } = this
    this.bestTest = -1
    this.bestGain = 0
    let count = this.count(positives, counts, 0)
    if (this.absence) {
      count = this.count(negatives, negativeCounts, count)
      for (let i = 0; i < count; i++) this.consider(touched[i], positives.length, negatives.length)
    } else if (countEntries(presence, negatives) < this.few) {
      this.countKnown(negatives)
      for (let i = 0; i < count; i++) this.consider(touched[i], positives.length, negatives.length)
    } else this.searchLists(positives, negatives, count)
    for (let i = 0; i < count; i++) {
      counts[touched[i]] = 0
      negativeCounts[touched[i]] = 0
    }
    return this.bestTest
  }

  /** Takes the tests on a term if they gain more, from its counts. */
  private consider(term: number, positives: number, negatives: number): void {
    const p = this.counts[term]
    const n = this.negativeCounts[term]
    if (p > 0) this.offer(2 * term, foilGain(positives, negatives, p, n))
    if (this.absence && p < positives)
      this.offer(2 * term + 1, foilGain(positives, negatives, positives - p, negatives - n))
  }

  private offer(test: number, gain: number): void {
    if (gain < this.bestGain || gain <= 0) return
    if (gain === this.bestGain && test > this.bestTest) return
    this.bestGain = gain
    this.bestTest = test
  }

  /** Presence alone: the candidate that looks best first, then those that could still beat it. */
  private searchLists(positives: Uint32Array, negatives: Uint32Array, count: number): void {
    const { counts, touched, presence, marks } = this
    const mark = ++this.mark
    for (let i = 0; i < negatives.length; i++) marks[negatives[i]] = mark
    const information = -Math.log2(positives.length / (positives.length + negatives.length))
    let first = 0
    let most = -1
    for (let i = 0; i < count; i++) {
      const p = counts[touched[i]]
      const looks = (p * p) / presence.frequency(touched[i])
      if (looks <= most) continue
      most = looks
      first = i
    }
    if (count === 0) return
    this.countList(touched[first], positives.length, negatives.length, information)
    for (let i = 0; i < count; i++) {
      // The gain is greatest without a negative row; a little is left for rounding.
      if (i === first || counts[touched[i]] * information < this.bestGain * (1 - 1e-9)) continue
      this.countList(touched[i], positives.length, negatives.length, information)
    }
  }

  /** Counts the marked rows of a term while it can still win, and offers it. */
  private countList(term: number, positives: number, negatives: number, information: number): void {
    const { presence, marks, mark } = this
    const p = this.counts[term]
    // More negatives than this and the gain is below the best one: p/(p + n) = 2^(gain/p − information).
    const most = p * 2 ** (information - this.bestGain / p) - p + 1
    const to = presence.termStarts[term + 1]
    let n = 0
    for (let i = presence.termStarts[term]; i < to; i++) {
      if (marks[presence.rows[i]] !== mark) continue
      if (++n > most) return
    }
    this.offer(2 * term, foilGain(positives, negatives, p, n))
  }

  /** Counts the terms of rows; new ones join `touched`, which holds `size` terms so far. */
  private count(rows: Uint32Array, counts: Uint32Array, size: number): number {
    const { presence, touched } = this
    const { rowStarts, terms } = presence
    const other = counts === this.counts ? this.negativeCounts : this.counts
    for (let i = 0; i < rows.length; i++) {
      const to = rowStarts[rows[i] + 1]
      for (let e = rowStarts[rows[i]]; e < to; e++) {
        const term = terms[e]
        if (counts[term]++ === 0 && other[term] === 0) touched[size++] = term
      }
    }
    return size
  }

  /** Counts the terms of negative rows, those alone that positive rows have. */
  private countKnown(rows: Uint32Array): void {
    const { counts, negativeCounts, presence } = this
    const { rowStarts, terms } = presence
    for (let i = 0; i < rows.length; i++) {
      const to = rowStarts[rows[i] + 1]
      for (let e = rowStarts[rows[i]]; e < to; e++) if (counts[terms[e]] > 0) negativeCounts[terms[e]]++
    }
  }
}

function countEntries({ rowStarts }: Presence, rows: Uint32Array): number {
  let sum = 0
  for (let i = 0; i < rows.length; i++) sum += rowStarts[rows[i] + 1] - rowStarts[rows[i]]
  return sum
}
