// The routing set-up of Lewis et al. 1996, shared by Widrow-Hoff and EG: each label is trained by itself, on
// the documents judged for it, from Rocchio's vector if asked, on examples drawn with replacement, and may keep
// the best vector on the way (pocketing) and see few words only.
//
// Pocketing: after the 100th example and every 100 from there on the current vector, not the mean, takes the
// place of the one kept if its simple average precision over the label's documents is higher; among equal
// scores the wrong documents count as first. One look costs the label's rows, so N draws cost N/100 passes.

import type { Dataset, OptionSpecs, RowChunk, TrainingContext } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { rowsFrom } from '../models/weight-rows.js'
import { passesOption } from '../options.js'
import { DatasetBuilder } from '../structures/dataset.js'
import { Rng } from '../structures/rng.js'

export type PerLabelOptions = {
  start: string
  highTarget: number
  lowTarget: number
  draws: number
  pocket: boolean
  words: number
  passes: number
}

const POCKET_EVERY = 100
/** Lewis et al. 1996, section 7.2. */
const ROCCHIO = { alpha: 1, beta: 2, gamma: 0.5, clip: true, unit: false }

/** The options; `plain` is how a learner calls the vector it starts from by itself. */
export function perLabelOptions(plain: string): OptionSpecs<PerLabelOptions> {
  return {
    passes: passesOption(),
    highTarget: {
      kind: 'number',
      default: 1,
      help: 'the score a document of a label should have (0.47 for inquery weights)',
    },
    lowTarget: {
      kind: 'number',
      default: 0,
      help: 'the score other documents should have (0.40 for inquery weights)',
    },
    start: {
      kind: 'choice',
      default: plain,
      choices: [plain, 'rocchio'],
      help: 'the weights to start from',
    },
    draws: {
      kind: 'integer',
      default: 0,
      min: 0,
      max: 1e9,
      help: 'train each label on so many documents drawn with replacement, in place of passes',
    },
    pocket: {
      kind: 'boolean',
      default: false,
      help: 'keep the weights that ranked a label’s training documents best, looked at every 100 documents',
    },
    words: {
      kind: 'integer',
      default: 0,
      min: 0,
      help: 'each label sees its description and so many words of highest Rocchio weight; 0: all words',
    },
  }
}

/** Whether these options need all rows at once, label by label. */
export function trainsPerLabel({ start, draws, pocket, words }: PerLabelOptions): boolean {
  return start === 'rocchio' || draws > 0 || pocket || words > 0
}

/** One label's training: its examples under the label 0, in rows that may have columns of their own. */
export interface LabelTask {
  readonly data: Dataset
  readonly positives: Uint32Array
  readonly negatives: Uint32Array
  /** The feature of each column, if a label sees few. */
  readonly features: Uint32Array | undefined
  /** Rocchio's weights by column, if it starts from them. */
  readonly start: Float64Array | undefined
}

/** What learns one label. */
export interface LabelTrainer {
  learn(data: Dataset, row: number): void
  /** The score under the current weights. */
  scoreNow(data: Dataset, row: number): number
  /** Keeps the current weights aside. */
  keep(): void
  /** Goes back to the weights kept, which then are the model. */
  useKept(): void
}

/** Calls back with the task of each label in turn; a task is only good until the next. */
export function forEachLabelTask(
  data: Dataset,
  options: PerLabelOptions,
  context: TrainingContext,
  visit: (label: number, task: LabelTask) => void,
): void {
  const guided = options.start === 'rocchio' || options.words > 0
  const prototypes = guided ? rocchioByLabel(data, context) : undefined
  for (let label = 0; label < data.labelCount; label++) {
    context.progress?.(label, data.labelCount, 'labels')
    visit(label, taskOf(data, label, options, prototypes?.[label], context.labelTexts))
  }
}

/** Trains on a label's examples: draws, or passes in their order. `balanced`: half of the draws have the label. */
export function trainLabel(
  trainer: LabelTrainer,
  { data, positives, negatives }: LabelTask,
  { draws, passes, pocket }: PerLabelOptions,
  balanced: boolean,
  { seed, keepOrder }: Pick<TrainingContext, 'seed' | 'keepOrder'>,
): void {
  const all = new Uint32Array(positives.length + negatives.length)
  all.set(positives)
  all.set(negatives, positives.length)
  // In the order of the documents, so that what is drawn does not depend on which of them have the label.
  all.sort()
  if (all.length === 0) return
  const rng = new Rng(seed)
  const halves = balanced && positives.length > 0 && negatives.length > 0
  const order = all.slice()
  const examples = draws > 0 ? draws : passes * all.length
  let best = -1
  for (let i = 0; i < examples; i++) {
    let from: Uint32Array = all
    if (draws === 0) {
      if (i % all.length === 0 && keepOrder !== true) rng.shuffle(order)
    } else if (halves) from = rng.below(2) === 0 ? positives : negatives
    trainer.learn(data, draws === 0 ? order[i % all.length] : from[rng.below(from.length)])
    if (!pocket || (i + 1) % POCKET_EVERY !== 0) continue
    const precision = simpleAveragePrecision(
      Float64Array.from(positives, (row) => trainer.scoreNow(data, row)),
      Float64Array.from(negatives, (row) => trainer.scoreNow(data, row)),
    )
    if (precision <= best) continue
    best = precision
    trainer.keep()
  }
  if (best >= 0) trainer.useKept()
}

/** Mean of the precision at each positive; ties are ranked against it. 0 without positives. */
export function simpleAveragePrecision(positives: Float64Array, negatives: Float64Array): number {
  const count = positives.length
  if (count === 0) return 0
  const ascending = positives.slice().sort()
  // above[i]: negatives that score as much as the i-th positive from below, but not as the next.
  const above = new Uint32Array(count)
  for (const score of negatives) {
    let low = 0
    let high = count
    while (low < high) {
      const middle = (low + high) >>> 1
      if (ascending[middle] <= score) low = middle + 1
      else high = middle
    }
    if (low > 0) above[low - 1]++
  }
  let wrong = 0
  let sum = 0
  for (let i = count - 1, hits = 1; i >= 0; i--, hits++) {
    wrong += above[i]
    sum += hits / (hits + wrong)
  }
  return sum / count
}

interface Prototype {
  readonly features: number[]
  readonly weights: number[]
}

function rocchioByLabel(data: Dataset, context: TrainingContext): Prototype[] {
  const rocchio = context.learnerNamed!('rocchio')
  if (rocchio.online) throw new Error('rocchio is a batch learner')
  const model = rocchio.train(data, ROCCHIO, context)
  const out: Prototype[] = Array.from({ length: data.labelCount }, () => ({ features: [], weights: [] }))
  rowsFrom(model.state().arrays, 'weights', model.labelCount).forEach((feature, label, weight) => {
    if (label >= out.length || feature >= data.featureCount) return
    out[label].features.push(feature)
    out[label].weights.push(weight)
  })
  return out
}

function taskOf(
  data: Dataset,
  label: number,
  { start, words }: PerLabelOptions,
  prototype: Prototype | undefined,
  labelTexts: Dataset | undefined,
): LabelTask {
  const positives: number[] = []
  const negatives: number[] = []
  for (let row = 0; row < data.count; row++) {
    const said = judgementOf(data, row, label)
    if (said > 0) positives.push(row)
    else if (said < 0) negatives.push(row)
  }
  const features = words > 0 ? wordsOf(label, prototype!, words, labelTexts, data.featureCount) : undefined
  const column = new Int32Array(data.featureCount).fill(-1)
  features?.forEach((feature, at) => {
    column[feature] = at
  })
  let first: Float64Array | undefined
  if (start === 'rocchio') {
    const weights = new Float64Array(features?.length ?? data.featureCount)
    prototype!.features.forEach((feature, i) => {
      const at = features === undefined ? feature : column[feature]
      if (at >= 0) weights[at] = prototype!.weights[i]
    })
    first = weights
  }
  return {
    data:
      features === undefined
        ? relabelled(data, label)
        : narrowed(relabelled(data, label), column, features.length),
    positives: Uint32Array.from(positives),
    negatives: Uint32Array.from(negatives),
    features,
    start: first,
  }
}

/** 1: the row has the label, −1: it is known not to, 0: nothing is known. */
function judgementOf(data: Dataset, row: number, label: number): number {
  const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const middle = labelOffsets[2 * r + 1]
  for (let t = labelOffsets[2 * r]; t < middle; t++) if (labels[t] === label) return 1
  if (judged[r] !== 2) return judged[r] === 1 ? -1 : 0
  for (let t = middle; t < labelOffsets[2 * r + 2]; t++) if (labels[t] === label) return -1
  return 0
}

/** The same rows with one label, 0, in place of all. */
function relabelled(data: Dataset, label: number): Dataset {
  const chunks = data.chunks.map(({ offsets, columns, values }, c): RowChunk => {
    const rows = Math.min(data.count - (c << CHUNK_SHIFT), CHUNK_MASK + 1)
    const labelOffsets = new Uint32Array(2 * rows + 1)
    const judged = new Uint8Array(rows)
    let at = 0
    for (let r = 0; r < rows; r++) {
      const said = judgementOf(data, (c << CHUNK_SHIFT) + r, label)
      judged[r] = said === 0 ? 0 : 1
      if (said > 0) at++
      labelOffsets[2 * r + 1] = at
      labelOffsets[2 * r + 2] = at
    }
    return { offsets, columns, values, labelOffsets, labels: new Uint32Array(at), judged }
  })
  return { count: data.count, chunks, featureCount: data.featureCount, labelCount: 1 }
}

/** The same rows with the chosen columns only, under new numbers. */
function narrowed(data: Dataset, column: Int32Array, count: number): Dataset {
  const out = new DatasetBuilder()
  let columns = new Uint32Array(256)
  let values = new Float64Array(256)
  for (let row = 0; row < data.count; row++) {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const from = chunk.offsets[r]
    const to = chunk.offsets[r + 1]
    if (to - from > columns.length) {
      columns = new Uint32Array((to - from) * 2)
      values = new Float64Array((to - from) * 2)
    }
    let n = 0
    for (let e = from; e < to; e++) {
      const at = column[chunk.columns[e]]
      if (at < 0) continue
      columns[n] = at
      values[n++] = chunk.values[e]
    }
    const positives = chunk.labelOffsets[2 * r + 1] > chunk.labelOffsets[2 * r] ? [0] : []
    out.addRow(columns, values, n, { positives, negatives: [], judged: chunk.judged[r] === 0 ? 0 : 1 })
  }
  out.featureCount = count
  out.labelCount = 1
  return out
}

/** The label's best words by Rocchio weight, ties to the lower id, and those of its description; ascending. */
function wordsOf(
  label: number,
  { features, weights }: Prototype,
  top: number,
  labelTexts: Dataset | undefined,
  featureCount: number,
): Uint32Array {
  const best = features.map((_, i) => i)
  best.sort((a, b) => weights[b] - weights[a] || features[a] - features[b])
  const chosen = new Set(best.slice(0, top).map((i) => features[i]))
  for (let row = 0; row < (labelTexts?.count ?? 0); row++) {
    if (judgementOf(labelTexts!, row, label) <= 0) continue
    const { offsets, columns } = labelTexts!.chunks[row >>> CHUNK_SHIFT]
    const described = columns.subarray(offsets[row & CHUNK_MASK], offsets[(row & CHUNK_MASK) + 1])
    for (const feature of described) if (feature < featureCount) chosen.add(feature)
  }
  return Uint32Array.from(chosen).sort()
}
