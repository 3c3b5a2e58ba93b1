// Feature-focus index learning, FF (Madani, Connor & Greiner, JMLR 2009, figure 4; ratings r_f: section 4.3.2).
//
// Per feature f: a total w'_f, the classes c that it points to with w'_{f,c}, and #f, how often f was seen in the first
// pass. Edge weight w_{f,c} = w'_{f,c}/w'_f; score s_c = Σ_{f∈x} min(1, #f/10)·w_{f,c}·x_f (models/feature-index.ts).
// Learn (x, Y): s of the 50 best classes, 0 for all others;
//   δ_c = s_c − max_{c'∉Y} s_{c'} for each c ∈ Y, all before any update (margins.ts);
//   for every c ∈ Y with δ_c ≤ margin, every f ∈ x does FSU(f, c, x_f) (feature-streaming-update.ts):
//     w'_{f,c} += x_f;  w'_f += x_f;  every edge with w'_{f,c}/w'_f < minWeight is dropped
//     (w'_f keeps its weight: it "leaks"; without `leaks` it is subtracted).
// Learning on (ours): once w'_f > 1/minWeight a new class is dropped at once. So when a share of the old examples is
// taught again along with new ones, all w'_f and w'_{f,c} are first scaled down by that share.
//
// Reads and writes the lists of the document's own features. Cost per document: O(features · list length); a list has at
// most 1/minWeight entries, and nothing depends on the number of classes.

import type { Dataset, OnlineLearner, OnlineTrainer, OptionSpecs, Scores, State } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { scoresFor } from '../../engine/scores.js'
import { IndexHalf, IndexModel } from '../../models/feature-index.js'
import { passesOption } from '../../options.js'
import { labelsUpTo } from '../../solvers/row-extent.js'
import { featureStreamingUpdate, scaleLists, sortAndPruneLists } from './feature-streaming-update.js'
import { bestWrongScore, keptScore, RETRIEVED } from './margins.js'

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
  maxDegree: {
    kind: 'integer',
    default: 25,
    min: 1,
    help: 'how many labels of a word are used when ranking',
  },
  retrieveAbove: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    help: 'edges weaker than this are ignored when ranking',
  },
  leaks: {
    kind: 'boolean',
    default: true,
    help: 'dropped weight stays in a word’s total, which damps words that fit many labels',
  },
  rating: { kind: 'boolean', default: true, help: 'words seen fewer than ten times count less' },
}

/** However many old examples are taught again, the index is scaled down to this share at the least. */
const LEAST_KEPT = 0.05

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
    // w'_{f,c} and w'_f are sums over documents, whichever shard each of these is on.
    merge: 'sum',
    settle: (state, options) => {
      const index = IndexModel.from(state)
      sortAndPruneLists(index.plus, options)
      if (index.minus !== undefined) sortAndPruneLists(index.minus, options)
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
    this.countFeatures(data, row)
    this.index.labelCount = Math.max(this.index.labelCount, labelsUpTo(chunk, r))
    const trueFrom = chunk.labelOffsets[2 * r]
    const trueTo = chunk.labelOffsets[2 * r + 1]
    if (trueFrom === trueTo) return

    const scores = scoresFor(this.index.labelCount, this.scores)
    this.scores = scores
    this.index.score(data, row, scores)
    const bestWrong = bestWrongScore(scores, chunk, r)
    const { margin } = this.options
    // Whether a true class is beyond the best 50, and so scores 0, need not be looked up here: with fewer than 50 true
    // classes the best wrong one is among the best 50, so the margin of such a class is at most 0 with either score.
    const asScored = chunk.judged[r] === 1 && trueTo - trueFrom < RETRIEVED && margin >= 0
    for (let t = trueFrom; t < trueTo; t++) {
      const label = chunk.labels[t]
      const score = asScored ? scores.values[label] : keptScore(scores, label)
      if (score - bestWrong <= margin) this.updateEdges(data, row, label)
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
    return this.index.state()
  }

  /** Makes room for the row's features, and counts #f: in the first pass, and of what comes after the last. */
  private countFeatures(data: Dataset, row: number): void {
    const { index, pass, options } = this
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const isNew = pass === 0 || pass >= options.passes ? 1 : 0
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      if (values[e] < 0) index.minus ??= IndexHalf.empty(0)
      const half = values[e] < 0 ? index.minus! : index.plus
      half.ensure(columns[e])
      half.counts[columns[e]] += isNew
    }
  }

  private updateEdges(data: Dataset, row: number, label: number): void {
    const { index } = this
    const { minWeight, leaks } = this.options
    const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    const to = offsets[(row & CHUNK_MASK) + 1]
    for (let e = offsets[row & CHUNK_MASK]; e < to; e++) {
      const half = values[e] < 0 ? index.minus! : index.plus
      featureStreamingUpdate(half, columns[e], label, Math.abs(values[e]), minWeight, leaks)
    }
  }
}
