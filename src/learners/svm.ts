// Linear support vector machines, one label against the rest (Joachims 1999; Madani, Connor & Greiner 2009).
//
// Per label: min ½(‖w‖² + b²) + Σ_i C_i · loss(y_i(w·x_i + b)), by dual coordinate descent (kernels/dual-descent.ts).
//   loss: hinge max(0, 1 − z), its square, or logistic ln(1 + e^{−z}); C_i = cost, for documents that have the
//   label times positiveWeight.
// nbWeights (Wang & Manning 2012): x_j is first multiplied by r_j = ln((p_j/‖p‖₁)/(n_j/‖n‖₁)), p and n one plus the
//   number of documents that hold j with and without the label.
// prune: weights below this share of the label's largest are dropped.
// Cost: labels × passes × entries of the documents that are still in doubt. Labels do not heed each other.

import type { BatchLearner, Dataset, OptionSpecs, RowChunk } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../kernels/dataset.js'
import {
  descend,
  freshDescent,
  type MarginLoss,
  type SignedRows,
  squaredLengths,
} from '../kernels/dual-descent.js'
import { alone } from '../kernels/jobs.js'
import { againstRest, rowsByLabel } from '../kernels/label-rows.js'
import { type LabelWeights, WeightRows } from '../kernels/weight-rows.js'
import { LinearModel } from '../models/linear.js'

export type SvmOptions = {
  loss: string
  cost: number
  positiveWeight: number
  tolerance: number
  maxPasses: number
  nbWeights: boolean
  prune: number
}

const OPTIONS: OptionSpecs<SvmOptions> = {
  loss: {
    kind: 'choice',
    default: 'hinge',
    choices: ['hinge', 'squared-hinge', 'logistic'],
    help: 'what a document on the wrong side of the margin costs; logistic makes it logistic regression',
  },
  cost: {
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
    help: 'what errors cost against large weights (C): more fits the documents more closely',
  },
  positiveWeight: {
    kind: 'number',
    default: 1,
    min: 1e-6,
    max: 1e6,
    help: 'how much more an error on a document that has the label costs; above 1 finds more of rare labels',
  },
  tolerance: {
    kind: 'number',
    default: 0.1,
    min: 1e-9,
    help: 'how far from the best weights it may stop: less is nearer and slower',
  },
  maxPasses: { kind: 'integer', default: 1000, min: 1, help: 'no label makes more passes than this' },
  nbWeights: {
    kind: 'boolean',
    default: false,
    help: 'weigh words by how they part the label from the rest, as naive Bayes has it (NB-SVM)',
  },
  prune: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    help: "drop weights below this share of their label's largest: smaller models",
  },
}

export const svm: BatchLearner<SvmOptions> = {
  name: 'svm',
  online: false,
  summary: 'linear support vector machines, one for each label',
  goodFor:
    'the best ranking and decisions that a linear model gives, on anything up to some thousand labels. ' +
    'It trains on all documents at once and grows with labels × documents; to learn on, take mmp or ff.',
  source:
    'Joachims, Transductive Inference for Text Classification using SVMs, ICML 1999; Hsieh et al., ICML 2008',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  job: (input) => svmJob(input as SvmJob),
  train: (data, options, context) => {
    const { labelCount, featureCount } = data
    const crew = data.count * labelCount > ALONE ? context.crew : undefined
    const size = crew === undefined ? 1 : Math.min(labelCount, crew.size * LABELS_EACH)
    const memory = (bytes: number): ArrayBufferLike => crew?.memory(bytes) ?? new ArrayBuffer(bytes)
    const found = new Float64Array(memory(size * (featureCount + 1) * 8))
    const first = new Uint32Array(memory(4))
    const { count, chunks } = data
    const rows = { count, chunks, featureCount, labelCount }
    const input: SvmJob = { data: rows, options, seed: context.seed, first, found }
    const run = crew?.job('svm', input) ?? alone(svmJob(input))
    const weights: LabelWeights[] = []
    const bias = new Float64Array(labelCount)
    for (; first[0] < labelCount; first[0] += size) {
      context.progress?.(first[0], labelCount, 'labels')
      const labels = Math.min(size, labelCount - first[0])
      run(labels)
      for (let i = 0; i < labels; i++) {
        const from = i * (featureCount + 1)
        weights.push(largeWeights(found.subarray(from, from + featureCount), options.prune))
        bias[first[0] + i] = found[from + featureCount]
      }
    }
    return new LinearModel({
      labelCount,
      bias,
      slope: new Float64Array(labelCount),
      weights: WeightRows.ofLabels(weights, featureCount),
      scale: 'comparable',
    })
  },
}

/** Fewer pairs of document and label are not worth starting threads for. */
const ALONE = 50_000
/** Labels that a thread has at a time, on average: those that take long must not leave the others idle. */
const LABELS_EACH = 8

interface SvmJob {
  readonly data: Dataset
  readonly options: SvmOptions
  readonly seed: number
  /** The label of part 0, and where part i leaves w and b: in one row each. */
  readonly first: Uint32Array
  readonly found: Float64Array
}

/** Trains label first + i as part i. */
function svmJob({ data, options, seed, first, found }: SvmJob): (part: number) => void {
  const { cost, positiveWeight } = options
  const rows = rowsByLabel(data, data.labelCount)
  const lengths = squaredLengths(data)
  return (part) => {
    const label = first[0] + part
    const known = againstRest(data, label, rows)
    const costs = Float64Array.from(known.signs, (sign) => cost * (sign > 0 ? positiveWeight : 1))
    const own = trainLabel({ ...known, data, lengths, costs }, options, seed + label)
    found.set(own, part * (data.featureCount + 1))
  }
}

/** w with b behind it. */
function trainLabel(problem: SignedRows, options: SvmOptions, seed: number): Float64Array {
  const { tolerance, maxPasses } = options
  const loss = options.loss as MarginLoss
  const ratios = options.nbWeights ? logCountRatios(problem) : undefined
  const scaled = ratios === undefined ? problem : scaledBy(problem, ratios)
  const descent = freshDescent(scaled, loss)
  descend(scaled, descent, { loss, tolerance, maxPasses, seed })
  ratios?.forEach((ratio, feature) => {
    descent.weights[feature] *= ratio
  })
  return descent.weights
}

/** Those that are not 0, and not below this share of the largest. */
function largeWeights(all: Float64Array, share: number): LabelWeights {
  const largest = all.reduce((most, weight) => Math.max(most, Math.abs(weight)), 0)
  const features = Uint32Array.from(all.keys()).filter(
    (feature) => all[feature] !== 0 && Math.abs(all[feature]) >= share * largest,
  )
  return { features, weights: Float64Array.from(features, (feature) => all[feature]) }
}

function logCountRatios({ data, rows, signs }: SignedRows): Float64Array {
  const withLabel = new Float64Array(data.featureCount).fill(1)
  const without = new Float64Array(data.featureCount).fill(1)
  for (let i = 0; i < rows.length; i++) {
    const { offsets, columns } = data.chunks[rows[i] >>> CHUNK_SHIFT]
    const counts = signs[i] > 0 ? withLabel : without
    const r = rows[i] & CHUNK_MASK
    for (let e = offsets[r]; e < offsets[r + 1]; e++) counts[columns[e]]++
  }
  const sum = (counts: Float64Array): number => counts.reduce((total, count) => total + count, 0)
  const shift = Math.log(sum(without) / sum(withLabel))
  return withLabel.map((count, feature) => Math.log(count / without[feature]) + shift)
}

/** The same rows with every value multiplied by its feature's factor. */
function scaledBy(problem: SignedRows, factors: Float64Array): SignedRows {
  const chunks = problem.data.chunks.map(
    (chunk): RowChunk => ({
      ...chunk,
      values: chunk.values.map((value, e) => value * factors[chunk.columns[e]]),
    }),
  )
  const { count, featureCount, labelCount } = problem.data
  const data = { count, featureCount, labelCount, chunks }
  return { ...problem, data, lengths: squaredLengths(data) }
}
