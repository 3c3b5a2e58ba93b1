// IND (Madani, Connor & Greiner, JMLR 2009): an index of independent conditional probabilities.
//
// Features are Boolean: there or not. n_f counts the documents with feature f, n_{f,c} those that have
// class c too, both exactly; w_{f,c} = n_{f,c} / n_f is an edge where it is ≥ p_ind; s_c = Σ_{f∈x} w_{f,c},
// and classes that no edge reaches are not returned. A feature with a negative value is another feature, as
// in FF. Partly judged documents count in n_f only for the classes they speak of.
//
// p_ind is given, or tuned: the one of {.01, .02, …, .09, .1, .15, …, .6} with the best R1 on a random 20 %
// of the documents, counts from the other 80 % (ties to the lower, which reaches more classes); then all
// documents are counted.
//
// Counting costs O(features · classes of the document); when the model is asked for, only the lists of
// features seen since the last time are made anew. Nothing depends on the number of classes.

import type {
  Dataset,
  NumberArray,
  OnlineLearner,
  OnlineTrainer,
  OptionSpecs,
  Scores,
  State,
} from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { clearScores, createScores } from '../../engine/scores.js'
import { IndexHalf, IndexModel } from '../../models/feature-index.js'
import { permutation, Rng } from '../../structures/rng.js'
import { numberFrom } from '../../structures/state-arrays.js'
import { before } from '../../structures/top-k.js'
import { PairCounts } from './pair-counts.js'

export type IndOptions = {
  threshold: number
}

const OPTIONS: OptionSpecs<IndOptions> = {
  threshold: {
    kind: 'number',
    default: 0,
    min: 0,
    max: 1,
    help:
      'a word points to the labels that at least this share of its documents have; ' +
      '0: the best of .01 to .6 on a held-out fifth',
  },
}

/** The p_ind that tuning tries, ascending. */
const GRID = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60].map((p) => p / 100)
/** One document in so many is held out for tuning. */
const HELD_OUT = 5

export const ind: OnlineLearner<IndOptions> = {
  name: 'ind',
  online: true,
  summary: 'index of how often each word’s documents have a label, weak edges left out',
  goodFor:
    'many labels, learned by counting alone: the order of documents does not matter, and nothing depends on ' +
    'the number of labels. FF ranks better. Tuning needs all documents in memory; with a given threshold ' +
    'it streams.',
  source: 'Madani, Connor & Greiner, Learning When Concepts Abound, JMLR 2009',
  options: OPTIONS,
  text: { weighting: 'binary', norm: 'none' },
  modelKind: 'index',
  passes: () => 1,
  needsWhole: ({ threshold }) => threshold === 0,
  trainWhole: (data, _options, { seed }) => {
    const trainer = new IndTrainer(data.featureCount, data.labelCount, tunedThreshold(data, seed))
    for (let row = 0; row < data.count; row++) trainer.learn(data, row)
    return trainer
  },
  start: ({ features, labels }, { threshold }) => new IndTrainer(features, labels, threshold || GRID[0]),
  resume: ({ numbers, arrays }) => {
    const labelCount = numberFrom(numbers, 'labelCount')
    const plus = PairCounts.from(arrays, 'plus', labelCount)
    const minus =
      'minus.documents' in arrays ? PairCounts.from(arrays, 'minus', labelCount) : new PairCounts(0)
    return new IndTrainer(0, labelCount, numberFrom(numbers, 'threshold'), plus, minus)
  },
  sharding: {
    layout: {
      lists: ['plus', 'minus'].flatMap((half) =>
        ['together', 'partly'].map((list) => ({
          lengths: `${half}.${list}.lengths`,
          labels: `${half}.${list}.labels`,
          values: `${half}.${list}.counts`,
        })),
      ),
      byFeature: ['plus.documents', 'minus.documents'],
      byLabel: [],
      numbers: [],
    },
    merge: 'counts',
    tune: (all, part, heldOut, options) => {
      if (options.threshold > 0) return { all, part }
      const trainer = ind.resume(structuredClone(part), options, { seed: 0 }) as IndTrainer
      const threshold = bestThreshold(trainer, heldOut, everyRow(heldOut))
      const under = (state: State): State => ({ ...state, numbers: { ...state.numbers, threshold } })
      return { all: under(all), part: under(part) }
    },
  },
}

class IndTrainer implements OnlineTrainer {
  private readonly index: IndModel
  private readonly plus: CountedHalf
  private readonly minus: CountedHalf

  constructor(
    features: number,
    labels: number,
    threshold: number,
    plus = new PairCounts(features),
    minus = new PairCounts(0),
  ) {
    this.plus = new CountedHalf(plus)
    this.minus = new CountedHalf(minus)
    this.index = new IndModel(labels, this.plus.edges, threshold)
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const { columns, values, labels, labelOffsets } = chunk
    const r = row & CHUNK_MASK
    const trueFrom = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const partly = chunk.judged[r] === 2
    for (let t = trueFrom; t < labelOffsets[2 * r + 2]; t++) {
      if (labels[t] >= this.index.labelCount) this.index.labelCount = labels[t] + 1
    }
    for (let e = chunk.offsets[r]; e < chunk.offsets[r + 1]; e++) {
      const feature = columns[e]
      const half = values[e] < 0 ? this.minus : this.plus
      half.touch(feature)
      const { counts } = half
      for (let t = trueFrom; t < trueTo; t++) counts.countTogether(feature, labels[t])
      if (!partly) counts.documents[feature]++
      else for (let t = trueFrom; t < labelOffsets[2 * r + 2]; t++) counts.countPartly(feature, labels[t])
    }
  }

  endPass(): void {}

  model(): IndModel {
    const { index, plus, minus } = this
    plus.refresh(index.labelCount, index.threshold)
    if (minus.counts.featureCount > 0) {
      minus.refresh(index.labelCount, index.threshold)
      index.minus = minus.edges
    }
    return index
  }

  /** The model under a higher threshold. */
  raised(threshold: number): IndModel {
    const index = this.model()
    index.threshold = threshold
    this.plus.cut(threshold)
    this.minus.cut(threshold)
    return index
  }

  state(): State {
    const arrays: Record<string, NumberArray> = {}
    this.plus.counts.store('plus', arrays)
    if (this.minus.counts.featureCount > 0) this.minus.counts.store('minus', arrays)
    return { numbers: { labelCount: this.index.labelCount, threshold: this.index.threshold }, arrays }
  }
}

/** An index read by presence, all its edges; says which threshold they passed. */
class IndModel extends IndexModel {
  threshold: number

  constructor(labelCount: number, edges: IndexHalf, threshold: number) {
    super(labelCount, edges, undefined, {
      maxDegree: 0xffffffff,
      retrieveAbove: 0,
      rating: false,
      presence: true,
    })
    this.threshold = threshold
  }

  override figures(): Record<string, number> {
    return { ...super.figures(), threshold: this.threshold }
  }
}

/** The features of one sign: what was counted, and the edges that follow from it. */
class CountedHalf {
  readonly counts: PairCounts
  /** Weights are w itself: totals are 1. */
  readonly edges: IndexHalf
  /** Features whose edges are out of date, and 1 for each of them. */
  private readonly stale: number[] = []
  private isStale: Uint8Array

  constructor(counts: PairCounts) {
    this.counts = counts
    this.edges = IndexHalf.empty(counts.featureCount)
    this.isStale = new Uint8Array(counts.featureCount)
    for (let f = 0; f < counts.featureCount; f++) this.touch(f)
  }

  /** Makes a feature exist; its edges are about to change. */
  touch(feature: number): void {
    this.counts.ensure(feature)
    if (feature >= this.isStale.length) {
      const grown = new Uint8Array(Math.max(feature + 1, this.isStale.length * 2))
      grown.set(this.isStale)
      this.isStale = grown
    }
    if (this.isStale[feature] === 1) return
    this.isStale[feature] = 1
    this.stale.push(feature)
  }

  /** Brings the edges up to date: shares of at least `threshold`, strongest first, then by label. */
  refresh(labelCount: number, threshold: number): void {
    const { counts, edges } = this
    const kept: { label: number; share: number }[] = []
    for (const feature of this.stale) {
      kept.length = 0
      counts.forEachShare(feature, labelCount, (label, share) => {
        if (share >= threshold) kept.push({ label, share })
      })
      kept.sort((a, b) => b.share - a.share || a.label - b.label)
      edges.ensure(feature)
      edges.totals[feature] = 1
      edges.counts[feature] = counts.documents[feature]
      edges.postings.lengths[feature] = 0
      for (const { label, share } of kept) edges.postings.append(feature, label, share)
      this.isStale[feature] = 0
    }
    this.stale.length = 0
  }

  /** Drops the edges below a threshold that is higher than before. */
  cut(threshold: number): void {
    const { starts, lengths, values, count } = this.edges.postings
    for (let f = 0; f < count; f++) {
      let length = lengths[f]
      while (length > 0 && values[starts[f] + length - 1] < threshold) length--
      lengths[f] = length
    }
  }
}

/** The threshold of the grid with the best R1 on a held-out fifth of the rows. */
function tunedThreshold(data: Dataset, seed: number): number {
  const order = permutation(data.count, new Rng(seed))
  const heldOut = order.subarray(0, Math.floor(data.count / HELD_OUT))
  const trainer = new IndTrainer(data.featureCount, data.labelCount, GRID[0])
  for (const row of order.subarray(heldOut.length)) trainer.learn(data, row)
  return bestThreshold(trainer, data, heldOut)
}

/** The same of counts that have none of these rows in them, under the lowest threshold. */
function bestThreshold(trainer: IndTrainer, data: Dataset, heldOut: Uint32Array): number {
  const scores = createScores(data.labelCount)
  let best = GRID[0]
  let bestRight = -1
  for (const threshold of GRID) {
    const model = trainer.raised(threshold)
    let right = 0
    for (const row of heldOut) {
      model.score(data, row, scores)
      if (leadsRight(data, row, scores)) right++
      clearScores(scores)
    }
    if (right > bestRight) {
      best = threshold
      bestRight = right
    }
  }
  return best
}

function everyRow({ count }: Dataset): Uint32Array {
  return Uint32Array.from({ length: count }, (_, row) => row)
}

/** Whether the first of the retrieved labels is right; labels that nothing is known of are passed over. */
function leadsRight(data: Dataset, row: number, { values, touched, seen, count }: Scores): boolean {
  const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const trueTo = labelOffsets[2 * r + 1]
  let best = -1
  if (judged[r] === 2) {
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 2]; t++) {
      if (seen[labels[t]] === 1 && (best < 0 || before(values, labels[t], best))) best = labels[t]
    }
  } else {
    for (let i = 0; i < count; i++) if (best < 0 || before(values, touched[i], best)) best = touched[i]
  }
  for (let t = labelOffsets[2 * r]; t < trueTo; t++) if (labels[t] === best) return true
  return false
}
