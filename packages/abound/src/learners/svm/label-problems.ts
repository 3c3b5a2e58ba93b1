// One problem for each label, against the rest: which labels are solved together, on which threads, and where their
// weights go. Hinge loss and its square are solved for sixteen labels at a time (joint-descent.ts), other settings label by
// label (solvers/dual-descent.ts).

import type { Dataset, ForkJoinJob, TrainingContext } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LANES } from '../../engine/contract.js'
import { LinearModel } from '../../models/linear.js'
import { type LabelWeights, WeightRows } from '../../models/weight-rows.js'
import {
  descend,
  freshDescent,
  type MarginLoss,
  type SignedRows,
  squaredLengths,
} from '../../solvers/dual-descent.js'
import { runSerially } from '../../solvers/run-serially.js'
import { rowWeights } from '../../structures/dataset.js'
import { againstRest, rowsByJudgement, rowsByLabel } from '../../structures/rows-by-label.js'
import { FINEST, JointDescent, type JointRoom, type JointRows, jointRows } from './joint-descent.js'
import { logCountRatios, scaledBy } from './log-count-ratios.js'
import { type SolvedLabels, weightsIn } from './solved-labels.js'
import type { SvmOptions } from './svm-options.js'

/** Pairs of document and label from which on starting threads and compiling is worth its time. */
const THREADS_FROM = 50_000
/** Parts that a thread has at a time, at least on average: those that take long must not leave the others idle. */
const PARTS_EACH = 4
/** Bytes of found weights that are worth keeping for fewer and longer turns. */
const ROOM = 1 << 26
/** Parts that a turn can have. */
const MOST = 0xffff
/** Stands for no label. */
const NONE = 0xffffffff

interface LabelsTask {
  readonly data: Dataset
  readonly options: SvmOptions
  readonly seed: number
  /** Part i has the labels from i · each on, and leaves w and then b of them, by feature and label, in `found`. */
  readonly labels: Uint32Array
  readonly found: Float64Array | Float32Array
  /** The rows that several labels are trained on at a time; without it each has a part. */
  readonly together: RowsTogether | undefined
}

interface RowsTogether {
  /** The rows of the data that say something of a label. */
  readonly judged: Uint32Array
  readonly rows: JointRows
  /** How many descents have been claimed by threads. */
  readonly claimed: Int32Array
}

function rowsTogether(data: Dataset, room: JointRoom): RowsTogether {
  const { judged } = rowsByJudgement(data)
  return { judged, rows: jointRows(data, judged, room), claimed: new Int32Array(room.allocate(4)) }
}

/** What threads do: the labels of one part. */
export const LABELS_JOB: ForkJoinJob<LabelsTask> = {
  name: 'svm labels',
  start: (task) => (task.together === undefined ? labelJob(task) : jointJob(task, task.together)),
}

/** The model of all labels, each trained against the rest. */
export function trainEachLabel(data: Dataset, options: SvmOptions, context: TrainingContext): LinearModel {
  // Frequent labels take more passes: those of a kind should go together, and the long ones first.
  const order = mostFrequentFirst(data)
  const solved = solveLabels(data, order, options, context)
  const weights: LabelWeights[] = []
  const bias = new Float64Array(data.labelCount)
  for (let i = 0; i < order.length; i++) {
    weights[order[i]] = solved.weights[i]
    bias[order[i]] = solved.bias[i]
  }
  return LinearModel.ofWeights(WeightRows.ofLabels(weights, data.featureCount), bias)
}

/** Trains these labels against the rest, in this order; weights nearer to 0 than `least` are left out. */
export function solveLabels(
  data: Dataset,
  order: Uint32Array,
  options: SvmOptions,
  context: TrainingContext,
  least = 0,
): SolvedLabels {
  const { labelCount, featureCount, count, chunks } = data
  const large = count * order.length > THREADS_FROM
  const pool = large ? context.pool : undefined
  const memory = (bytes: number): ArrayBufferLike => pool?.memory(bytes) ?? new ArrayBuffer(bytes)
  const together =
    options.nbWeights || options.loss === 'logistic' || options.tolerance < FINEST
      ? undefined
      : rowsTogether(data, {
          descents: pool?.size ?? 1,
          allocate: memory,
        })
  const each = together === undefined ? 1 : LANES
  const parts = Math.ceil(order.length / each)
  const length = (featureCount + 1) * each
  const partBytes = length * (together === undefined ? 8 : 4)
  const size = Math.min(parts, Math.max((pool?.size ?? 1) * PARTS_EACH, Math.floor(ROOM / partBytes)), MOST)
  const room = memory(size * partBytes)
  const found = together === undefined ? new Float64Array(room) : new Float32Array(room)
  const labels = new Uint32Array(memory(size * each * 4))
  const rows = { count, chunks, featureCount, labelCount }
  const input: LabelsTask = { data: rows, options, seed: context.seed, labels, found, together }
  const run = pool?.job(LABELS_JOB, input) ?? runSerially(LABELS_JOB.start(input))
  const weights: LabelWeights[] = []
  const bias = new Float64Array(order.length)
  for (let from = 0; from < order.length; from += size * each) {
    context.progress?.(from, order.length, 'labels')
    const turn = order.subarray(from, from + size * each)
    labels.fill(NONE).set(turn)
    const ran = Math.ceil(turn.length / each)
    run(ran)
    for (let part = 0; part < ran; part++) {
      const all = found.subarray(part * length, (part + 1) * length)
      const first = from + part * each
      const lanes = Math.min(each, order.length - first)
      bias.set(all.subarray(length - each, length - each + lanes), first)
      for (const own of weightsIn(all, each, lanes, least)) weights.push(own)
    }
  }
  return { weights, bias }
}

/** The labels, those with most documents first. */
export function mostFrequentFirst(data: Dataset): Uint32Array {
  const documents = new Uint32Array(data.labelCount)
  for (let row = 0; row < data.count; row++) {
    const { labels, labelOffsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) documents[labels[t]]++
  }
  return Uint32Array.from(documents.keys()).sort((a, b) => documents[b] - documents[a] || a - b)
}

/** Trains a few labels at once as a part. */
function jointJob(
  { data, options, seed, labels, found }: LabelsTask,
  together: RowsTogether,
): (part: number) => void {
  const { judged, rows, claimed } = together
  const descent = new JointDescent(rows, Atomics.add(claimed, 0, 1))
  const { signs } = descent
  const places = new Uint32Array(data.count)
  judged.forEach((row, i) => {
    places[row] = i
  })
  const labelRows = rowsByLabel(data, data.labelCount)
  const partly = judged.filter((row) => data.chunks[row >>> CHUNK_SHIFT].judged[row & CHUNK_MASK] === 2)
  const length = (data.featureCount + 1) * LANES
  const { cost, positiveWeight, tolerance, maxPasses } = options
  const settings = {
    positiveCost: cost * positiveWeight,
    negativeCost: cost,
    squared: options.loss === 'squared-hinge',
    tolerance,
    maxPasses,
    seed,
  }
  return (part) => {
    const lanes = labels.subarray(part * LANES, (part + 1) * LANES).filter((label) => label !== NONE)
    signs.fill(0)
    for (let lane = 0; lane < lanes.length; lane++) {
      const label = lanes[lane]
      for (let i = lane; i < signs.length; i += LANES) signs[i] = -1
      for (const row of partly) signs[places[row] * LANES + lane] = 0
      for (const row of labelRows.denied[label]) signs[places[row] * LANES + lane] = -1
      for (const row of labelRows.inside[label]) signs[places[row] * LANES + lane] = 1
    }
    descent.run(lanes.length, found.subarray(part * length, (part + 1) * length) as Float32Array, settings)
  }
}

/** Trains one label as a part. */
function labelJob({ data, options, seed, labels, found }: LabelsTask): (part: number) => void {
  const { cost, positiveWeight } = options
  const rows = rowsByLabel(data, data.labelCount)
  const lengths = squaredLengths(data)
  const weights = rowWeights(data)
  return (part) => {
    const label = labels[part]
    const known = againstRest(data, label, rows)
    const costs = Float64Array.from(
      known.signs,
      (sign, i) => cost * (sign > 0 ? positiveWeight : 1) * weights[known.rows[i]],
    )
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
