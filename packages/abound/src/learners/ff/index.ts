// Feature-focus index learning, FF (Madani, Connor & Greiner, JMLR 2009).
//
// State per feature f: total W_f and a list of (class, w') sorted by w' descending, then class id;
// edge weight w = w'/W_f; #f, how often f was seen in the first pass.
// Learn (x, Y): retrieve (models/feature-index.ts), keep the top 50 classes, scores of others are 0.
//   δ_c = s_c − max_{c'∉Y} s_{c'} for each c ∈ Y, all computed before any update.
//   For every c ∈ Y with δ_c ≤ margin, every active feature does FSU(f, c, x_f) (feature-streaming-update.ts):
//     w'_{f,c} += x_f;  W_f += x_f;  drop every entry with w'/W_f < minWeight
//   (W_f keeps the dropped weight: it "leaks"; with leaks off it is subtracted).
// Learning on (ours): once W_f > 1/minWeight every new class is dropped at once. When a share of the old examples
// is taught again along with the new ones, all W_f and w' are first scaled down by that share: what will be said
// again need not be remembered, and new classes have an effect.
// Only the updated entry grows and all share W_f, so an update moves one entry forward and drops from
// the tail. Cost per document: O(active features · list length), lists hold at most 1/minWeight
// entries; nothing depends on the number of labels.

import type {
  Dataset,
  OnlineLearner,
  OnlineTrainer,
  OptionSpecs,
  RowChunk,
  Scores,
  State,
} from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { scoresFor } from '../../engine/scores.js'
import { IndexHalf, IndexModel } from '../../models/feature-index.js'
import { passesOption } from '../../options.js'
import { before } from '../../structures/top-k.js'
import { featureStreamingUpdate, scaleLists, settleLists } from './feature-streaming-update.js'

export type FfOptions = {
  minWeight: number
  maxDegree: number
  margin: number
  passes: number
  leaks: boolean
  rating: boolean
  retrieveAbove: number
}

const OPTIONS: OptionSpecs<FfOptions> = {
  margin: {
    kind: 'number',
    default: 0,
    help: 'learn from a document while a true label leads by no more than this',
  },
  passes: passesOption(),
  minWeight: { kind: 'number', default: 0.01, min: 0, max: 1, help: 'edges weaker than this are dropped' },
  maxDegree: { kind: 'integer', default: 25, min: 1, help: 'how many labels of a word speak when ranking' },
  retrieveAbove: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    help: 'edges weaker than this stay silent when ranking',
  },
  leaks: {
    kind: 'boolean',
    default: true,
    help: 'dropped weight stays in a word’s total, which damps words that fit many labels',
  },
  rating: { kind: 'boolean', default: true, help: 'words seen fewer than ten times speak more softly' },
}

/** What is left of an index whose examples are all taught again: an opinion to start from. */
const LEAST_KEPT = 0.05
/** Learning looks at this many best classes. */
const RETRIEVED = 50
/** Added to a label's mark in the accumulator while it is put aside. */
const TRUE = 2

export const ff: OnlineLearner<FfOptions> = {
  name: 'ff',
  online: true,
  summary: 'feature-focus index: each word points to the few labels it is typical of',
  goodFor:
    'many labels (up to hundreds of thousands) and streams: time and memory do not grow with the number of labels. ' +
    'With few labels and little data a linear learner ranks better.',
  source: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009',
  options: OPTIONS,
  text: { weighting: 'tf', norm: 'l2' },
  modelKind: 'index',
  passes: (options) => options.passes,
  start: (shape, options) =>
    new FfTrainer(new IndexModel(shape.labels, IndexHalf.empty(shape.features), undefined, options), options),
  resume: (state, options, { passesMade = options.passes }) =>
    new FfTrainer(IndexModel.from(state), options, passesMade),
  sharding: {
    layout: {
      lists: ['plus', 'minus'].map((half) => ({
        lengths: `${half}.lengths`,
        labels: `${half}.labels`,
        values: `${half}.weights`,
      })),
      byFeature: ['plus.totals', 'plus.counts', 'minus.totals', 'minus.counts'],
      byLabel: [],
      numbers: [],
    },
    // w' and W_f are sums over documents: what shards add belongs to one sum, as if one machine had added it.
    merge: 'sum',
    settle: (state, options) => {
      const index = IndexModel.from(state)
      settleLists(index.plus, options)
      if (index.minus !== undefined) settleLists(index.minus, options)
      return index.state()
    },
  },
}

class FfTrainer implements OnlineTrainer {
  private readonly index: IndexModel
  private readonly options: FfOptions
  private pass: number
  private scores: Scores | undefined

  constructor(index: IndexModel, options: FfOptions, pass = 0) {
    this.index = index
    this.options = options
    this.pass = pass
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    this.admit(data, row)
    const trueFrom = chunk.labelOffsets[2 * r]
    const trueTo = chunk.labelOffsets[2 * r + 1]
    if (trueFrom === trueTo) return

    const scores = scoresFor(this.index.labelCount, this.scores)
    this.scores = scores
    this.index.score(data, row, scores)
    const bestWrong = this.bestWrong(chunk, r)
    const { margin } = this.options
    // With all labels known and fewer than 50 of them, whether a score is among the best 50 need not be asked: one that
    // is not is no higher than the best wrong one, so it is strengthened either way.
    const all = chunk.judged[r] === 1 && trueTo - trueFrom < RETRIEVED && margin >= 0
    // All margins are those before any update, which `scores` keeps.
    for (let t = trueFrom; t < trueTo; t++) {
      const label = chunk.labels[t]
      const score = all ? scores.values[label] : keptScore(scores, label)
      if (score - bestWrong <= margin) this.strengthen(data, row, label)
    }
  }

  endPass(): void {
    this.pass++
  }

  replaying(share: number): void {
    const kept = Math.max(LEAST_KEPT, 1 - share)
    scaleLists(this.index.plus, kept)
    if (this.index.minus !== undefined) scaleLists(this.index.minus, kept)
  }

  model(): IndexModel {
    return this.index
  }

  state(): State {
    return this.model().state()
  }

  /** Whether what is learned comes for the first time; so does all after the last pass. */
  private isFirst(): boolean {
    return this.pass === 0 || this.pass >= this.options.passes
  }

  /** Makes room for the row's features and labels, and counts #f. */
  private admit(data: Dataset, row: number): void {
    const { index } = this
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const { columns, values } = chunk
    const from = chunk.offsets[r]
    const to = chunk.offsets[r + 1]
    let highest = -1
    let highestMinus = -1
    for (let e = from; e < to; e++) {
      if (values[e] < 0) {
        if (columns[e] > highestMinus) highestMinus = columns[e]
      } else if (columns[e] > highest) highest = columns[e]
    }
    if (highest >= 0) index.plus.ensure(highest)
    if (highestMinus >= 0) {
      index.minus ??= IndexHalf.empty(0)
      index.minus.ensure(highestMinus)
    }
    if (this.isFirst()) {
      const { counts } = index.plus
      const minus = index.minus?.counts ?? counts
      for (let e = from; e < to; e++) (values[e] < 0 ? minus : counts)[columns[e]]++
    }
    for (let t = chunk.labelOffsets[2 * r]; t < chunk.labelOffsets[2 * r + 2]; t++) {
      if (chunk.labels[t] >= index.labelCount) index.labelCount = chunk.labels[t] + 1
    }
  }

  /** The highest kept score among the classes that the document does not have; 0 when there is none. */
  private bestWrong({ labels, labelOffsets, judged }: RowChunk, r: number): number {
    const scores = this.scores!
    const { values, touched, count, seen } = scores
    const trueTo = labelOffsets[2 * r + 1]
    let best = -1
    if (judged[r] === 2) {
      // Partly judged: only the labels it is known not to have are wrong.
      for (let t = trueTo; t < labelOffsets[2 * r + 2]; t++) {
        const label = labels[t]
        if (seen[label] === 1 && (best < 0 || before(values, label, best))) best = label
      }
    } else {
      // The true labels are put aside by their mark while the others are looked through.
      for (let t = labelOffsets[2 * r]; t < trueTo; t++) seen[labels[t]] += TRUE
      let most = Number.NEGATIVE_INFINITY
      for (let i = 0; i < count; i++) {
        const label = touched[i]
        const value = values[label]
        if (value < most || seen[label] >= TRUE || (value === most && label > best)) continue
        best = label
        most = value
      }
      for (let t = labelOffsets[2 * r]; t < trueTo; t++) seen[labels[t]] -= TRUE
      // Only true labels stand before it.
      if (trueTo - labelOffsets[2 * r] < RETRIEVED) return best < 0 ? 0 : most
    }
    return best < 0 ? 0 : keptScore(scores, best)
  }

  private strengthen(data: Dataset, row: number, label: number): void {
    const { index } = this
    const { minWeight, leaks } = this.options
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values } = chunk
    const to = chunk.offsets[(row & CHUNK_MASK) + 1]
    for (let e = chunk.offsets[row & CHUNK_MASK]; e < to; e++) {
      const value = values[e]
      const half = value < 0 ? index.minus! : index.plus
      featureStreamingUpdate(half, columns[e], label, Math.abs(value), minWeight, leaks)
    }
  }
}

/** The label's score if it is among the best 50, else 0. */
function keptScore({ values, touched, count }: Scores, label: number): number {
  if (count <= RETRIEVED) return values[label]
  let ahead = 0
  for (let i = 0; i < count; i++) {
    if (before(values, touched[i], label) && ++ahead === RETRIEVED) return 0
  }
  return values[label]
}
