// Voted model (Freund & Schapire, Machine Learning 1999): every hypothesis that an online learner went through votes, as often
// as it lasted. It is stored as the documents that moved it and how (moves.ts): a hypothesis is the sum of the moves
// before it, so all of them vote, exactly, in one pass over the moves.
//
//   w_u = Σ_{v ≤ u} m_v · φ(x_v);  c_u: documents from x_u on to the one before the next move;  T = all documents
//   by sign: s_l = Σ_u c_u · sign(w_ul · φ(x)) / T
//   by rank: s_l = Σ_u c_u · (labels that w_u ranks below l + half of those level with it)/(k − 1) / T
// Cost: the kernels with all documents kept, and by sign the moves, by rank those and hypotheses × k ln k.
//
// A vote does not add up by words. In explanations it is shared out as the score that it was cast for is: word j gets
// vote · part_j/score, with the parts of documents-explained.ts.

import type { Contribution, Dataset, LabelWeight, Model, NumberArray, Scores, State } from '../contract.js'
import { touchAll } from '../engine/scores.js'
import { numberFrom } from '../structures/state-arrays.js'
import { explainByDocuments } from './documents-explained.js'
import { KernelModel } from './kernel.js'
import { Moves } from './moves.js'

/** Of what hypotheses vote: whether a label is its document's, or how labels are ranked. */
export type VoteBy = 'sign' | 'rank'

/** Called with each hypothesis' scores of a document, its votes by label, and how often it votes. */
type Visit = (scores: Float64Array, votes: Float64Array, times: number, move: number) => void

export class VotedModel implements Model {
  readonly kind = 'kernel'
  readonly scale = 'comparable'
  /** The mean of all hypotheses: what words alone are judged by. */
  private readonly mean: KernelModel
  private readonly moves: Moves
  private readonly by: VoteBy
  private scores = new Float64Array(0)
  private votes = new Float64Array(0)

  constructor(mean: KernelModel, moves: Moves, by: VoteBy) {
    this.mean = mean
    this.moves = moves
    this.by = by
  }

  get labelCount(): number {
    return this.mean.labelCount
  }

  get featureCount(): number {
    return this.mean.featureCount
  }

  score(data: Dataset, row: number, out: Scores): void {
    const { labelCount, moves } = this
    touchAll(out, labelCount)
    this.forEachHypothesis(data, row, (_scores, votes, times) => {
      for (let l = 0; l < labelCount; l++) out.values[l] += times * votes[l]
    })
    for (let l = 0; l < labelCount; l++) out.values[l] /= Math.max(1, moves.documents)
  }

  explain(data: Dataset, row: number, label: number): Contribution[] {
    const { moves, mean } = this
    const total = Math.max(1, moves.documents)
    // What a part of the score of hypothesis u counts for; then, from the last on, what the moves before count for.
    const factors = new Float64Array(moves.count)
    let rest = 0
    this.forEachHypothesis(data, row, (scores, votes, times, move) => {
      const vote = (times * votes[label]) / total
      if (move < 0 || scores[label] === 0) rest += vote
      else factors[move] = vote / scores[label]
    })
    for (let u = moves.count - 2; u >= 0; u--) factors[u] += factors[u + 1]
    const own = new Float64Array(mean.support.count)
    for (let u = 0; u < moves.count; u++) {
      for (let i = moves.startOf(u); i < moves.ends[u]; i++)
        if (moves.labels[i] === label) own[moves.places[u]] += factors[u] * moves.scales[i]
    }
    return explainByDocuments(mean.support, own, rest, data, row)
  }

  strongestFeatures(label: number, top: number): Contribution[] {
    return this.mean.strongestFeatures(label, top)
  }

  strongestLabels(feature: number, top: number): LabelWeight[] {
    return this.mean.strongestLabels(feature, top)
  }

  figures(): Record<string, number> {
    return { 'documents kept': this.mean.support.count, hypotheses: this.moves.count }
  }

  state(): State {
    const { numbers, arrays } = this.mean.state()
    const all = { numbers: { ...numbers, byRank: this.by === 'rank' ? 1 : 0 }, arrays: { ...arrays } }
    this.moves.store(all.numbers, all.arrays as Record<string, NumberArray>)
    return all
  }

  /** Whether a state is that of a voted model. */
  static isIn(state: State): boolean {
    return Moves.isIn(state)
  }

  static from(state: State): VotedModel {
    const mean = KernelModel.from(state)
    const moves = Moves.from(state, mean.support.count, mean.labelCount)
    return new VotedModel(mean, moves, numberFrom(state.numbers, 'byRank') === 1 ? 'rank' : 'sign')
  }

  private forEachHypothesis(data: Dataset, row: number, visit: Visit): void {
    const { moves, labelCount, by, mean } = this
    if (this.scores.length < labelCount) {
      this.scores = new Float64Array(2 * labelCount)
      this.votes = new Float64Array(2 * labelCount)
    }
    const scores = this.scores.subarray(0, labelCount).fill(0)
    const votes = this.votes.subarray(0, labelCount)
    const kernels = mean.support.kernelsOf(data, row).chunks[0].values
    const cast = (times: number, move: number): void => {
      if (times === 0) return
      if (by === 'rank') castRanks(scores, votes)
      else for (let l = 0; l < labelCount; l++) votes[l] = Math.sign(scores[l])
      visit(scores, votes, times, move)
    }
    cast(moves.count === 0 ? moves.documents : moves.steps[0] - 1, -1)
    for (let u = 0; u < moves.count; u++) {
      const kernel = kernels[moves.places[u]]
      for (let i = moves.startOf(u); i < moves.ends[u]; i++)
        scores[moves.labels[i]] += moves.scales[i] * kernel
      cast(moves.lasted(u), u)
    }
  }
}

/** The part of the other labels that each is above, those level with it counting half; of one label ½. */
function castRanks(scores: Float64Array, votes: Float64Array): void {
  const count = scores.length
  if (count === 1) {
    votes[0] = 0.5
    return
  }
  const sorted = scores.slice().sort()
  for (let l = 0; l < count; l++) {
    const below = placeOf(sorted, scores[l], false)
    const level = placeOf(sorted, scores[l], true) - below - 1
    votes[l] = (below + level / 2) / (count - 1)
  }
}

/** How many of the sorted are below a value, or up to it. */
function placeOf(sorted: Float64Array, value: number, upTo: boolean): number {
  let low = 0
  let high = sorted.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (sorted[middle] < value || (upTo && sorted[middle] === value)) low = middle + 1
    else high = middle
  }
  return low
}
