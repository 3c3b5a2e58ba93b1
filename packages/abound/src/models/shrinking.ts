// What can be made small in a model: its weights as lists, from which the model is built again. Rules and stumps have no
// weights to drop, but words that none of them tests.

import type { Model } from '../contract.js'
import { CompactIndexModel } from './compact-index.js'
import type { CompactRows } from './compact-rows.js'
import { IndexModel } from './feature-index.js'
import { LinearModel } from './linear.js'
import { RulesModel } from './rules.js'
import { StumpsModel } from './stumps.js'
import { TreeModel } from './tree.js'
import { UnweightedIndexModel } from './unweighted-index.js'
import type { WeightLists } from './weights.js'

/** A model of weights. */
export interface Weighted {
  readonly lists: WeightLists
  /** How many labels (or nodes) the lists name. */
  readonly columns: number
  /** Whether words count by being there, whatever their value. */
  readonly presence: boolean
  /** What every known word adds to the labels before its own weights do, if anything. */
  readonly slopes?: Float64Array | undefined
  /** Whether only differences between labels mean something. */
  readonly relative: boolean
  /** The model with these weights; `divisor` is what they were divided by. */
  build(rows: CompactRows, divisor: number): Model
}

/** A model that asks for words. */
export interface Asking {
  readonly used: Uint32Array
  build(renamed: Int32Array, features: number): Model
}

export function weightedOf(model: Model): Weighted | undefined {
  if (model instanceof LinearModel) {
    return {
      lists: model.lists(),
      columns: model.labelCount,
      presence: false,
      slopes: model.slopes(),
      relative: model.scale === 'log-joint',
      build: (rows, divisor) => model.withWeights(rows, divisor),
    }
  }
  if (model instanceof TreeModel) {
    return {
      lists: model.lists(),
      columns: model.nodeCount,
      presence: false,
      relative: false,
      build: (rows) => model.withWeights(rows),
    }
  }
  const index = indexOf(model)
  if (index === undefined) return undefined
  const { kind, lists, presence } = index
  return {
    lists,
    columns: model.labelCount,
    presence,
    relative: false,
    build: (rows) => new CompactIndexModel(kind, rows, presence),
  }
}

export function askingOf(model: Model): Asking | undefined {
  if (!(model instanceof StumpsModel || model instanceof RulesModel)) return undefined
  return {
    used: model.usedFeatures(),
    build: (renamed, features) => model.renamed(renamed, features),
  }
}

function indexOf(
  model: Model,
): { kind: CompactIndexModel['kind']; lists: WeightLists; presence: boolean } | undefined {
  if (model instanceof CompactIndexModel)
    return { kind: model.kind, lists: model.rows.lists(), presence: model.presence }
  if (model instanceof IndexModel) {
    const lists = model.lists()
    return lists && { kind: 'index', lists, presence: model.presence }
  }
  if (!(model instanceof UnweightedIndexModel)) return undefined
  const lists = model.edgeLists()
  return lists && { kind: 'unweighted-index', lists, presence: true }
}
