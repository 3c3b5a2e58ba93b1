// Stumps: rules that ask for one term each. s_l = Σ_r α_r·(c_{1l} of rule r if its term is there, else c_{0l}).
//
// What all rules say when no term is there is summed up once, as a bias; a term that is there adds what its rules
// say more, c_1 − c_0, several rules on the same term as one test. Predicting looks up only terms present: O(k +
// labels that their tests speak of). Tests are rows over all labels or lists, whichever takes fewer bytes. The
// rules are kept as they were learned: they are what is stored, and what training goes on from.

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { touchAll } from '../engine/scores.js'
import { InputError } from '../errors.js'
import { floatsFrom, idsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { explainRow, strongest, strongestLabels } from './strongest.js'

/** What one round found: c_1 for documents with the term, c_0 for those without, by label; both count α times. */
export interface StumpRule {
  readonly term: number
  readonly alpha: number
  readonly present: Float64Array
  readonly absent: Float64Array
}

export class StumpsModel implements Model {
  readonly kind = 'stumps'
  readonly scale = 'comparable'
  readonly featureCount: number
  readonly labelCount: number
  /** In the order of the rounds. */
  readonly rules: readonly StumpRule[]
  private readonly bias: Float64Array
  private readonly tests: TestRows

  constructor(featureCount: number, labelCount: number, rules: readonly StumpRule[]) {
    this.featureCount = featureCount
    this.labelCount = labelCount
    this.rules = rules
    this.bias = new Float64Array(labelCount)
    for (const { alpha, absent } of rules) {
      for (let l = 0; l < labelCount; l++) this.bias[l] += alpha * absent[l]
    }
    this.tests = new TestRows(labelCount, rules)
    if (!this.bias.every(Number.isFinite) || !this.tests.areFinite())
      throw new InputError("the model's rules add up to more than a number can hold")
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { bias, labelCount } = this
    touchAll(out, labelCount)
    for (let l = 0; l < labelCount; l++) out.values[l] = bias[l]
    this.tests.addScores(data, row, out.values)
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const parts = explainRow(data, row, (feature) => this.tests.get(feature, label) || undefined)
    return this.bias[label] === 0 ? parts : [{ feature: -1, weight: this.bias[label] }, ...parts]
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    const { terms } = this.tests
    return strongest(terms.length, top, (test) => this.tests.get(terms[test], label)).map(
      ({ id, weight }) => ({ feature: terms[id], weight }),
    )
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    return strongestLabels(this.labelCount, top, (label) => this.tests.get(feature, label))
  }

  figures(): Record<string, number> {
    return { rounds: this.rules.length, tests: this.tests.terms.length }
  }

  /** What all rules say of each label when no term is there. */
  biases(): Float64Array {
    return this.bias
  }

  /** What a term that is there adds to a label. */
  weightOf(feature: number, label: number): number {
    return this.tests.get(feature, label)
  }

  /** The features that rules ask for, ascending. */
  usedFeatures(): Uint32Array {
    return this.tests.terms
  }

  /** The same over other columns: feature f is now `renamed[f]` of `features`. */
  renamed(renamed: Int32Array, features: number): StumpsModel {
    const rules = this.rules.map((rule) => ({ ...rule, term: renamed[rule.term] }))
    return new StumpsModel(features, this.labelCount, rules)
  }

  state(): State {
    const { featureCount, labelCount, rules } = this
    const present = endToEnd(rules.map((rule) => rule.present))
    const absent = endToEnd(rules.map((rule) => rule.absent))
    const signs = present.every(isSign) && absent.every(isSign)
    const packed = signs ? (c: Float64Array) => Uint8Array.from(c, (one) => (one + 1) / 2) : packNumbers
    const arrays: Record<string, NumberArray> = {
      bias: packNumbers(this.bias),
      terms: packNumbers(Uint32Array.from(rules, ({ term }) => term)),
      alphas: packNumbers(Float64Array.from(rules, ({ alpha }) => alpha)),
      present: packed(present),
    }
    // Rules that abstain have nothing to say without their term.
    if (absent.some((c) => c !== 0)) arrays.absent = packed(absent)
    return { numbers: { featureCount, labelCount, signs: signs ? 1 : 0 }, arrays }
  }

  static from({ numbers, arrays }: State): StumpsModel {
    const labelCount = numberFrom(numbers, 'labelCount')
    // Also refuses a wrong number of labels where there is no rule.
    floatsFrom(arrays.bias, labelCount, 'biases')
    const featureCount = numberFrom(numbers, 'featureCount')
    if (!Number.isInteger(featureCount) || featureCount < 0)
      throw new InputError(`the model's header has ${featureCount} features: expected a whole number`)
    const terms = idsFrom(arrays.terms, featureCount, 'tests')
    const alphas = floatsFrom(arrays.alphas, terms.length, 'strengths')
    const signs = numberFrom(numbers, 'signs') === 1
    const size = terms.length * labelCount
    const present = partsFrom(arrays.present, size, signs)
    const absent =
      arrays.absent === undefined ? new Float64Array(size) : partsFrom(arrays.absent, size, signs)
    const rules = Array.from(terms, (term, r) => ({
      term,
      alpha: alphas[r],
      present: present.subarray(r * labelCount, (r + 1) * labelCount),
      absent: absent.subarray(r * labelCount, (r + 1) * labelCount),
    }))
    return new StumpsModel(featureCount, labelCount, rules)
  }
}

/** What the rules on each term say more when it is there: Σ α·(c_1 − c_0), by term and label. */
class TestRows {
  /** Ascending. */
  readonly terms: Uint32Array
  private readonly labelCount: number
  /** Hash table of place + 1, at most a quarter full: most words of a document have no test. */
  private readonly table: Uint32Array
  /** All labels of each test; undefined when they are lists. */
  private readonly dense: Float64Array | undefined
  private readonly starts: Uint32Array
  private readonly labels: Uint32Array
  private readonly weights: Float64Array

  constructor(labelCount: number, rules: readonly StumpRule[]) {
    this.labelCount = labelCount
    this.terms = Uint32Array.from(new Set(rules.map(({ term }) => term))).sort()
    this.table = tableOf(this.terms)
    const { length } = this.terms
    const dense = new Float64Array(length * labelCount)
    for (const { term, alpha, present, absent } of rules) {
      const at = this.placeOf(term) * labelCount
      for (let l = 0; l < labelCount; l++) dense[at + l] += alpha * (present[l] - absent[l])
    }
    const entries = dense.reduce((count, weight) => count + (weight === 0 ? 0 : 1), 0)
    const listed = entries * 12 + length * 4 < dense.byteLength
    this.dense = listed ? undefined : dense
    this.starts = new Uint32Array(listed ? length + 1 : 0)
    this.labels = new Uint32Array(listed ? entries : 0)
    this.weights = new Float64Array(listed ? entries : 0)
    for (let i = 0, at = 0; listed && i < dense.length; i++) {
      if (dense[i] !== 0) {
        this.labels[at] = i % labelCount
        this.weights[at++] = dense[i]
      }
      if ((i + 1) % labelCount === 0) this.starts[(i + 1) / labelCount] = at
    }
  }

  areFinite(): boolean {
    return (this.dense ?? this.weights).every(Number.isFinite)
  }

  get(term: number, label: number): number {
    const place = this.placeOf(term)
    if (place < 0) return 0
    if (this.dense !== undefined) return this.dense[place * this.labelCount + label]
    for (let i = this.starts[place]; i < this.starts[place + 1]; i++) {
      if (this.labels[i] === label) return this.weights[i]
    }
    return 0
  }

  /** Adds what the terms of a row say, in the order of the row. */
  addScores(data: Dataset, row: number, scores: Float64Array): void {
    const { dense, starts, labels, weights, labelCount } = this
    const { offsets, columns } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const place = this.placeOf(columns[e])
      if (place < 0) continue
      if (dense !== undefined) {
        const at = place * labelCount
        for (let l = 0; l < labelCount; l++) scores[l] += dense[at + l]
      } else for (let i = starts[place]; i < starts[place + 1]; i++) scores[labels[i]] += weights[i]
    }
  }

  private placeOf(term: number): number {
    const { table, terms } = this
    const mask = table.length - 1
    for (let at = slotOf(term) & mask; table[at] !== 0; at = (at + 1) & mask) {
      if (terms[table[at] - 1] === term) return table[at] - 1
    }
    return -1
  }
}

function tableOf(terms: Uint32Array): Uint32Array {
  let size = 4
  while (size < 4 * terms.length) size *= 2
  const table = new Uint32Array(size)
  for (let place = 0; place < terms.length; place++) {
    let at = slotOf(terms[place]) & (size - 1)
    while (table[at] !== 0) at = (at + 1) & (size - 1)
    table[at] = place + 1
  }
  return table
}

function slotOf(term: number): number {
  const mixed = Math.imul(term, 0x9e3779b1)
  return mixed ^ (mixed >>> 15)
}

function endToEnd(parts: readonly Float64Array[]): Float64Array {
  const all = new Float64Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

function isSign(c: number): boolean {
  return c === 1 || c === -1
}

/** Stored c as it was; signs are stored as 0 and 1. */
function partsFrom(array: NumberArray | undefined, length: number, signs: boolean): Float64Array {
  const parts = floatsFrom(array, length, 'rules')
  return signs ? parts.map((bit) => 2 * bit - 1) : parts
}
