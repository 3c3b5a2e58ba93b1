// Perceptrons, one against the rest: a weight vector for each label, all taught in one pass over a document.
//
// For every label of which it is known whether the document has it, y = +1 if it does, else −1; s = w · x,
// and if y·s ≤ 0 then w += y·x. Cost per document: the weights of its words (scores), one look at each label
// that has any of them, and its words times the labels that were wrong.
//
// At first most labels are wrong, and all the same way: a label that knows no word has s = 0. With `share`, when
// most are, −x goes to all labels at once (shared-weights.ts) and those that differ are corrected one by one.
//
// Random starts: a weight that is not in a prototype counts as 0; the update that brings it in starts it
// uniformly within [−1, 1]. Its start is a hash of (seed, feature, label), so the order of visits does not
// matter. A weight of exactly 0 is not in the prototype.

import type { Dataset, Model, OnlineTrainer, RowChunk, Scores, State } from '../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../engine/chunks.js'
import { scoresFor, touch } from '../engine/scores.js'
import { WeightRows } from '../models/weight-rows.js'
import { grow } from '../structures/grow.js'
import { Rng } from '../structures/rng.js'
import { AveragedWeights } from './averaged-weights.js'
import type { OnlineWeights } from './online-weights.js'
import { featuresUpTo, labelsUpTo } from './row-extent.js'

/** How weights start and change. */
export interface PerceptronSettings {
  /** The seed of random starts; without one weights start at 0. */
  readonly seed?: number | undefined
  /** Whether what most labels do goes to all at once; not with random starts, nor where labels are taken out. */
  readonly share?: boolean
}

/** Added to a label's mark in the accumulator while it is known to be true. */
const TRUE = 2

export class OneAgainstRest implements OnlineTrainer {
  private readonly weights: AveragedWeights
  /** What documents meet: these weights, or those of a kernel whose coefficients they are. */
  private readonly met: OnlineWeights
  private readonly seed: number | undefined
  private readonly share: boolean
  /** The ids that random starts are made of, when they are not the labels' own (`take`). */
  private names: Uint32Array | undefined
  /** 1 for labels that learn no more. */
  settled = new Uint8Array(0)

  private scores: Scores | undefined
  /** The labels to move and how, after what goes to all. */
  private moved = new Uint32Array(0)
  private moves = new Float64Array(0)
  private toAll = 0
  /** The labels that have a weight for the word at hand: those that hold its `mark`. */
  private marks = new Uint32Array(0)
  private mark = 0
  private readonly markLabel = (label: number): void => {
    this.marks[label] = this.mark
  }

  constructor(
    weights: AveragedWeights,
    { seed, share = false }: PerceptronSettings,
    met: OnlineWeights = weights,
  ) {
    this.weights = weights
    this.met = met
    this.seed = seed
    this.share = share && seed === undefined
    this.makeRoom()
  }

  static zero(
    features: number,
    labels: number,
    average: boolean,
    settings: PerceptronSettings,
  ): OneAgainstRest {
    return new OneAgainstRest(AveragedWeights.zero(features, labels, average), settings)
  }

  static from(state: State, settings: PerceptronSettings): OneAgainstRest {
    return new OneAgainstRest(AveragedWeights.from(state), settings)
  }

  /** The weights as they stand. */
  get current(): WeightRows {
    return this.weights.current
  }

  /** How many rows it has learned from. */
  get stepsMade(): number {
    return this.weights.steps
  }

  /** Of the mean of the weights over all steps, if it is kept, else of the weights as they stand. */
  model(): Model {
    return this.met.model()
  }

  state(): State {
    return this.met.state()
  }

  /** Learns from one row; returns whether any weight changed. */
  learn(data: Dataset, row: number): boolean {
    const { met } = this
    const chunk = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    met.ensure(featuresUpTo(chunk, r), labelsUpTo(chunk, r))
    this.makeRoom()
    met.step()
    if (chunk.offsets[r] === chunk.offsets[r + 1]) return false
    const count = this.findMoves(data, row, this.share)
    if (this.toAll !== 0) met.addToAll(data, row, this.toAll)
    else if (count === 0) return false
    if (this.seed !== undefined) this.startWeights(chunk, r, count, this.seed)
    met.addScaledRow(data, row, this.moved, this.moves, count)
    return true
  }

  /** Adds 1 to each unsettled label that is wrong about a row of known words and labels. */
  countErrors(data: Dataset, row: number, errors: Uint32Array): void {
    const count = this.findMoves(data, row, false)
    for (let i = 0; i < count; i++) errors[this.moved[i]]++
  }

  /** Takes some labels out, to learn on their own for a while: its label i is `labels[i]`. */
  take(labels: Uint32Array): OneAgainstRest {
    const { current, late } = this.weights
    const { featureCount } = current
    const places = new Int32Array(current.labelCount).fill(-1)
    for (let i = 0; i < labels.length; i++) places[labels[i]] = i
    const own = new WeightRows(featureCount, labels.length)
    move(current, own, places)
    let ownLate: WeightRows | undefined
    if (late !== undefined) {
      ownLate = new WeightRows(featureCount, labels.length)
      move(late, ownLate, places)
    }
    const weights = new AveragedWeights(own, ownLate, this.weights.steps)
    const part = new OneAgainstRest(weights, { seed: this.seed })
    part.names = labels
    return part
  }

  /** Puts back what `take` took. */
  giveBack({ weights, names }: OneAgainstRest): void {
    const { current, late } = this.weights
    move(weights.current, current, names!)
    if (late !== undefined) move(weights.late!, late, names!)
    this.weights.steps = weights.steps
  }

  /**
   * Where a label made its last step t before the others, its mean is w − u/(t + 1). Scales u so that
   * w − u/(T + 1), T the steps of all, is the same: from there it goes on with the others.
   */
  spreadMeans(lastSteps: Float64Array): void {
    const { late, steps } = this.weights
    late?.forEach((feature, label, u) => {
      if (lastSteps[label] < steps) late.add(feature, label, u * ((steps + 1) / (lastSteps[label] + 1) - 1))
    })
  }

  /** Lists the unsettled labels with y·s ≤ 0 and their y, and with `share` perhaps what goes to all instead. */
  private findMoves(data: Dataset, row: number, share: boolean): number {
    const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
    const r = row & CHUNK_MASK
    this.toAll = 0
    if (judged[r] === 0) return 0
    const { settled, moved, moves } = this
    const { current } = this.weights
    const scores = scoresFor(current.labelCount, this.scores)
    this.scores = scores
    // The labels that are not touched all have the score `rest`.
    const rest = this.met.score(data, row, scores)
    const { values, touched, seen } = scores
    const trueFrom = labelOffsets[2 * r]
    const trueTo = labelOffsets[2 * r + 1]
    const partial = judged[r] === 2
    const lastNamed = partial ? labelOffsets[2 * r + 2] : trueTo
    for (let t = trueFrom; t < lastNamed; t++) touch(scores, labels[t], rest)
    for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] += TRUE

    const others = partial ? labels : touched
    const otherFrom = partial ? trueTo : 0
    const otherTo = partial ? lastNamed : scores.count
    const untouched = partial ? 0 : current.labelCount - scores.count
    if (share && !partial) {
      let wrong = rest >= 0 ? untouched : 0
      for (let i = 0; i < otherTo; i++) if (values[touched[i]] >= 0 && seen[touched[i]] < TRUE) wrong++
      if (wrong * 2 > current.labelCount) this.toAll = -1
    }
    const { toAll } = this
    let count = 0
    for (let t = trueFrom; t < trueTo; t++) {
      const label = labels[t]
      const own = (values[label] <= 0 ? 1 : 0) - toAll
      if (own === 0 || settled[label] === 1) continue
      moved[count] = label
      moves[count++] = own
    }
    for (let i = otherFrom; i < otherTo; i++) {
      const label = others[i]
      const own = (values[label] >= 0 ? -1 : 0) - toAll
      if (own === 0 || seen[label] >= TRUE || settled[label] === 1) continue
      moved[count] = label
      moves[count++] = own
    }
    for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] -= TRUE
    const own = (rest >= 0 ? -1 : 0) - toAll
    if (untouched > 0 && own !== 0) {
      for (let label = 0; label < current.labelCount; label++) {
        if (seen[label] !== 0 || settled[label] === 1) continue
        moved[count] = label
        moves[count++] = own
      }
    }
    return count
  }

  /** Gives the row's words a random weight for the labels to move that have none for them. */
  private startWeights({ columns, offsets }: RowChunk, r: number, count: number, seed: number): void {
    const { moved, marks, names } = this
    const { current, late, steps } = this.weights
    for (let e = offsets[r]; e < offsets[r + 1]; e++) {
      const feature = columns[e]
      if (this.mark === 0xffffffff) {
        marks.fill(0)
        this.mark = 0
      }
      this.mark++
      // One look at the word's weights for all labels to move: to look each up would be long where it has many.
      current.forEachOf(feature, this.markLabel)
      for (let i = 0; i < count; i++) {
        const label = moved[i]
        if (marks[label] === this.mark) continue
        const start = startWeight(seed, feature, names === undefined ? label : names[label])
        current.add(feature, label, start)
        late?.add(feature, label, start * steps)
      }
    }
  }

  private makeRoom(): void {
    const k = this.weights.current.labelCount
    if (this.moved.length >= k) return
    const size = k + (k >>> 1)
    this.settled = grow(this.settled, size)
    this.moved = new Uint32Array(size)
    this.moves = new Float64Array(size)
    this.marks = new Uint32Array(size)
  }
}

/** The seeds of the random starts of a committee's members: a longer committee begins with the same ones. */
export function memberSeeds(seed: number, members: number): number[] {
  const rng = new Rng(seed)
  return Array.from({ length: members }, () => rng.next())
}

/** Where the weight of a feature for a label starts: within (−1, 1), never 0, spread evenly. */
export function startWeight(seed: number, feature: number, label: number): number {
  let h = mixHash(0x9e3779b9, seed)
  h = mixHash(h, Math.floor(seed / 4294967296))
  h = mixHash(h, feature)
  h = mixHash(h, label)
  return ((h >>> 0) + 0.5) / 2147483648 - 1
}

/** Mixes x into a 32-bit hash, so that every bit depends on every bit of both (the finaliser of MurmurHash3). */
function mixHash(h: number, x: number): number {
  let z = (h + Math.imul(x | 0, 0x9e3779b1)) | 0
  z = Math.imul(z ^ (z >>> 16), 0x85ebca6b)
  z = Math.imul(z ^ (z >>> 13), 0xc2b2ae35)
  return z ^ (z >>> 16)
}

/** Moves the weights of the labels that have a place (≥ 0) there; both stay exact, as 0 + w and w − w are. */
function move(from: WeightRows, to: WeightRows, places: Int32Array | Uint32Array): void {
  to.ensure(from.featureCount, 0)
  from.forEach((feature, label, weight) => {
    if (places[label] < 0) return
    to.add(feature, places[label], weight)
    from.add(feature, label, -weight)
  })
}
