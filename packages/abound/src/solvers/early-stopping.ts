// Passes of one-against-the-rest perceptrons until each label has settled: for `patience` passes, its errors on the
// training rows (y·s ≤ 0) at the end of the pass were not fewer than before, or it makes none, so that nothing can change
// any more. Each label keeps its last weights.
//
// A few hard labels make most of the passes. Labels are independent, so whenever those that still learn are at most half
// of the labels of a pass, they are taken out on their own, and a pass costs no more than they do.

import type { Dataset, OptionSpecs, RowChunk, TrainingContext } from '../contract.js'
import { permutation, Rng } from '../structures/rng.js'
import type { OneAgainstRest } from './one-against-rest.js'

/** When a label has learned enough. */
interface EarlyStoppingOptions {
  /** After this many passes without fewer errors. */
  readonly patience: number
  /** No label makes more passes than this. */
  readonly maxPasses: number
}

/** The options, with this `patience` by default; 0: a fixed number of passes. */
export function earlyStoppingOptions(patience: number): OptionSpecs<EarlyStoppingOptions> {
  return {
    patience: {
      kind: 'integer',
      default: patience,
      min: 0,
      max: 1000,
      help: 'go on until a label’s training errors were not fewer for this many passes; 0: make --passes',
    },
    maxPasses: {
      kind: 'integer',
      default: 100,
      min: 1,
      max: 10_000,
      help: 'with --patience, no label makes more passes',
    },
  }
}

/** Goes over all rows, each pass in a new seeded order unless theirs is to be kept, until every label has settled. */
export function trainWithEarlyStopping(
  all: OneAgainstRest,
  data: Dataset,
  { patience, maxPasses }: EarlyStoppingOptions,
  { seed, keepOrder }: Pick<TrainingContext, 'seed' | 'keepOrder'>,
  progress?: (pass: number) => void,
): void {
  const k = data.labelCount
  const rng = new Rng(seed)
  const fewest = new Float64Array(k).fill(Number.POSITIVE_INFINITY)
  const idle = new Uint32Array(k)
  const lastSteps = new Float64Array(k)
  const errors = new Uint32Array(k)
  let labels = Uint32Array.from({ length: k }, (_, label) => label)
  let part = all
  let rows = data
  for (let pass = 0; pass < maxPasses; pass++) {
    progress?.(pass)
    const order = keepOrder === true ? undefined : permutation(rows.count, rng)
    for (let i = 0; i < rows.count; i++) part.learn(rows, order?.[i] ?? i)
    errors.fill(0)
    for (let row = 0; row < rows.count; row++) part.countErrors(rows, row, errors)

    let learning = 0
    for (let i = 0; i < labels.length; i++) {
      if (part.settled[i] === 1) continue
      const label = labels[i]
      lastSteps[label] = part.stepsMade
      idle[label] = errors[i] < fewest[label] ? 0 : idle[label] + 1
      fewest[label] = Math.min(fewest[label], errors[i])
      if (errors[i] === 0 || idle[label] >= patience) part.settled[i] = 1
      else learning++
    }
    if (learning === 0) break
    if (learning * 2 > labels.length) continue
    const { settled } = part
    labels = labels.filter((_, i) => settled[i] === 0)
    if (part !== all) all.giveBack(part)
    part = all.take(labels)
    rows = withLabels(data, labels)
  }
  if (part !== all) all.giveBack(part)
  all.settled.fill(0)
  all.spreadMeans(lastSteps)
}

/** The same rows under some of the labels: label i is `labels[i]`. */
function withLabels(data: Dataset, labels: Uint32Array): Dataset {
  const places = new Int32Array(data.labelCount).fill(-1)
  for (let i = 0; i < labels.length; i++) places[labels[i]] = i
  return {
    count: data.count,
    featureCount: data.featureCount,
    labelCount: labels.length,
    chunks: data.chunks.map((chunk) => chunkWithLabels(chunk, places)),
  }
}

function chunkWithLabels(chunk: RowChunk, places: Int32Array): RowChunk {
  const { labelOffsets, labels } = chunk
  const offsets = new Uint32Array(labelOffsets.length)
  const kept = new Uint32Array(labels.length)
  let count = 0
  for (let part = 0; part + 1 < labelOffsets.length; part++) {
    for (let t = labelOffsets[part]; t < labelOffsets[part + 1]; t++) {
      if (places[labels[t]] >= 0) kept[count++] = places[labels[t]]
    }
    offsets[part + 1] = count
  }
  return { ...chunk, labelOffsets: offsets, labels: kept.slice(0, count) }
}
