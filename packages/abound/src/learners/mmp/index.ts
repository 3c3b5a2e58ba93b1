// MMP: multiclass multilabel perceptron for category ranking (Crammer & Singer, SIGIR 2002, figure 2).
//
// Prototypes w_1 … w_k, all zero at first; s_l = w_l · x. For a document with labels Y, Ȳ the others:
//   E = {(r, q): r ∈ Y, q ∈ Ȳ, s_r ≤ s_q}; if it is empty, nothing happens. Else
//   n_r = |{q ∈ Ȳ: s_q ≥ s_r}|, n_q = |{r ∈ Y: s_r ≤ s_q}|,
//   c = |E| (loss 1: was the ranking perfect?), 1 (loss 2: |E|), |Y|·|Ȳ| (loss 3: |E| normalised), or
//   |E|/(1 − average precision) (loss 4: so that, as with the others, Σ_r n_r/c is the loss), ties against Y,
//   w_r += (n_r/c)·x for r ∈ Y, w_q −= (n_q/c)·x for q ∈ Ȳ.
// Partly judged documents: Ȳ is what they are known not to have.
//
// n_q is the same for all q between two true scores, so often most labels move alike: at a label's first document
// nearly all that score no less than it, later nearly none. What most of Ȳ has in common, −m/c, goes to all
// labels at once (models/shared-weights.ts); only the weights of those that differ are written one by one. On
// 6,500 labels that is one in eight of the pairs (label, document) in E.
// kernel (CS02: MMP "can be combined with kernel techniques"): w_l = Σ_i c_il φ(x_i) over the documents that moved any label, and
// where w_l moves by a multiple of x, c_il of this document does (solvers/kernel-weights.ts). Cost per document: that of
// the kernels with all documents kept, and the coefficients.
// average: the mean of all w; vote: all of them vote on how labels rank (models/voted.ts).
// Reads and writes the weights of the document's words. Cost per document: their own weights (a common word comes to have
// one for many of the labels), one look at each label that has any, and its words times the labels that differ.

import type {
  Dataset,
  Model,
  OnlineLearner,
  OnlineTrainer,
  OptionSpecs,
  RowChunk,
  Scores,
  State,
} from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { scoresFor, touch } from '../../engine/scores.js'
import { KERNEL_OPTIONS, type KernelOptions } from '../../models/kernel-function.js'
import { AVERAGE_ON_SHARDS, averageOption, passesOption, voteOption } from '../../options.js'
import { AveragedWeights, WEIGHTS_LAYOUT } from '../../solvers/averaged-weights.js'
import { KERNEL_ON_SHARDS, KernelWeights } from '../../solvers/kernel-weights.js'
import type { OnlineWeights } from '../../solvers/online-weights.js'
import { featuresUpTo, labelsUpTo } from '../../solvers/row-extent.js'
import { VOTE_ON_SHARDS, VotedWeights } from '../../solvers/voted-weights.js'
import { TrueScores } from './true-scores.js'

export type MmpOptions = {
  loss: 1 | 2 | 3 | 4
  passes: number
  average: boolean
  vote: boolean
} & KernelOptions

const OPTIONS: OptionSpecs<MmpOptions> = {
  loss: {
    kind: 'integer',
    default: 1,
    min: 1,
    max: 4,
    help:
      'the loss it trains: 1 (was the ranking perfect), 2 (pairs ranked wrongly), 3 (their share), 4 (1 − average ' +
      'precision, which CS02 has for future work)',
  },
  passes: passesOption(),
  average: averageOption(false),
  vote: voteOption(),
  ...KERNEL_OPTIONS,
}

export const mmp: OnlineLearner<MmpOptions> = {
  name: 'mmp',
  online: true,
  summary: 'online category ranking: one prototype a label, moved only when labels are ranked wrongly',
  goodFor:
    'many labels a document, ranked well from top to bottom, in one pass. ' +
    'Thousands of labels take a while and gigabytes; for tens of thousands take ff.',
  source: 'Crammer & Singer, A New Family of Online Algorithms for Category Ranking, SIGIR 2002',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  passes: (options) => options.passes,
  start: (shape, options) =>
    new MmpTrainer(
      options.vote
        ? VotedWeights.zero(options, shape, VOTE)
        : options.kernel === 'linear'
          ? AveragedWeights.zero(shape.features, shape.labels, options.average)
          : KernelWeights.zero(options, shape),
      options,
    ),
  resume: (state, options) =>
    new MmpTrainer(
      options.vote
        ? VotedWeights.from(state, VOTE)
        : options.kernel === 'linear'
          ? AveragedWeights.from(state)
          : KernelWeights.from(state),
      options,
    ),
  sharding: {
    layout: WEIGHTS_LAYOUT,
    merge: 'mean',
    refuses: ({ average, kernel, vote }) =>
      vote
        ? VOTE_ON_SHARDS
        : kernel !== 'linear'
          ? KERNEL_ON_SHARDS
          : average
            ? AVERAGE_ON_SHARDS
            : undefined,
  },
}

/** What a hypothesis votes for. */
const VOTE = 'rank'
/** Added to the mark of the document's own labels in the accumulator while it is looked through. */
const TRUE = 2

export class MmpTrainer implements OnlineTrainer {
  private readonly weights: OnlineWeights
  private readonly loss: number
  private scores: Scores | undefined
  private readonly trueScores = new TrueScores()
  /** How all labels move; then those that move otherwise, and how. */
  private common = 0
  private labels = new Uint32Array(0)
  private scales = new Float64Array(0)
  private count = 0

  constructor(weights: OnlineWeights, { loss }: Pick<MmpOptions, 'loss'>) {
    this.weights = weights
    this.loss = loss
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const { weights } = this
    weights.ensure(featuresUpTo(chunk, r), labelsUpTo(chunk, r))
    weights.step()
    const relevant = chunk.labelOffsets[2 * r + 1] - chunk.labelOffsets[2 * r]
    if (relevant === 0 || chunk.offsets[r] === chunk.offsets[r + 1]) return
    const { labelCount } = weights
    if (labelCount > this.labels.length) {
      this.labels = new Uint32Array(labelCount * 2)
      this.scales = new Float64Array(labelCount * 2)
    }
    const scores = scoresFor(labelCount, this.scores)
    this.scores = scores
    const rest = weights.score(data, row, scores)
    this.findMoves(chunk, r, scores, rest)
    if (this.common !== 0) weights.addToAll(data, row, this.common)
    if (this.count > 0) weights.addScaledRow(data, row, this.labels, this.scales, this.count)
  }

  model(): Model {
    return this.weights.model()
  }

  state(): State {
    return this.weights.state()
  }

  /** Works out how labels move; those that the accumulator has not touched have the score `rest`. */
  private findMoves(
    { labels, labelOffsets, judged }: RowChunk,
    r: number,
    scores: Scores,
    rest: number,
  ): void {
    const { trueScores } = this
    const { values, touched, seen } = scores
    const trueFrom = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const partial = judged[r] === 2
    this.count = 0
    this.common = 0
    const lastNamed = partial ? labelOffsets[2 * r + 2] : trueTo
    for (let t = trueFrom; t < lastNamed; t++) touch(scores, labels[t], rest)
    trueScores.take(values, labels, trueFrom, trueTo)
    for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] += TRUE

    // above[n]: the wrong labels q with n_q = n.
    const { above, count: relevant } = trueScores
    const wrongFrom = partial ? trueTo : 0
    const wrongTo = partial ? lastNamed : scores.count
    const wrongs = partial ? labels : touched
    for (let i = wrongFrom; i < wrongTo; i++) {
      if (seen[wrongs[i]] < TRUE) above[trueScores.reachedBy(values[wrongs[i]])]++
    }
    const { labelCount } = this.weights
    const untouched = partial ? 0 : labelCount - scores.count
    const restReached = trueScores.reachedBy(rest)
    above[restReached] += untouched

    let errors = 0
    let wrong = above[0]
    /** The n_q that most wrong labels have, and m of the common move. */
    let most = 0
    for (let n = 1; n <= relevant; n++) {
      errors += n * above[n]
      wrong += above[n]
      if (!partial && above[n] > above[most]) most = n
    }
    if (errors > 0) {
      const { loss } = this
      const c =
        loss === 1
          ? errors
          : loss === 2
            ? 1
            : loss === 3
              ? relevant * wrong
              : errors / (1 - trueScores.averagePrecision())
      if (most > 0) this.common = -most / c
      for (let i = wrongFrom; i < wrongTo; i++) {
        const label = wrongs[i]
        if (seen[label] >= TRUE) continue
        const n = trueScores.reachedBy(values[label])
        if (n !== most) this.move(label, (most - n) / c)
      }
      if (untouched > 0 && restReached !== most) {
        for (let l = 0; l < labelCount; l++) if (seen[l] === 0) this.move(l, (most - restReached) / c)
      }
      // From here on above[n]: those with n_q ≥ n, which is n_r of the n-th lowest true label.
      for (let n = relevant - 1; n > 0; n--) above[n] += above[n + 1]
      for (let t = trueFrom; t < trueTo; t++) {
        const n = above[trueScores.reachedBy(values[labels[t]])]
        if (n + most > 0) this.move(labels[t], (n + most) / c)
      }
    }
    for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] -= TRUE
  }

  private move(label: number, scale: number): void {
    this.labels[this.count] = label
    this.scales[this.count++] = scale
  }
}
