// Unweighted index (Madani, Greiner, Kempe & Salavatipour, AISTATS 2007; compared in Madani, Connor &
// Greiner 2009, figure 18).
//
// Per class c amounts v_{f,c} ≥ 0 and a total V_c, zero at first. w_{f,c} = v_{f,c} / V_c; the edge f → c is in the
// index while w_{f,c} ≥ minWeight, and a document retrieves every class that an edge of its features leads to
// (models/unweighted-index.ts). Learn (x, Y):
//   each c ∈ Y not retrieved: v_{f,c} += x_f / Σx on the active features, V_c += 1;
//   if more than `tolerance` classes outside Y were retrieved, each halves v_{f,c} on the active features (V_c
//     stays: what was taken away is not given to other features).
// Every document that a class learned from counts alike. Were w itself brought to the sum 1 after each, the last
// document would weigh as much as all before it, and classes forget faster than they learn (20 Newsgroups: R1 .11).
// Retrieved classes rank by their summed weights. With classifiers each class has a committee of perceptrons, each of
// which learns on its own: for every class retrieved (before the update), y = ±1, if y · s_c ≤ 0, p_c += y·x. A member's
// weight counts as 0 until the update that first touches it, which starts it uniformly in [−1, 1]; a committee of one
// starts at 0. The mean of the last p ranks.
// Partly judged documents: outside Y are the classes they are known not to have; others are left alone.
//
// Reads the lists of the document's features, and writes to them for the classes that change. Dividing by V_c moves one
// scale per class, so an update costs O(active features), a document O(lists of its features) and, with classifiers, for each
// member the lists of its weights, and O(active features) for each class that it mistakes.

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
import { MOST_MEMBERS, UnweightedIndexModel } from '../../models/unweighted-index.js'
import { passesOption } from '../../options.js'
import { memberSeeds, startWeight } from '../../solvers/one-against-rest.js'
import { featuresUpTo, labelsUpTo, sumOfCounts } from '../../solvers/row-extent.js'
import { PairIndex } from '../../structures/pair-index.js'
import type { Postings } from '../../structures/postings.js'

export type UnweightedIndexOptions = {
  tolerance: number
  minWeight: number
  classifiers: boolean
  members: number
  passes: number
}

const OPTIONS: OptionSpecs<UnweightedIndexOptions> = {
  tolerance: {
    kind: 'integer',
    default: 5,
    min: 0,
    help: 'how many wrong labels a document may reach before their edges weaken',
  },
  minWeight: {
    kind: 'number',
    default: 0.0001,
    min: 0.000001,
    max: 1,
    help: 'edges weaker than this are not in the index',
  },
  classifiers: {
    kind: 'boolean',
    default: false,
    help: 'rank the labels reached by perceptrons, not by summed weights',
  },
  members: {
    kind: 'integer',
    default: 10,
    min: 1,
    max: MOST_MEMBERS,
    help: 'how many perceptrons a label, with --classifiers; 1: one that starts at 0',
  },
  passes: passesOption(5),
}

export const unweightedIndex: OnlineLearner<UnweightedIndexOptions> = {
  name: 'unweighted-index',
  online: true,
  summary: 'index that only says which labels come into question, ranked by edges or by perceptrons',
  goodFor:
    'comparing with FF and IND, which rank better. A label is learned only until it is reached, so its edges are ' +
    'few; --classifiers rank far better, the more so the higher --tolerance, at the price of time.',
  source: 'Madani, Greiner, Kempe & Salavatipour, Recall Systems, AISTATS 2007; compared in JMLR 2009',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'unweighted-index',
  passes: (options) => options.passes,
  start: ({ labels }, { minWeight, classifiers, members, tolerance }, { seed }) =>
    new UnweightedIndexTrainer(
      UnweightedIndexModel.empty(labels, minWeight, classifiers ? members : 0),
      tolerance,
      seed,
    ),
  resume: (state, { tolerance }, { seed }) =>
    new UnweightedIndexTrainer(UnweightedIndexModel.from(state), tolerance, seed),
}

class UnweightedIndexTrainer implements OnlineTrainer {
  private readonly index: UnweightedIndexModel
  private readonly tolerance: number
  private readonly seeds: readonly number[]
  private edgePairs: PairIndex | undefined
  private classifierPairs: PairIndex | undefined
  private memberPairs: readonly PairIndex[] | undefined
  private scores: Scores | undefined
  /** By label, for the document at hand: 1 it has it, −1 it was retrieved and is wrong, else 0. */
  private truth = new Int8Array(0)

  constructor(index: UnweightedIndexModel, tolerance: number, seed: number) {
    this.index = index
    this.tolerance = tolerance
    this.seeds = memberSeeds(seed, index.members.length)
  }

  learn(data: Dataset, row: number): void {
    const { index } = this
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const total = sumOfCounts(chunk, r, 'unweighted-index expects values of at least 0')
    index.ensure(featuresUpTo(chunk, r), labelsUpTo(chunk, r))
    if (total === 0) return
    const scores = scoresFor(index.labelCount, this.scores)
    this.scores = scores
    if (this.truth.length < index.labelCount) this.truth = new Int8Array(scores.values.length)
    index.retrieve(data, row, scores)
    const wrong = this.judge(chunk, r, scores)
    if (index.classifiers !== undefined) this.train(data, row, scores)
    if (wrong > this.tolerance) this.weaken(chunk, r)
    const { labels, labelOffsets } = chunk
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) {
      if (scores.seen[labels[t]] === 0) this.strengthen(chunk, r, labels[t], total)
    }
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 1]; t++) this.truth[labels[t]] = 0
    for (let i = 0; i < scores.count; i++) this.truth[scores.touched[i]] = 0
  }

  model(): UnweightedIndexModel {
    return this.index
  }

  state(): State {
    return this.index.state()
  }

  /** Fills `truth`; returns how many wrong labels were retrieved. */
  private judge(
    { labels, labelOffsets, judged }: RowChunk,
    r: number,
    { seen, touched, count }: Scores,
  ): number {
    const { truth } = this
    const trueTo = labelOffsets[2 * r + 1]
    let wrong = 0
    for (let t = labelOffsets[2 * r]; t < trueTo; t++) truth[labels[t]] = 1
    if (judged[r] === 2) {
      for (let t = trueTo; t < labelOffsets[2 * r + 2]; t++) {
        if (seen[labels[t]] === 0) continue
        truth[labels[t]] = -1
        wrong++
      }
      return wrong
    }
    for (let i = 0; i < count; i++) {
      if (truth[touched[i]] === 1) continue
      truth[touched[i]] = -1
      wrong++
    }
    return wrong
  }

  /** One step of the perceptrons of the retrieved labels that the document speaks of. */
  private train(data: Dataset, row: number, scores: Scores): void {
    const { index, seeds } = this
    const lists = index.classifiers!
    const pairs = (this.classifierPairs ??= new PairIndex(lists))
    const { columns, values } = data.chunks[row >>> CHUNK_SHIFT]
    if (index.members.length === 0) {
      this.eachMistake(data, row, scores, lists, (label, e, y) => {
        const at = pairs.locate(columns[e], label)
        lists.values[at] += y * values[e]
      })
      return
    }
    const memberPairs = (this.memberPairs ??= index.members.map((member) => new PairIndex(member)))
    for (const [i, member] of index.members.entries()) {
      this.eachMistake(data, row, scores, member, (label, e, y) => {
        const feature = columns[e]
        const at = memberPairs[i].locate(feature, label)
        const before = member.values[at]
        const start = before === 0 ? startWeight(seeds[i], feature, label) : before
        const after = start + y * values[e]
        member.values[at] = after
        const mean = pairs.locate(feature, label)
        lists.values[mean] += (after - before) / seeds.length
      })
    }
  }

  /** Calls back with y and each entry of the row for every label that these weights are wrong about. */
  private eachMistake(
    data: Dataset,
    row: number,
    scores: Scores,
    weights: Postings,
    change: (label: number, entry: number, y: number) => void,
  ): void {
    this.index.classify(data, row, scores, weights)
    const { offsets } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    for (let i = 0; i < scores.count; i++) {
      const label = scores.touched[i]
      const y = this.truth[label]
      if (y === 0 || y * scores.values[label] > 0) continue
      for (let e = offsets[r]; e < offsets[r + 1]; e++) change(label, e, y)
    }
  }

  /** Halves what the wrong labels have on the row's features. */
  private weaken({ offsets, columns }: RowChunk, r: number): void {
    const { truth } = this
    const { starts, lengths, labels, values: v } = this.index.lists
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      const end = starts[columns[e]] + lengths[columns[e]]
      for (let i = starts[columns[e]]; i < end; i++) if (truth[labels[i]] === -1) v[i] /= 2
    }
  }

  /** Adds x/Σx to what a label has on the row's features, and so 1 to its total. */
  private strengthen({ offsets, columns, values }: RowChunk, r: number, label: number, total: number): void {
    const { lists, scales, sums } = this.index
    const pairs = (this.edgePairs ??= new PairIndex(lists))
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      const at = pairs.locate(columns[e], label)
      lists.values[at] += values[e] / total
    }
    sums[label]++
    scales[label] = 1 / sums[label]
  }
}
