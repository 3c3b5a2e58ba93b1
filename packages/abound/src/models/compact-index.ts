// An index made small: of each feature what it says for the labels it leads to, s_c = Σ_f x_f · p_{f,c} over the
// features that are there, or Σ_f p_{f,c} where only presence counts. What an index divides, rates and cuts off when
// it is read (feature-index.ts, unweighted-index.ts) is in p already. Touches only the labels it reaches.

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { numberFrom } from '../structures/state-arrays.js'
import { CompactRows } from './compact-rows.js'
import { explainRow, strongestFeatures, strongestLabels } from './strongest.js'

type IndexKind = 'index' | 'unweighted-index'

export class CompactIndexModel implements Model {
  readonly kind: IndexKind
  readonly scale = 'comparable'
  readonly rows: CompactRows
  readonly presence: boolean

  constructor(kind: IndexKind, rows: CompactRows, presence: boolean) {
    this.kind = kind
    this.rows = rows
    this.presence = presence
  }

  get labelCount(): number {
    return this.rows.labelCount
  }

  get featureCount(): number {
    return this.rows.featureCount
  }

  score(data: Dataset, row: number, out: Scores): void {
    this.rows.touchScores(data, row, out, this.presence)
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    return explainRow(data, row, (feature, value) => {
      const weight = value < 0 ? 0 : this.rows.get(feature, label)
      if (weight === 0) return undefined
      return this.presence ? weight : weight * value
    })
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    return strongestFeatures(this.featureCount, top, (feature) => this.rows.get(feature, label))
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    return strongestLabels(this.labelCount, top, (label) => this.rows.get(feature, label))
  }

  figures(): Record<string, number> {
    return { edges: this.rows.entries() }
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    this.rows.store('edges', arrays)
    return { numbers: { labelCount: this.labelCount, presence: this.presence ? 1 : 0 }, arrays }
  }

  static isIn({ arrays }: State): boolean {
    return CompactRows.isIn(arrays, 'edges')
  }

  static from(kind: IndexKind, { numbers, arrays }: State): CompactIndexModel {
    const rows = CompactRows.from(arrays, 'edges', numberFrom(numbers, 'labelCount'))
    return new CompactIndexModel(kind, rows, numberFrom(numbers, 'presence') === 1)
  }
}
