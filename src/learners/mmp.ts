// MMP: multiclass multilabel perceptron for category ranking (Crammer & Singer, SIGIR 2002).
//
// Prototypes w_1 … w_k, all zero at first; s_l = w_l · x. For a document with labels Y, Ȳ the others:
//   E = {(r, q): r ∈ Y, q ∈ Ȳ, s_r ≤ s_q}; if it is empty, nothing happens. Else
//   n_r = |{q ∈ Ȳ: s_q ≥ s_r}|, n_q = |{r ∈ Y: s_r ≤ s_q}|,
//   c = |E| (loss 1: was the ranking perfect?), 1 (loss 2: |E|), or |Y|·|Ȳ| (loss 3: |E| normalised),
//   w_r += (n_r/c)·x for r ∈ Y, w_q −= (n_q/c)·x for q ∈ Ȳ.
// The n come from one sort of the |Y| true scores and one look at each label that reaches the lowest of them.
// Only the weights of labels in E are touched. With lists of weights, labels without a weight on any word of
// the document score 0 and are looked at only while a true label does not lead them.
// Partly judged documents: Ȳ is what they are known not to have.

import type { Dataset, OnlineLearner, OnlineTrainer, OptionSpecs, RowChunk, State } from '../contract.js'
import { AveragedWeights } from '../kernels/averaged-weights.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../kernels/dataset.js'
import { LinearModel } from '../models/linear.js'

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
  passes: {
    kind: 'integer',
    default: 1,
    min: 1,
    max: 1000,
    help: 'how often the training documents are gone through',
  },
  average: {
    kind: 'boolean',
    default: false,
    help: 'use the mean of the weights over all steps, not the last',
  },
}

export const mmp: OnlineLearner<MmpOptions> = {
  name: 'mmp',
  online: true,
  summary: 'online category ranking: one prototype a label, moved only when labels are ranked wrongly',
  goodFor: 'many labels a document, ranked well from top to bottom, in one pass.',
  source: 'Crammer & Singer, A New Family of Online Algorithms for Category Ranking, SIGIR 2002',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  passes: (options) => options.passes,
  start: (shape, options) =>
    new MmpTrainer(AveragedWeights.zero(shape.features, shape.labels, options.average), options),
  resume: (state, options) => new MmpTrainer(AveragedWeights.from(state), options),
}

class MmpTrainer implements OnlineTrainer {
  private readonly weights: AveragedWeights
  private readonly loss: number
  private scores = new Float64Array(0)
  /** 1 for the labels of the document at hand. */
  private isTrue = new Uint8Array(0)
  private labels = new Uint32Array(64)
  private scales = new Float64Array(64)
  private built: LinearModel | undefined

  constructor(weights: AveragedWeights, { loss }: MmpOptions) {
    this.weights = weights
    this.loss = loss
  }

  learn(data: Dataset, row: number): void {
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    const { current } = this.weights
    this.weights.ensure(
      highest(chunk.columns, chunk.offsets[r], chunk.offsets[r + 1]) + 1,
      highest(chunk.labels, chunk.labelOffsets[2 * r], chunk.labelOffsets[2 * r + 2]) + 1,
    )
    const k = current.labelCount
    if (this.scores.length < k) {
      this.scores = new Float64Array(k * 2)
      this.isTrue = new Uint8Array(k * 2)
    }
    this.weights.step()
    this.scores.fill(0, 0, k)
    current.addScores(data, row, this.scores)
    const count = this.findErrors(chunk, r, k)
    if (count === 0) return
    this.weights.addScaledRow(data, row, this.labels, this.scales, count)
    this.built = undefined
  }

  endPass(): void {}

  model(): LinearModel {
    if (this.built === undefined || this.built.labelCount < this.weights.current.labelCount) {
      this.built = LinearModel.ofWeights(this.weights.mean())
    }
    return this.built
  }

  state(): State {
    return this.weights.state()
  }

  /** Lists the labels in E with their scales; returns how many. */
  private findErrors({ labels, labelOffsets, judged }: RowChunk, r: number, k: number): number {
    const { scores, isTrue } = this
    const trueFrom = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const relevant = trueTo - trueFrom
    if (relevant === 0) return 0
    // True labels by ascending score: the n_q lowest of them are ranked below q.
    const sorted = labels.slice(trueFrom, trueTo).sort((a, b) => scores[a] - scores[b])
    const lowest = scores[sorted[0]]
    const below = new Uint32Array(relevant + 1)
    let count = 0
    let errors = 0
    const partial = judged[r] === 2
    const wrongs = partial ? labelOffsets[2 * r + 2] - trueTo : k
    for (let t = trueFrom; t < trueTo; t++) isTrue[labels[t]] = 1
    for (let i = 0; i < wrongs; i++) {
      const label = partial ? labels[trueTo + i] : i
      const score = scores[label]
      if (score < lowest || isTrue[label] === 1) continue
      let n = 1
      while (n < relevant && scores[sorted[n]] <= score) n++
      below[n]++
      errors += n
      count = this.push(count, label, -n)
    }
    for (let t = trueFrom; t < trueTo; t++) isTrue[labels[t]] = 0
    if (errors === 0) return 0
    for (let i = relevant - 1, above = 0; i >= 0; i--) {
      above += below[i + 1]
      if (above > 0) count = this.push(count, sorted[i], above)
    }
    const wrong = partial ? wrongs : k - relevant
    const c = this.loss === 1 ? errors : this.loss === 2 ? 1 : relevant * wrong
    for (let i = 0; i < count; i++) this.scales[i] /= c
    return count
  }

  private push(count: number, label: number, scale: number): number {
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
    return count + 1
  }
}

function highest(ids: Uint32Array, from: number, to: number): number {
  let most = -1
  for (let i = from; i < to; i++) if (ids[i] > most) most = ids[i]
  return most
}
