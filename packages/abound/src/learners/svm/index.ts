// Linear support vector machines, one label against the rest (Joachims 1999; Madani, Connor & Greiner 2009).
//
// Per label: min ½(‖w‖² + b²) + Σ_i C_i · loss(y_i(w·x_i + b)), by dual coordinate descent (kernels/dual-descent.ts).
//   loss: hinge max(0, 1 − z), its square, or logistic ln(1 + e^{−z}); C_i = cost × the document’s weight (1 if it
//   has none), for documents that have the label times positiveWeight.
// nbWeights (Wang & Manning 2012): x_j is first multiplied by r_j = ln((p_j/‖p‖₁)/(n_j/‖n‖₁)), p and n one plus the
//   number of documents that hold j with and without the label.
// prune: in the end weights with |w| below it are dropped.
// Cost: labels × passes × entries of the documents; hinge loss and its square read them once for sixteen
// (kernels/joint-descent.ts). Labels do not heed each other.
//
// multiclass crammer-singer, where each document has exactly one label y: all labels in one problem,
//   min ½Σ_l(‖w_l‖² + b_l²) + cost · Σ_i max_{l≠y} max(0, 1 + s_il − s_iy), s_il = w_l·x_i + b_l
//   (kernels/crammer-singer.ts). Cost: passes × entries × labels, of the documents and labels that are still in doubt.

import type {
  BatchLearner,
  Dataset,
  ForkJoinJob,
  OptionSpecs,
  Shape,
  State,
  TrainingContext,
} from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { LANES } from '../../engine/contract.js'
import { InputError } from '../../errors.js'
import { LinearModel } from '../../models/linear.js'
import { type LabelWeights, WeightRows } from '../../models/weight-rows.js'
import { pruneOption } from '../../options.js'
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
import { floatsFrom, idsFrom, lengthsFrom } from '../../structures/state-arrays.js'
import { solveCrammerSinger } from './crammer-singer.js'
import { FINEST, JointDescent, type JointRoom, type JointRows, jointRows } from './joint-descent.js'
import { logCountRatios, scaledBy } from './log-count-ratios.js'

export type SvmOptions = {
  multiclass: string
  loss: string
  cost: number
  positiveWeight: number
  tolerance: number
  maxPasses: number
  nbWeights: boolean
  prune: number
}

const CRAMMER_SINGER = 'crammer-singer'

const OPTIONS: OptionSpecs<SvmOptions> = {
  multiclass: {
    kind: 'choice',
    default: 'one-against-rest',
    choices: ['one-against-rest', CRAMMER_SINGER],
    help:
      'one problem for each label, or all labels in one (crammer-singer): better where every document has exactly one ' +
      'of many labels; hinge loss, one thread',
  },
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
    help:
      'weigh words by how they part the label from the rest, as naive Bayes has it (NB-SVM); with tfidf rows and many ' +
      'labels it gained nothing',
  },
  prune: pruneOption(),
}

/** What threads do: the labels of one part. */
const SVM_JOB: ForkJoinJob<SvmTask> = {
  name: 'svm labels',
  start: (task) => (task.together === undefined ? labelJob(task) : jointJob(task, task.together)),
}

export const svm: BatchLearner<SvmOptions> = {
  name: 'svm',
  online: false,
  summary: 'linear support vector machines, one for each label',
  goodFor:
    'the best ranking and decisions that a linear model gives, on anything up to some thousand labels. ' +
    'With one of many labels a document, such as intents, try --multiclass crammer-singer. It trains on all documents ' +
    'at once and grows with labels × documents; to learn on, take mmp or ff.',
  source:
    'Joachims, Transductive Inference for Text Classification using SVMs, ICML 1999; Hsieh et al., ICML 2008; ' +
    'Crammer & Singer, JMLR 2001; Keerthi et al., KDD 2008',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  naturalThreshold: 0,
  takesWeights: true,
  jobs: [SVM_JOB],
  usesPool: ({ multiclass }) => multiclass !== CRAMMER_SINGER,
  train: (data, options, context) =>
    (options.multiclass === CRAMMER_SINGER
      ? trainAllInOne(data, options, context)
      : trainEach(data, options, context)
    ).pruned(options.prune),
  labelwise: {
    refuses: ({ multiclass }) =>
      multiclass === CRAMMER_SINGER
        ? `--multiclass ${CRAMMER_SINGER} is one problem of all labels`
        : undefined,
    order: byDocuments,
    // Small weights are dropped before they travel.
    train: (data, labels, options, context) =>
      partOf(labels, solveLabels(data, labels, options, context, options.prune)),
    model: joined,
  },
}

function trainEach(data: Dataset, options: SvmOptions, context: TrainingContext): LinearModel {
  // Frequent labels take more passes: those of a kind should go together, and the long ones first.
  const order = byDocuments(data)
  const solved = solveLabels(data, order, options, context)
  const weights: LabelWeights[] = []
  const bias = new Float64Array(data.labelCount)
  for (let i = 0; i < order.length; i++) {
    weights[order[i]] = solved.weights[i]
    bias[order[i]] = solved.bias[i]
  }
  return modelOf(WeightRows.ofLabels(weights, data.featureCount), bias)
}

/** What labels come to: w and b of each, in the order given. */
interface SolvedLabels {
  readonly weights: readonly LabelWeights[]
  readonly bias: Float64Array
}

/** Trains these labels against the rest, in this order; weights nearer to 0 than `least` are left out. */
function solveLabels(
  data: Dataset,
  order: Uint32Array,
  options: SvmOptions,
  context: TrainingContext,
  least = 0,
): SolvedLabels {
  const { labelCount, featureCount, count, chunks } = data
  const large = count * order.length > ALONE
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
  const input: SvmTask = { data: rows, options, seed: context.seed, labels, found, together }
  const run = pool?.job(SVM_JOB, input) ?? runSerially(SVM_JOB.start(input))
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

/** Solved labels as a state, to be sent elsewhere. */
function partOf(labels: Uint32Array, { weights, bias }: SolvedLabels): State {
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

/** The model of all solved labels. */
function joined(parts: readonly State[], shape: Shape): LinearModel {
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
  return modelOf(WeightRows.ofLabels(weights, shape.features), bias)
}

function modelOf(weights: WeightRows, bias: Float64Array): LinearModel {
  const { labelCount } = weights
  const slope = new Float64Array(labelCount)
  return new LinearModel({ labelCount, bias, slope, weights, scale: 'comparable' })
}

/** All labels in one problem. */
function trainAllInOne(data: Dataset, options: SvmOptions, context: TrainingContext): LinearModel {
  refuseOthers(options)
  const { count, featureCount, labelCount } = data
  const bytes = labelCount * (8 * (featureCount + 1) + 12 * count)
  if (bytes > MOST_BYTES) {
    throw new InputError(
      `--multiclass ${CRAMMER_SINGER} would take ${Math.ceil(bytes / 2 ** 30)} GB for ${labelCount} labels, ${featureCount} ` +
        `features and ${count} documents: leave it out, or have fewer features (--min-df, --select)`,
    )
  }
  const { weights } = solveCrammerSinger(
    {
      data,
      lengths: squaredLengths(data),
      labels: Uint32Array.from({ length: count }, (_, row) => onlyLabel(data, row)),
      costs: rowWeights(data).map((weight) => options.cost * weight),
    },
    {
      tolerance: options.tolerance,
      maxPasses: options.maxPasses,
      seed: context.seed,
      progress: (passes) => context.progress?.(passes, 0, 'passes'),
    },
  )
  const end = featureCount * labelCount
  return modelOf(WeightRows.ofMatrix(weights, featureCount, labelCount), weights.slice(end))
}

const MOST_BYTES = 2 ** 32

/** Options that all labels in one problem leave nothing to do for. */
function refuseOthers({ loss, positiveWeight, nbWeights }: SvmOptions): void {
  const other =
    loss !== 'hinge'
      ? `--loss ${loss}`
      : positiveWeight !== 1
        ? `--positive-weight ${positiveWeight}`
        : nbWeights
          ? '--nb-weights'
          : undefined
  if (other === undefined) return
  throw new InputError(
    `${other} is for one label against the rest: leave it or --multiclass ${CRAMMER_SINGER} out`,
  )
}

function onlyLabel(data: Dataset, row: number): number {
  const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const from = labelOffsets[2 * r]
  const count = labelOffsets[2 * r + 1] - from
  if (count === 1 && judged[r] === 1) return labels[from]
  const found = judged[r] === 2 ? 'is partly judged' : `has ${count === 0 ? 'no label' : `${count} labels`}`
  throw new InputError(
    `--multiclass ${CRAMMER_SINGER} is for exactly one label a document, and one here ${found}: ` +
      'leave it out to train each label against the rest',
  )
}

/** Fewer pairs of document and label are not worth starting threads or compiling for. */
const ALONE = 50_000
/** Parts that a thread has at a time, at least on average: those that take long must not leave the others idle. */
const PARTS_EACH = 4
/** Bytes of found weights that are worth keeping for fewer and longer turns. */
const ROOM = 1 << 26
/** Parts that a turn can have. */
const MOST = 0xffff
/** In place of a label: none. */
const NONE = 0xffffffff

interface SvmTask {
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

/** The labels, those with most documents first. */
function byDocuments(data: Dataset): Uint32Array {
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
  { data, options, seed, labels, found }: SvmTask,
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
function labelJob({ data, options, seed, labels, found }: SvmTask): (part: number) => void {
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

/** The weights of a part's labels, of which there is room for `each`: those that are not 0, nor nearer to it than `least`. */
function weightsIn(
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
