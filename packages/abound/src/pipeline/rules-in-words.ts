// Rules as people read them: terms instead of features.

import type { Rule } from '../models/rules.js'
import type { ByteTable } from '../structures/byte-table.js'

/** A rule for a label: it fires where all words of `present` are there and none of `absent` is. */
export interface RuleInWords {
  readonly present: readonly string[]
  readonly absent: readonly string[]
  readonly confidence: number
  /** Training documents that it fired on, and those of them without the label. */
  readonly covered: number
  readonly errors: number
}

export function ruleInWords({ present, absent, ...counts }: Rule, terms: ByteTable): RuleInWords {
  return {
    present: present.map((feature) => terms.string(feature)),
    absent: absent.map((feature) => terms.string(feature)),
    ...counts,
  }
}
