// RIPPER (Cohen 1995, compared in Schapire & Singer 2000): for each label rules of word tests, such as
// "wheat and tonnes", any of which is enough. The rules of one label: rule-induction.ts; their scores: models/rules.ts.
//
// Where every document has one label (`ordered`): labels in turn, least frequent first, each against those still to
// come, on the documents that no rule of an earlier label covers; the most frequent label has no rules and is what
// is left. Else each label by itself against all documents known not to have it; a document that does not say whether
// it has a label takes no part for that one.
// A rule is counted over the documents it was learned from and, in turn, those of earlier labels that no rule took; a rule
// that is not right for more than half of these is dropped. A label's default, for documents that no rule takes:
// (u_l + share_l)/(u + 1), where u_l of the u documents left have it, and share_l of all.
//
// Tests are for presence or absence, as in both papers. Without `absence` rules are of words that are there, which read
// as reasons and take a third to half of the time: on Reuters they have some 5 % more errors, on 20 Newsgroups 2 % fewer.
// Reads which words are in which documents, writes rules. Cost: labels · rules · (documents + lists of the terms that
// compete); memory: two numbers an entry.

import type { BatchLearner, Dataset, OptionSpecs, TrainingContext } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import type { Tests } from '../../models/rule-tests.js'
import { type CountedRule, RulesModel } from '../../models/rules.js'
import { Rng } from '../../structures/rng.js'
import { type RowsByLabel, rowsByLabel } from '../../structures/rows-by-label.js'
import { Presence } from './presence.js'
import { RuleGrower } from './rule-growing.js'
import { induceRules } from './rule-induction.js'
import { rowsPassing } from './rule-set.js'

export type RipperOptions = {
  ordered: boolean
  absence: boolean
  revisions: number
  slackBits: number
}

const OPTIONS: OptionSpecs<RipperOptions> = {
  ordered: {
    kind: 'boolean',
    default: true,
    help: 'where every document has one label, learn labels in turn, least frequent first; off: each on its own',
  },
  absence: { kind: 'boolean', default: true, help: 'rules may also ask that a word is not there' },
  revisions: {
    kind: 'integer',
    default: 2,
    min: 0,
    max: 100,
    help: 'how often every rule is held against a replacement and a revision',
  },
  slackBits: {
    kind: 'number',
    default: 64,
    min: 0,
    help: 'stop adding rules when they and their mistakes take so many bits more than at best',
  },
}

/** Whether a row has the label that is being learned; 0: it takes no part. */
const HAS = 1
const HAS_NOT = 2

export const ripper: BatchLearner<RipperOptions> = {
  name: 'ripper',
  online: false,
  summary: 'a few rules of words for each label, such as "wheat and tonnes"',
  goodFor:
    'a classifier that people can read, check and quote: short rules with their counts. ' +
    'Linear learners make fewer errors and rank better; many labels or noisy ones take it long.',
  source: 'Cohen, Fast Effective Rule Induction, ICML 1995',
  options: OPTIONS,
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'rules',
  naturalThreshold: 0.5,
  train: (data, options, context) => {
    const work = new RuleLearning(data, options, context)
    if (options.ordered && hasOneLabelEach(data)) work.learnInTurn()
    else work.learnEach()
    return RulesModel.of(work.rules, work.defaults, data.featureCount, work.order)
  },
}

class RuleLearning {
  readonly rules: CountedRule[][]
  readonly defaults: Float64Array
  order: Uint32Array | undefined
  private readonly data: Dataset
  private readonly options: RipperOptions
  private readonly context: TrainingContext
  private readonly presence: Presence
  private readonly grower: RuleGrower
  private readonly possibleTests: number
  private readonly rows: RowsByLabel

  constructor(data: Dataset, options: RipperOptions, context: TrainingContext) {
    this.data = data
    this.options = options
    this.context = context
    this.presence = new Presence(data)
    this.grower = new RuleGrower(this.presence, options.absence)
    this.possibleTests = this.presence.usedTerms() * (options.absence ? 2 : 1)
    this.rules = Array.from({ length: data.labelCount }, () => [])
    this.defaults = new Float64Array(data.labelCount)
    this.rows = rowsByLabel(data, data.labelCount)
  }

  /** Each label against all documents known not to have it. */
  learnEach(): void {
    const { data, rules, defaults } = this
    const { full, inside, denied } = this.rows
    for (let label = 0; label < data.labelCount; label++) {
      this.context.progress?.(label, data.labelCount, 'labels')
      const side = new Uint8Array(data.count)
      for (const row of full) side[row] = HAS_NOT
      for (const row of denied[label]) side[row] = HAS_NOT
      for (const row of inside[label]) side[row] = HAS
      const all = countWithin(side)
      rules[label] = this.learn(label, side, side)
      for (const { tests } of rules[label]) {
        for (const row of rowsPassing(this.presence, side, tests)) side[row] = 0
      }
      const own = inside[label].filter((row) => side[row] !== 0).length
      defaults[label] = (own + inside[label].length / Math.max(all, 1)) / (countWithin(side) + 1)
    }
  }

  /** Least frequent label first, each against those after it; what a label's rules cover is taken away. */
  learnInTurn(): void {
    const { data, rules, defaults, presence } = this
    const { inside } = this.rows
    const order = rules.map((_, label) => label).filter((label) => inside[label].length > 0)
    order.sort((a, b) => inside[a].length - inside[b].length || a - b)
    this.order = Uint32Array.from(order)
    const remaining = new Uint8Array(data.count).fill(HAS_NOT)
    const side = remaining.slice()
    for (const [place, label] of order.entries()) {
      this.context.progress?.(place, order.length, 'labels')
      for (let row = 0; row < side.length; row++) if (remaining[row] === 0) side[row] = 0
      for (const row of inside[label]) if (remaining[row] !== 0) side[row] = remaining[row] = HAS
      if (place < order.length - 1) rules[label] = this.learn(label, side, remaining)
      for (const row of inside[label]) if (remaining[row] !== 0) remaining[row] = HAS_NOT
      for (const { tests } of rules[label]) {
        for (const row of rowsPassing(presence, remaining, tests)) remaining[row] = 0
      }
      // Rows that a label's rules missed are lost: they are no example for the labels after it.
      for (const row of inside[label]) side[row] = 0
    }
    const left = countWithin(remaining)
    for (const label of order) {
      const own = inside[label].filter((row) => remaining[row] !== 0).length
      defaults[label] = (own + inside[label].length / data.count) / (left + 1)
    }
  }

  /** The rules that tell HAS from HAS_NOT, with their counts among other rows. */
  private learn(label: number, side: Uint8Array, among: Uint8Array): CountedRule[] {
    const { presence, possibleTests, options } = this
    const problem = {
      side,
      positives: rowsWith(side, HAS),
      negatives: rowsWith(side, HAS_NOT),
      possibleTests,
    }
    // A generator for each label: what one learns does not depend on the others.
    const rng = new Rng(this.context.seed + label * 2 ** 32)
    return induceRules(presence, problem, this.grower, rng, options)
      .map((tests) => countRule(presence, among, tests))
      .filter(({ covered, errors }) => 2 * errors < covered)
  }
}

function countRule(presence: Presence, among: Uint8Array, tests: Tests): CountedRule {
  const rows = rowsPassing(presence, among, tests)
  return { tests, covered: rows.length, errors: rows.filter((row) => among[row] === HAS_NOT).length }
}

function countWithin(side: Uint8Array): number {
  return side.reduce((sum, one) => sum + (one === 0 ? 0 : 1), 0)
}

function rowsWith(side: Uint8Array, which: number): Uint32Array {
  const rows: number[] = []
  for (let row = 0; row < side.length; row++) if (side[row] === which) rows.push(row)
  return Uint32Array.from(rows)
}

function hasOneLabelEach(data: Dataset): boolean {
  for (let row = 0; row < data.count; row++) {
    const { judged, labelOffsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    if (judged[r] !== 1 || labelOffsets[2 * r + 1] - labelOffsets[2 * r] !== 1) return false
  }
  return true
}
