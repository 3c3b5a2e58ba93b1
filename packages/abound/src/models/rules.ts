// Rules model: each label has rules, conjunctions of tests that a term is there (its value is above 0) or is not. A
// rule fires when all its tests pass; it speaks with confidence c = (right + 1)/(covered + 2), from its counts in
// training. A label's rules are kept best first, so that its first one that fires is its best.
//
//   each on its own: s_l = c of the label's best rule that fires; its default d_l where none does
//   in turn: labels with a rule that fires, in the order of the list, each take a part of what is left of 1,
//     s_l = left · c, left ← left · (1 − c); the others s_l = left · d_l.
// In turn every c is above ½, so that the first label whose rule fires comes first, as in Cohen's decision lists.
//
// A part of a score: a rule's words, those it wants to be there, share c − d_l alike; the rest of the score
// belongs to no word. A rule is filed under the first term that must be there, so that a document looks only at rules filed
// under its terms (and at those without such a term): cost O(k + terms + rules looked at).

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { touchAll } from '../engine/scores.js'
import { InputError } from '../errors.js'
import { startsOf } from '../structures/postings.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { isAbsence, type Tests, termOf } from './rule-tests.js'

/** A rule with its counts in training; tests as in rule-tests.ts. */
export interface CountedRule {
  readonly tests: Tests
  /** Documents that pass its tests, and those of them without the label. */
  readonly covered: number
  readonly errors: number
}

/** A rule to show to people. */
export interface Rule {
  /** Features that must be there, and those that must not. */
  readonly present: readonly number[]
  readonly absent: readonly number[]
  readonly confidence: number
  readonly covered: number
  readonly errors: number
}

interface Parts {
  readonly featureCount: number
  /** How many rules each label has; rules by label, best first. */
  readonly ruleCounts: Uint32Array
  /** How many tests each rule has; tests by rule. */
  readonly testCounts: Uint32Array
  readonly tests: Uint32Array
  readonly covered: Uint32Array
  readonly errors: Uint32Array
  readonly defaults: Float64Array
  /** Labels in turn; undefined: each on its own. */
  readonly order: Uint32Array | undefined
}

export class RulesModel implements Model {
  readonly kind = 'rules'
  readonly scale = 'comparable'
  readonly labelCount: number
  readonly featureCount: number
  private readonly parts: Parts
  private readonly ruleStarts: Uint32Array
  private readonly testStarts: Uint32Array
  private readonly labelOf: Uint32Array
  private readonly confidences: Float64Array
  /** Place of each tested term in what follows. */
  private readonly places = new Map<number, number>()
  /** Rules filed under each place, and those filed under none. */
  private readonly filed: number[][] = []
  private readonly unfiled: number[] = []
  /** Of the document at hand: whether a tested term is there, and the best rule that fires by label, + 1. */
  private readonly isThere: Uint8Array
  private readonly found: Uint32Array
  private readonly fired: Uint32Array

  constructor(parts: Parts) {
    this.parts = parts
    this.labelCount = parts.ruleCounts.length
    this.featureCount = parts.featureCount
    this.ruleStarts = startsOf(parts.ruleCounts)
    this.testStarts = startsOf(parts.testCounts)
    const rules = parts.testCounts.length
    this.labelOf = new Uint32Array(rules)
    for (let l = 0; l < this.labelCount; l++) this.labelOf.fill(l, this.ruleStarts[l], this.ruleStarts[l + 1])
    this.confidences = new Float64Array(rules)
    for (let r = 0; r < rules; r++) {
      this.confidences[r] = (parts.covered[r] - parts.errors[r] + 1) / (parts.covered[r] + 2)
      this.file(r)
    }
    this.isThere = new Uint8Array(this.places.size)
    this.found = new Uint32Array(this.places.size)
    this.fired = new Uint32Array(this.labelCount)
  }

  /** A model of each label's rules, in any order, and its default. */
  static of(
    rules: readonly (readonly CountedRule[])[],
    defaults: Float64Array,
    featureCount: number,
    order: Uint32Array | undefined,
  ): RulesModel {
    const confidence = ({ covered, errors }: CountedRule): number => (covered - errors + 1) / (covered + 2)
    const sorted = rules.flatMap((own) => own.toSorted((a, b) => confidence(b) - confidence(a)))
    return new RulesModel({
      featureCount,
      ruleCounts: Uint32Array.from(rules, (own) => own.length),
      testCounts: Uint32Array.from(sorted, ({ tests }) => tests.length),
      tests: Uint32Array.from(sorted.flatMap(({ tests }) => tests)),
      covered: Uint32Array.from(sorted, ({ covered }) => covered),
      errors: Uint32Array.from(sorted, ({ errors }) => errors),
      defaults,
      order,
    })
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { labelCount, confidences, fired } = this
    const { defaults, order } = this.parts
    const { values } = out
    touchAll(out, labelCount)
    this.fire(data, row)
    let left = 1
    if (order !== undefined) {
      for (let i = 0; i < order.length; i++) {
        const rule = fired[order[i]]
        if (rule === 0) continue
        values[order[i]] = left * confidences[rule - 1]
        left *= 1 - confidences[rule - 1]
      }
    }
    for (let l = 0; l < labelCount; l++) {
      if (fired[l] === 0) values[l] = left * defaults[l]
      else if (order === undefined) values[l] = confidences[fired[l] - 1]
    }
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const { confidences, fired } = this
    const { defaults, order } = this.parts
    this.fire(data, row)
    let left = 1
    for (const other of order ?? []) {
      if (other === label && fired[label] > 0) break
      if (fired[other] > 0) left *= 1 - confidences[fired[other] - 1]
    }
    if (fired[label] === 0) return partOf(-1, left * defaults[label])
    const rule = fired[label] - 1
    const { present } = this.ruleAt(rule)
    const score = left * confidences[rule]
    if (present.length === 0) return partOf(-1, score)
    const own = confidences[rule] - defaults[label]
    return [
      ...partOf(-1, score - own),
      ...present.map((feature) => ({ feature, weight: own / present.length })),
    ]
  }

  /** A label's rules, best first. */
  rules(label: number): Rule[] {
    const rules: Rule[] = []
    for (let r = this.ruleStarts[label]; r < this.ruleStarts[label + 1]; r++) rules.push(this.ruleAt(r))
    return rules
  }

  /** The label's rule that speaks for a row; undefined where none fires. */
  firedRule(data: Dataset, row: number, label: number): Rule | undefined {
    this.fire(data, row)
    return this.fired[label] === 0 ? undefined : this.ruleAt(this.fired[label] - 1)
  }

  /** By the greatest part that a feature has in a rule of the label. */
  strongestFeatures(label: number, top: number): Contribution[] {
    const weights = new Map<number, number>()
    for (const { present, confidence } of this.rules(label)) {
      const weight = (confidence - this.parts.defaults[label]) / present.length
      for (const feature of present) weights.set(feature, Math.max(weight, weights.get(feature) ?? 0))
    }
    return [...weights]
      .map(([feature, weight]) => ({ feature, weight }))
      .filter(({ weight }) => weight > 0)
      .sort((a, b) => b.weight - a.weight || a.feature - b.feature)
      .slice(0, Math.max(0, top))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    const labels: LabelWeight[] = []
    for (let label = 0; label < this.labelCount; label++) {
      const own = this.strongestFeatures(label, Number.POSITIVE_INFINITY).find(
        (one) => one.feature === feature,
      )
      if (own !== undefined) labels.push({ label, weight: own.weight })
    }
    return labels.sort((a, b) => b.weight - a.weight || a.label - b.label).slice(0, Math.max(0, top))
  }

  figures(): Record<string, number> {
    return { rules: this.parts.testCounts.length, tests: this.parts.tests.length }
  }

  /** The features that rules ask for, ascending. */
  usedFeatures(): Uint32Array {
    return Uint32Array.from(new Set(Array.from(this.parts.tests, termOf))).sort()
  }

  /** The same over other columns: feature f is now `renamed[f]` of `features`. */
  renamed(renamed: Int32Array, features: number): RulesModel {
    const tests = this.parts.tests.map((test) => 2 * renamed[termOf(test)] + (isAbsence(test) ? 1 : 0))
    return new RulesModel({ ...this.parts, featureCount: features, tests })
  }

  state(): State {
    const { featureCount, ruleCounts, testCounts, tests, covered, errors, defaults, order } = this.parts
    const arrays: Record<string, NumberArray> = {
      rules: packNumbers(ruleCounts),
      lengths: packNumbers(testCounts),
      tests: packNumbers(tests),
      covered: packNumbers(covered),
      errors: packNumbers(errors),
      defaults: packNumbers(defaults),
    }
    if (order !== undefined) arrays.order = packNumbers(order)
    return { numbers: { featureCount }, arrays }
  }

  static from({ numbers, arrays }: State): RulesModel {
    const featureCount = numberFrom(numbers, 'featureCount')
    if (!Number.isInteger(featureCount) || featureCount < 0 || featureCount > 2 ** 31)
      throw new InputError(
        `the model's header has ${featureCount} as "featureCount": expected a whole number`,
      )
    const tests = idsFrom(arrays.tests, 2 * featureCount, 'tests')
    const testCounts = lengthsFrom(arrays.lengths, tests.length, 'lengths of rules')
    const rules = testCounts.length
    const ruleCounts = lengthsFrom(arrays.rules, rules, 'numbers of rules')
    const labelCount = ruleCounts.length
    const covered = idsFrom(arrays.covered, 2 ** 32, 'covered documents')
    const errors = idsFrom(arrays.errors, 2 ** 32, 'errors of rules')
    if (covered.length !== rules || errors.length !== rules)
      throw new InputError(`the model's counts: expected one for each of ${rules} rules`)
    for (let r = 0; r < rules; r++) {
      if (errors[r] > covered[r] || testCounts[r] === 0)
        throw new InputError(
          `the model's rule ${r + 1} has ${testCounts[r]} tests and ${errors[r]} errors of ${covered[r]}: ` +
            'expected tests, and no more errors than documents',
        )
    }
    const defaults = floatsFrom(arrays.defaults, labelCount, 'defaults')
    if (defaults.some((share) => share < 0 || share > 1))
      throw new InputError("the model's defaults: expected shares from 0 to 1")
    const order = arrays.order === undefined ? undefined : idsFrom(arrays.order, labelCount, 'labels in turn')
    if (order !== undefined) {
      const inTurn = new Set(order)
      if (inTurn.size !== order.length || ruleCounts.some((count, label) => count > 0 && !inTurn.has(label)))
        throw new InputError("the model's labels in turn: expected all that have rules, each once")
    }
    return new RulesModel({ featureCount, ruleCounts, testCounts, tests, covered, errors, defaults, order })
  }

  /** Files a rule under the first term that must be there. */
  private file(rule: number): void {
    const { tests } = this.parts
    let under = -1
    for (let t = this.testStarts[rule]; t < this.testStarts[rule + 1]; t++) {
      const place = this.places.get(termOf(tests[t])) ?? this.places.size
      if (place === this.places.size) this.places.set(termOf(tests[t]), this.filed.push([]) - 1)
      if (under < 0 && !isAbsence(tests[t])) under = place
    }
    if (under < 0) this.unfiled.push(rule)
    else this.filed[under].push(rule)
  }

  /** Sets `fired` for a row. */
  private fire(data: Dataset, row: number): void {
    const { places, filed, unfiled, isThere, found, fired } = this
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    let count = 0
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const place = values[e] > 0 ? places.get(columns[e]) : undefined
      if (place === undefined) continue
      isThere[place] = 1
      found[count++] = place
    }
    fired.fill(0)
    for (let i = 0; i < count; i++) this.fireAll(filed[found[i]])
    this.fireAll(unfiled)
    for (let i = 0; i < count; i++) isThere[found[i]] = 0
  }

  private fireAll(rules: readonly number[]): void {
    const { labelOf, fired } = this
    for (let i = 0; i < rules.length; i++) {
      const best = fired[labelOf[rules[i]]]
      if ((best === 0 || rules[i] < best - 1) && this.passes(rules[i]))
        fired[labelOf[rules[i]]] = rules[i] + 1
    }
  }

  private passes(rule: number): boolean {
    const { testStarts, places, isThere } = this
    const { tests } = this.parts
    for (let t = testStarts[rule]; t < testStarts[rule + 1]; t++) {
      if ((isThere[places.get(termOf(tests[t]))!] === 1) === isAbsence(tests[t])) return false
    }
    return true
  }

  private ruleAt(rule: number): Rule {
    const tests = [...this.parts.tests.subarray(this.testStarts[rule], this.testStarts[rule + 1])]
    return {
      present: tests.filter((test) => !isAbsence(test)).map(termOf),
      absent: tests.filter(isAbsence).map(termOf),
      confidence: this.confidences[rule],
      covered: this.parts.covered[rule],
      errors: this.parts.errors[rule],
    }
  }
}

function partOf(feature: number, weight: number): Contribution[] {
  return weight === 0 ? [] : [{ feature, weight }]
}
