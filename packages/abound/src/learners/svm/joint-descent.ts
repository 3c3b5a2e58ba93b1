// Linear classifiers of many labels by dual coordinate descent (dual-descent.ts has the problem and its step), sixteen
// labels at a time: a row is read once for all of them, and the weights that sixteen labels have for a feature are one
// line of the processor’s cache, in numbers of 32 bits. These carry a tolerance down to FINEST; below it each label is
// to be trained alone.
//
// All labels see the rows in the same seeded order, a new one in each pass, so the weights of a label do not depend on the
// others. No row is left out before the end: of sixteen labels one nearly always needs it. A label ends as in
// dual-descent.ts. A pass costs the entries of all rows, times the labels that move on each.
//
// The pass itself is the engine's. Compiled, it does not look at lanes that have ended: labels that have not move together.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { type EngineMemory, type JointPass, type JointPlaces, LANES } from '../../engine/contract.js'
import { engine } from '../../engine/engine.js'
import { Rng } from '../../structures/rng.js'

/** Bytes of a line of the processor's cache: nothing begins in another's. */
const LINE = 64
/** The least tolerance that numbers of 32 bits can be held to. */
export const FINEST = 1e-3

export interface JointOptions {
  /** What an error costs on rows with the label and on the others, times the weight of the row. */
  readonly positiveCost: number
  readonly negativeCost: number
  /** Squared hinge loss; else hinge loss. */
  readonly squared: boolean
  readonly tolerance: number
  readonly maxPasses: number
  readonly seed: number
}

/** Rows in one piece of memory, with room beside them for several descents; threads share it. */
export interface JointRows {
  readonly count: number
  readonly entries: number
  readonly featureCount: number
  readonly memory: EngineMemory
}

/** Where rows are to live. */
export interface JointRoom {
  /** How many descents may go on at once. */
  readonly descents: number
  /** Memory that is used where the engine wants none of its own. */
  allocate(bytes: number): ArrayBufferLike
}

/** Copies some rows of a dataset, with what they count for. */
export function jointRows(data: Dataset, rows: Uint32Array, room: JointRoom): JointRows {
  let entries = 0
  for (let i = 0; i < rows.length; i++) {
    const { offsets } = data.chunks[rows[i] >>> CHUNK_SHIFT]
    const r = rows[i] & CHUNK_MASK
    entries += offsets[r + 1] - offsets[r]
  }
  const shape = { count: rows.length, entries, featureCount: data.featureCount }
  const { end } = layOut(shape, room.descents - 1)
  const memory = engine().memory(end) ?? { buffer: room.allocate(end) }
  const { buffer } = memory
  const places = layOut(shape, 0)
  const offsets = new Uint32Array(buffer, places.offsets, rows.length + 1)
  const columns = new Uint32Array(buffer, places.columns, entries)
  const values = new Float32Array(buffer, places.values, entries)
  const lengths = new Float32Array(buffer, places.lengths, rows.length)
  const counts = new Float32Array(buffer, places.counts, rows.length)
  let at = 0
  for (let i = 0; i < rows.length; i++) {
    const chunk = data.chunks[rows[i] >>> CHUNK_SHIFT]
    const to = chunk.offsets[(rows[i] & CHUNK_MASK) + 1]
    let length = 1
    for (let e = chunk.offsets[rows[i] & CHUNK_MASK]; e < to; e++, at++) {
      columns[at] = chunk.columns[e]
      values[at] = chunk.values[e]
      length += values[at] * values[at]
    }
    lengths[i] = length
    counts[i] = chunk.weights?.[rows[i] & CHUNK_MASK] ?? 1
    offsets[i + 1] = at
  }
  return { ...shape, memory }
}

/** Where in the memory things lie, in bytes: the rows first, then what each descent has of its own. */
function layOut(
  { count, entries, featureCount }: Omit<JointRows, 'memory'>,
  descent: number,
): JointPlaces & { readonly end: number } {
  let at = 0
  const take = (bytes: number): number => {
    const place = at
    at += Math.ceil(bytes / LINE) * LINE
    return place
  }
  const rows = {
    offsets: take((count + 1) * 4),
    columns: take(entries * 4),
    values: take(entries * 4),
    lengths: take(count * 4),
    counts: take(count * 4),
  }
  const lanes = LANES * 4
  const own = () => ({
    order: take(count * 4),
    alphas: take(count * lanes),
    signs: take(count * lanes),
    weights: take((featureCount + 1) * lanes),
    highest: take(lanes),
    lowest: take(lanes),
    steps: take(lanes),
  })
  let places = own()
  for (let i = 0; i < descent; i++) places = own()
  return { count, entries, featureCount, ...rows, ...places, end: at }
}

/** One of the descents that the rows have room for. */
export class JointDescent {
  /** By row and lane: +1 has the label, −1 has not, 0 unknown (or no label in this lane). To be set before `run`. */
  readonly signs: Float32Array
  /** By row and lane, after `run`: what the row adds to the weights of a lane’s label. */
  readonly alphas: Float32Array
  private readonly order: Uint32Array
  /** By feature, the bias behind the last. */
  private readonly weights: Float32Array
  private readonly highest: Float32Array
  private readonly lowest: Float32Array
  private readonly passes: JointPass

  constructor(rows: JointRows, descent: number) {
    const { count, featureCount, memory } = rows
    const places = layOut(rows, descent)
    const floats = (at: number, length: number): Float32Array => new Float32Array(memory.buffer, at, length)
    this.order = new Uint32Array(memory.buffer, places.order, count)
    this.alphas = floats(places.alphas, count * LANES)
    this.signs = floats(places.signs, count * LANES)
    this.weights = floats(places.weights, (featureCount + 1) * LANES)
    this.highest = floats(places.highest, LANES)
    this.lowest = floats(places.lowest, LANES)
    this.passes = engine().jointPass(memory, places)
  }

  /** Trains the labels that `signs` tell of in the first lanes; leaves weights as they lie, lane by lane, in `out`. */
  run(lanes: number, out: Float32Array, options: JointOptions): void {
    const { order, alphas, signs, weights, highest, lowest, passes } = this
    const { positiveCost, negativeCost, squared, tolerance, maxPasses } = options
    const bounds = {
      positiveBound: squared ? Number.POSITIVE_INFINITY : round(positiveCost),
      negativeBound: squared ? Number.POSITIVE_INFINITY : round(negativeCost),
      positiveDamping: squared ? round(0.5 / positiveCost) : 0,
      negativeDamping: squared ? round(0.5 / negativeCost) : 0,
    }
    const rng = new Rng(options.seed)
    for (let i = 0; i < order.length; i++) order[i] = i
    alphas.fill(0)
    weights.fill(0)
    /** By label: its lane, while it has not ended. */
    const left = new Map(Array.from({ length: lanes }, (_, label) => [label, label]))
    const swaps: [number, number][] = []
    let fours = countFours(lanes)
    for (let pass = 1; left.size > 0; pass++) {
      rng.shuffle(order)
      highest.fill(Number.NEGATIVE_INFINITY)
      lowest.fill(Number.POSITIVE_INFINITY)
      passes.pass(bounds, fours)
      for (const [label, lane] of left) {
        const off = Math.max(highest[lane] - lowest[lane], Math.abs(highest[lane]), Math.abs(lowest[lane]))
        // Without a row that tells of the label both are infinite the wrong way round.
        if (off > tolerance && pass < maxPasses && highest[lane] >= lowest[lane]) continue
        left.delete(label)
        // No row says anything of it any more: its weights stay as they are.
        for (let i = lane; i < signs.length; i += LANES) signs[i] = 0
      }
      if (passes.swap !== undefined && countFours(left.size) < fours) {
        fours = countFours(left.size)
        swaps.push(...this.moveToFront(left))
      }
    }
    for (const [one, other] of swaps.reverse()) passes.swap?.(one, other)
    out.set(weights)
  }

  /** Moves labels to the first lanes; returns which lanes have changed places. */
  private moveToFront(left: Map<number, number>): [number, number][] {
    const swaps: [number, number][] = []
    const free = Array.from({ length: left.size }, (_, lane) => lane).filter(
      (lane) => ![...left.values()].includes(lane),
    )
    for (const [label, lane] of left) {
      if (lane < left.size) continue
      const to = free.pop()!
      this.passes.swap?.(to, lane)
      left.set(label, to)
      swaps.push([to, lane])
    }
    return swaps
  }
}

/** How many blocks of four lanes these labels need; a pass takes 1, 2 or 4. */
function countFours(labels: number): number {
  if (labels > 8) return 4
  return labels > 4 ? 2 : 1
}

/** To the nearest number of 32 bits. */
const round = Math.fround
