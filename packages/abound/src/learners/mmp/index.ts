// MMP: multiclass multilabel perceptron for category ranking (Crammer & Singer, SIGIR 2002).
//
// Prototypes w_1 … w_k, all zero at first; s_l = w_l · x. For a document with labels Y, Ȳ the others:
//   E = {(r, q): r ∈ Y, q ∈ Ȳ, s_r ≤ s_q}; if it is empty, nothing happens. Else
//   n_r = |{q ∈ Ȳ: s_q ≥ s_r}|, n_q = |{r ∈ Y: s_r ≤ s_q}|,
//   c = |E| (loss 1: was the ranking perfect?), 1 (loss 2: |E|), or |Y|·|Ȳ| (loss 3: |E| normalised),
//   w_r += (n_r/c)·x for r ∈ Y, w_q −= (n_q/c)·x for q ∈ Ȳ.
// Partly judged documents: Ȳ is what they are known not to have.
//
// n_q is the same for all q between two true scores, so often most labels move alike: at a label's first document
// nearly all that score no less than it, later nearly none. What most of Ȳ has in common, −m/c, goes to all
// labels at once (models/shared-weights.ts); only those that differ have a weight of their own changed. On
// 6,500 labels that is one in eight of the pairs (label, document) in E.
// Cost per document: the own weights of its words (a common word comes to have one for many of the labels), one
// look at each label that has any, and its words times the labels that differ.

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
import { LinearModel } from '../../models/linear.js'
import { AVERAGE_ON_SHARDS, averageOption, passesOption } from '../../options.js'
import { AveragedWeights, WEIGHTS_LAYOUT } from '../../solvers/averaged-weights.js'
import { highestId } from '../../structures/dataset.js'

export type MmpOptions = {
  loss: number
  passes: number
  average: boolean
}

const OPTIONS: OptionSpecs<MmpOptions> = {
  loss: {
    kind: 'integer',
    default: 1,
    min: 1,
    max: 3,
    help: 'the loss it trains: 1 (was the ranking perfect), 2 (pairs ranked wrongly), 3 (their share)',
  },
  passes: passesOption(),
  average: averageOption(false),
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
    new MmpTrainer(AveragedWeights.zero(shape.features, shape.labels, options.average), options),
  resume: (state, options) => new MmpTrainer(AveragedWeights.from(state), options),
  sharding: {
    layout: WEIGHTS_LAYOUT,
    merge: 'mean',
    refuses: ({ average }) => (average ? AVERAGE_ON_SHARDS : undefined),
  },
}

/** Added to a label's mark in the accumulator while it is known to be true. */
const TRUE = 2

export class MmpTrainer implements OnlineTrainer {
  private readonly weights: AveragedWeights
  private readonly loss: number
  private scores: Scores | undefined
  /** The scores of the true labels, ascending. */
  private trueScores = new Float64Array(16)
  /** How many wrong labels are ranked above exactly n true ones; then, n or more. */
  private above = new Uint32Array(17)
  /** The labels that move otherwise than most, and how. */
  private labels = new Uint32Array(64)
  private scales = new Float64Array(64)
  private count = 0
  /** How all labels move. */
  private common = 0
  private built: LinearModel | undefined

  constructor(weights: AveragedWeights, { loss }: MmpOptions) {
    this.weights = weights
    this.loss = loss
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const { weights } = this
    weights.ensure(
      highestId(chunk.columns, chunk.offsets[r], chunk.offsets[r + 1]) + 1,
      highestId(chunk.labels, chunk.labelOffsets[2 * r], chunk.labelOffsets[2 * r + 2]) + 1,
    )
    weights.step()
    const relevant = chunk.labelOffsets[2 * r + 1] - chunk.labelOffsets[2 * r]
    if (relevant === 0 || chunk.offsets[r] === chunk.offsets[r + 1]) return
    const scores = scoresFor(weights.current.labelCount, this.scores)
    this.scores = scores
    const rest = weights.current.score(data, row, scores)
    this.findMoves(chunk, r, scores, rest)
    if (this.common !== 0) weights.addToAll(data, row, this.common)
    if (this.count > 0) weights.addScaledRow(data, row, this.labels, this.scales, this.count)
  }

  endPass(): void {}

  model(): LinearModel {
    if (this.built === undefined || this.built.labelCount < this.weights.current.labelCount) {
      this.built = LinearModel.ofWeights(this.weights.view())
    }
    return this.built
  }

  state(): State {
    return this.weights.state()
  }

  /** Works out how labels move; those that the accumulator has not touched have the score `rest`. */
  private findMoves(chunk: RowChunk, r: number, scores: Scores, rest: number): void {
    const { labels, labelOffsets } = chunk
    const { values, touched, seen } = scores
    const trueFrom = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const relevant = trueTo - trueFrom
    const partial = chunk.judged[r] === 2
    this.count = 0
    this.common = 0
    touchMore(scores, labels, trueFrom, partial ? labelOffsets[2 * r + 2] : trueTo, rest)
    this.sortTrueScores(labels, trueFrom, relevant, values)
    for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] += TRUE

    const { above } = this
    above.fill(0, 0, relevant + 1)
    const wrongFrom = partial ? trueTo : 0
    const wrongTo = partial ? labelOffsets[2 * r + 2] : scores.count
    const wrongs = partial ? labels : touched
    for (let i = wrongFrom; i < wrongTo; i++) {
      if (seen[wrongs[i]] < TRUE) above[this.reached(values[wrongs[i]], relevant)]++
    }
    const untouched = partial ? 0 : this.weights.current.labelCount - scores.count
    const restReached = this.reached(rest, relevant)
    above[restReached] += untouched

    let errors = 0
    let wrong = above[0]
    let most = 0
    for (let n = 1; n <= relevant; n++) {
      errors += n * above[n]
      wrong += above[n]
      if (!partial && above[n] > above[most]) most = n
    }
    if (errors > 0) {
      const c = this.loss === 1 ? errors : this.loss === 2 ? 1 : relevant * wrong
      if (most > 0) this.common = -most / c
      for (let i = wrongFrom; i < wrongTo; i++) {
        const label = wrongs[i]
        if (seen[label] >= TRUE) continue
        const n = this.reached(values[label], relevant)
        if (n !== most) this.push(label, (most - n) / c)
      }
      if (untouched > 0 && restReached !== most) this.pushUntouched(seen, (most - restReached) / c)
      for (let n = relevant - 1; n > 0; n--) above[n] += above[n + 1]
      for (let t = trueFrom; t < trueTo; t++) {
        const n = above[this.reached(values[labels[t]], relevant)]
        if (n + most > 0) this.push(labels[t], (n + most) / c)
      }
    }
    for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] -= TRUE
  }

  private sortTrueScores(labels: Uint32Array, from: number, relevant: number, scores: Float64Array): void {
    if (relevant > this.trueScores.length) {
      this.trueScores = new Float64Array(relevant * 2)
      this.above = new Uint32Array(relevant * 2 + 1)
    }
    for (let i = 0; i < relevant; i++) this.trueScores[i] = scores[labels[from + i]]
    if (relevant > 1) this.trueScores.subarray(0, relevant).sort()
  }

  /** How many of the true labels score no more than this. */
  private reached(score: number, relevant: number): number {
    const { trueScores } = this
    let low = 0
    let high = relevant
    while (low < high) {
      const middle = (low + high) >>> 1
      if (trueScores[middle] <= score) low = middle + 1
      else high = middle
    }
    return low
  }

  private pushUntouched(seen: Uint8Array, scale: number): void {
    const { labelCount } = this.weights.current
    for (let label = 0; label < labelCount; label++) if (seen[label] === 0) this.push(label, scale)
  }

  private push(label: number, scale: number): void {
    const { count } = this
    if (count === this.labels.length) {
      const labels = new Uint32Array(count * 2)
      labels.set(this.labels)
      this.labels = labels
      const scales = new Float64Array(count * 2)
      scales.set(this.scales)
      this.scales = scales
    }
    this.labels[count] = label
    this.scales[count] = scale
    this.count++
  }
}

/** Touches the labels ids[from … to] that are not yet, with this score. */
function touchMore(scores: Scores, ids: Uint32Array, from: number, to: number, score: number): void {
  const { values, touched, seen } = scores
  for (let i = from; i < to; i++) {
    const label = ids[i]
    if (seen[label] !== 0) continue
    seen[label] = 1
    touched[scores.count++] = label
    values[label] = score
  }
}
