// The weights of labels that were solved, wherever that was: as a state to be sent, and as a model.

import type { Shape, State } from '../../contract.js'
import { InputError } from '../../errors.js'
import { LinearModel } from '../../models/linear.js'
import { type LabelWeights, WeightRows } from '../../models/weight-rows.js'
import { floatsFrom, idsFrom, lengthsFrom } from '../../structures/state-arrays.js'

/** w and b of each label, in the order given. */
export interface SolvedLabels {
  readonly weights: readonly LabelWeights[]
  readonly bias: Float64Array
}

/** Solved labels as a state, to be sent elsewhere. */
export function packLabels(labels: Uint32Array, { weights, bias }: SolvedLabels): State {
  const lengths = Uint32Array.from(weights, ({ features }) => features.length)
  const total = lengths.reduce((sum, length) => sum + length, 0)
  const features = new Uint32Array(total)
  const values = new Float64Array(total)
  let at = 0
  for (const own of weights) {
    features.set(own.features, at)
    values.set(own.weights, at)
    at += own.features.length
  }
  return { numbers: {}, arrays: { labels, lengths, features, weights: values, bias } }
}

/** The model of all labels, from the parts that each have some of them. */
export function modelOfParts(parts: readonly State[], shape: Shape): LinearModel {
  const weights: LabelWeights[] = []
  const bias = new Float64Array(shape.labels)
  for (const { arrays } of parts) {
    const labels = idsFrom(arrays.labels, shape.labels, 'solved labels')
    const features = idsFrom(arrays.features, shape.features, 'weight features')
    const lengths = lengthsFrom(arrays.lengths, features.length, 'weight lists')
    const values = floatsFrom(arrays.weights, features.length, 'weights')
    const biases = floatsFrom(arrays.bias, labels.length, 'biases')
    let at = 0
    for (let i = 0; i < labels.length; i++) {
      const end = at + lengths[i]
      weights[labels[i]] = { features: features.subarray(at, end), weights: values.subarray(at, end) }
      bias[labels[i]] = biases[i]
      at = end
    }
  }
  for (let label = 0; label < shape.labels; label++) {
    if (weights[label] === undefined) throw new InputError(`label ${label} was trained nowhere: expected all`)
  }
  return LinearModel.ofWeights(WeightRows.ofLabels(weights, shape.features), bias)
}

/**
 * The weights of `lanes` labels from a matrix of features (and the bias, last) × `each` labels: those that are not 0, nor
 * nearer to 0 than `least`.
 */
export function weightsIn(
  all: Float64Array | Float32Array,
  each: number,
  lanes: number,
  least: number,
): LabelWeights[] {
  const end = all.length - each
  const counts = new Uint32Array(lanes)
  for (let row = 0; row < end; row += each) {
    for (let lane = 0; lane < lanes; lane++) if (isKept(all[row + lane], least)) counts[lane]++
  }
  const found = Array.from(counts, (count) => ({
    features: new Uint32Array(count),
    weights: new Float64Array(count),
  }))
  counts.fill(0)
  for (let row = 0, feature = 0; row < end; row += each, feature++) {
    for (let lane = 0; lane < lanes; lane++) {
      const weight = all[row + lane]
      if (!isKept(weight, least)) continue
      const at = counts[lane]++
      found[lane].features[at] = feature
      found[lane].weights[at] = weight
    }
  }
  return found
}

function isKept(weight: number, least: number): boolean {
  return weight !== 0 && Math.abs(weight) >= least
}
