// Every move that an online learner made, in order: which document moved which labels by how much, and after how many
// documents. What the hypotheses were can be had from it again, all of them.

import type { NumberArray, State } from '../contract.js'
import { InputError } from '../errors.js'
import { grow } from '../structures/grow.js'
import { floatsFrom, idsFrom, lengthsFrom, numberFrom, packNumbers } from '../structures/state-arrays.js'
import { option, worded } from '../wording.js'

/** More moves of labels are not stored: 192 MB. */
const MOST_MOVES = 2 ** 24

export class Moves {
  /** How many documents were learned from. */
  documents = 0
  /** How many times labels were moved at once. */
  count = 0
  /** By time: the document's number from 1 on, its place among those kept, and where its labels end. */
  steps: Uint32Array = new Uint32Array(16)
  places: Uint32Array = new Uint32Array(16)
  ends: Uint32Array = new Uint32Array(16)
  /** The labels moved, and by how much. */
  labels: Uint32Array = new Uint32Array(64)
  scales: Float64Array = new Float64Array(64)

  /** Adds a move of the first `count` labels by the document learned from last. */
  add(place: number, labels: Uint32Array, scales: Float64Array, count: number): void {
    const from = this.reserve(place, count)
    for (let i = 0; i < count; i++) {
      this.labels[from + i] = labels[i]
      this.scales[from + i] = scales[i]
    }
  }

  /** Adds a move of labels 0 … count − 1 by the same. */
  addToAll(place: number, scale: number, count: number): void {
    const from = this.reserve(place, count)
    for (let l = 0; l < count; l++) {
      this.labels[from + l] = l
      this.scales[from + l] = scale
    }
  }

  /** Where the labels of a move start. */
  startOf(move: number): number {
    return move === 0 ? 0 : this.ends[move - 1]
  }

  /** For how many documents the hypothesis after a move lasted, its own included; 0 if another followed at once. */
  lasted(move: number): number {
    return (move + 1 === this.count ? this.documents + 1 : this.steps[move + 1]) - this.steps[move]
  }

  /** Adds itself to the numbers and arrays of a state. */
  store(numbers: Record<string, number>, arrays: Record<string, NumberArray>): void {
    numbers.documents = this.documents
    const lengths = Uint32Array.from({ length: this.count }, (_, i) => this.ends[i] - this.startOf(i))
    arrays['moves.steps'] = packNumbers(this.steps.slice(0, this.count))
    arrays['moves.places'] = packNumbers(this.places.slice(0, this.count))
    arrays['moves.lengths'] = packNumbers(lengths)
    arrays['moves.labels'] = packNumbers(this.labels.slice(0, this.startOf(this.count)))
    arrays['moves.scales'] = packNumbers(this.scales.slice(0, this.startOf(this.count)))
  }

  /** Whether a state has some. */
  static isIn({ arrays }: State): boolean {
    return 'moves.steps' in arrays
  }

  static from({ numbers, arrays }: State, kept: number, labelCount: number): Moves {
    const moves = new Moves()
    moves.documents = numberFrom(numbers, 'documents')
    moves.labels = idsFrom(arrays['moves.labels'], labelCount, 'moved labels')
    moves.scales = floatsFrom(arrays['moves.scales'], moves.labels.length, 'moves')
    const lengths = lengthsFrom(arrays['moves.lengths'], moves.labels.length, 'moves')
    moves.count = lengths.length
    moves.places = idsFrom(arrays['moves.places'], kept, 'documents that moved labels')
    moves.steps = idsFrom(arrays['moves.steps'], moves.documents + 1, 'times of moves')
    if (moves.places.length !== moves.count || moves.steps.length !== moves.count)
      throw new InputError(`the model has ${moves.count} moves: expected a document and a time for each`)
    for (let i = 1; i < moves.count; i++)
      if (moves.steps[i] < moves.steps[i - 1]) throw new InputError('the moves of the model are not in order')
    let end = 0
    moves.ends = lengths.map((length) => (end += length))
    return moves
  }

  private reserve(place: number, count: number): number {
    const from = this.startOf(this.count)
    if (from + count > MOST_MOVES) {
      throw new InputError(
        worded`${option('vote')} stores every move of a label, ${MOST_MOVES} at most: expected fewer documents, labels or passes, or ${option('average')}`,
      )
    }
    if (this.count >= this.steps.length) {
      const size = Math.max(16, 2 * this.count)
      this.steps = grow(this.steps, size)
      this.places = grow(this.places, size)
      this.ends = grow(this.ends, size)
    }
    if (from + count > this.labels.length) {
      const size = Math.max(from + count, 2 * this.labels.length)
      this.labels = grow(this.labels, size)
      this.scales = grow(this.scales, size)
    }
    this.steps[this.count] = this.documents
    this.places[this.count] = place
    this.ends[this.count++] = from + count
    return from
  }
}
