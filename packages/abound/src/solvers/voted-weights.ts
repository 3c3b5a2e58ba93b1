// Weights of which every state is kept, so that all can vote (models/voted.ts): documents kept and coefficients as under a
// kernel, the linear one too, and beside them every move.

import type { Dataset, NumberArray, Scores, Shape, State } from '../contract.js'
import { InputError } from '../errors.js'
import type { KernelOptions } from '../models/kernel-function.js'
import { Moves } from '../models/moves.js'
import { type VoteBy, VotedModel } from '../models/voted.js'
import { option, worded } from '../wording.js'
import { KernelWeights } from './kernel-weights.js'
import type { OnlineWeights } from './online-weights.js'

/** Why shards cannot learn with `--vote`. */
export const VOTE_ON_SHARDS = '--vote is by all steps made one after the other'

export class VotedWeights implements OnlineWeights {
  readonly weights: KernelWeights
  private readonly moves: Moves
  private readonly built: VotedModel

  constructor(weights: KernelWeights, moves: Moves, by: VoteBy) {
    this.weights = weights
    this.moves = moves
    this.built = new VotedModel(weights.model(), moves, by)
  }

  static zero(
    options: KernelOptions & { readonly average: boolean },
    shape: Shape,
    by: VoteBy,
  ): VotedWeights {
    if (options.average) {
      throw new InputError(
        worded`${option('vote')} has all hypotheses vote, ${option('average')} adds them up: expected one of the two`,
      )
    }
    return new VotedWeights(KernelWeights.zero({ ...options, average: true }, shape), new Moves(), by)
  }

  static from(state: State, by: VoteBy): VotedWeights {
    const weights = KernelWeights.from(state)
    return new VotedWeights(weights, Moves.from(state, weights.kept, weights.labelCount), by)
  }

  get labelCount(): number {
    return this.weights.labelCount
  }

  ensure(features: number, labels: number): void {
    this.weights.ensure(features, labels)
  }

  step(): void {
    this.weights.step()
    this.moves.documents++
  }

  score(data: Dataset, row: number, out: Scores): number {
    return this.weights.score(data, row, out)
  }

  addScaledRow(data: Dataset, row: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    this.moves.add(this.weights.place(data, row), labels, scales, count)
    this.weights.addScaledRow(data, row, labels, scales, count)
  }

  addToAll(data: Dataset, row: number, scale: number): void {
    this.moves.addToAll(this.weights.place(data, row), scale, this.labelCount)
    this.weights.addToAll(data, row, scale)
  }

  model(): VotedModel {
    return this.built
  }

  state(): State {
    const { numbers, arrays } = this.weights.state()
    const allNumbers: Record<string, number> = { ...numbers }
    const allArrays: Record<string, NumberArray> = { ...arrays }
    this.moves.store(allNumbers, allArrays)
    return { numbers: allNumbers, arrays: allArrays }
  }
}
