// The weights of a model one after the other, by feature and then label: what `inspect --weights` writes. What each kind of
// model has for a weight is said in docs/vectors.md.

import type { Model } from '../contract.js'
import { LinearModel } from './linear.js'
import { RatioModel } from './ratio.js'
import { weightedOf } from './shrinking.js'
import { StumpsModel } from './stumps.js'
import { TreeModel } from './tree.js'
import type { WeightLists } from './weights.js'

/** In place of a feature: what a label has without any, and what every known word adds. */
export const BIAS = -1
export const EVERY_WORD = -2

interface WeightLine {
  readonly feature: number
  /** Of a tree a node, of others a label. */
  readonly label: number
  readonly weight: number
}

/** Weights that are not 0. */
export function* weightLines(model: Model): Generator<WeightLine> {
  if (model instanceof LinearModel) {
    yield* linesOf(BIAS, model.biases())
    yield* linesOf(EVERY_WORD, model.slopes() ?? [])
  }
  if (model instanceof StumpsModel) {
    yield* linesOf(BIAS, model.biases())
    for (const feature of model.usedFeatures())
      yield* linesBy(feature, model.labelCount, (label) => model.weightOf(feature, label))
  } else if (model instanceof RatioModel) {
    for (let f = 0; f < model.featureCount; f++)
      yield* linesBy(f, model.labelCount, (label) => model.lead(f, label))
  } else {
    const weighted = weightedOf(model)
    if (weighted !== undefined) yield* linesOfLists(weighted.lists, weighted.columns)
    else yield* strongestLines(model)
  }
}

/** The name of a tree's node, by its label or its number. */
export function nodeName(model: Model, node: number, labelName: (label: number) => string): string {
  const label = model instanceof TreeModel ? model.labelOf(node) : node
  return label < 0 ? `node ${node}` : labelName(label)
}

function* linesOf(feature: number, weights: ArrayLike<number>): Generator<WeightLine> {
  for (let label = 0; label < weights.length; label++)
    if (weights[label] !== 0) yield { feature, label, weight: weights[label] }
}

function* linesBy(
  feature: number,
  labels: number,
  weightOf: (label: number) => number,
): Generator<WeightLine> {
  for (let label = 0; label < labels; label++) {
    const weight = weightOf(label)
    if (weight !== 0) yield { feature, label, weight }
  }
}

function* linesOfLists(
  { lengths, labels, values, common }: WeightLists,
  columns: number,
): Generator<WeightLine> {
  let at = 0
  for (let feature = 0; feature < lengths.length; feature++) {
    const end = at + lengths[feature]
    const shared = common?.[feature] ?? 0
    if (shared === 0) {
      for (; at < end; at++) yield { feature, label: labels[at], weight: values[at] }
      continue
    }
    const all = new Float64Array(columns).fill(shared)
    for (; at < end; at++) all[labels[at]] += values[at]
    yield* linesOf(feature, all)
  }
}

/** Of a model that has no lists: what speaks for labels. */
function* strongestLines(model: Model): Generator<WeightLine> {
  for (let feature = 0; feature < model.featureCount; feature++) {
    const found = model.strongestLabels(feature, model.labelCount)
    for (const { label, weight } of [...found].sort((a, b) => a.label - b.label))
      yield { feature, label, weight }
  }
}
