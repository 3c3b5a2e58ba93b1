// Linear classifiers of many labels by dual coordinate descent (dual-descent.ts has the problem and its step), sixteen
// labels at a time: a row is read once for all of them, and the weights that sixteen labels have for a feature are one
// line of the processor’s cache, in numbers of 32 bits. These carry a tolerance down to FINEST; below it each label is
// to be trained alone.
//
// All labels see the rows in the same seeded order, anew in each pass, so what a label comes to does not hang on the
// others. No row is left out on the way: at so many labels at a time some label nearly always wants it. A label ends
// as in dual-descent.ts. A pass costs the entries of all rows, times the labels of them that move.
//
// The pass itself is also compiled from assembly/joint-pass.ts, to the same bits, and many times as fast. There, labels that
// have not ended move together when they are few, and the other lanes are not looked at any more.

import type { Dataset } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { WASM } from '../../engine/wasm/joint-pass-wasm.js'
import { type WasmMemory, wasmExports, wasmMemory, wholeLines } from '../../engine/webassembly.js'
import { Rng } from '../../structures/rng.js'

/** Labels that are trained together. */
export const LANES = 16
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
  readonly memory: WasmMemory
}

/** Where rows are to live. */
export interface JointRoom {
  /** How many descents may go on at once. */
  readonly descents: number
  /** Memory that is used where compiled code cannot be. */
  allocate(bytes: number): ArrayBufferLike
  /** Whether compiled code may be used. */
  readonly compiled: boolean
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
  const { end } = placesOf(shape, room.descents - 1)
  const memory = (room.compiled ? wasmMemory(end) : undefined) ?? { buffer: room.allocate(end) }
  const { buffer } = memory
  const places = placesOf(shape, 0)
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
function placesOf(
  { count, entries, featureCount }: Omit<JointRows, 'memory'>,
  descent: number,
): Record<keyof RowViews | keyof OwnViews | 'end', number> {
  let at = 0
  const take = (bytes: number): number => {
    const place = at
    at += wholeLines(bytes)
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
  return { ...rows, ...places, end: at }
}

interface RowViews {
  readonly offsets: Uint32Array
  readonly columns: Uint32Array
  readonly values: Float32Array
  readonly lengths: Float32Array
  /** What rows count for: their costs are multiplied by it. */
  readonly counts: Float32Array
}

interface OwnViews {
  readonly order: Uint32Array
  readonly alphas: Float32Array
  readonly signs: Float32Array
  /** By feature, the bias behind the last. */
  readonly weights: Float32Array
  readonly highest: Float32Array
  readonly lowest: Float32Array
  readonly steps: Float32Array
}

/** One of the descents that the rows have room for. */
export class JointDescent {
  /** By row and lane: +1 has the label, −1 has not, 0 unknown (or no label in this lane). To be set before `run`. */
  readonly signs: Float32Array
  /** By row and lane, after `run`: what the row adds to the weights of a lane’s label. */
  readonly alphas: Float32Array
  private readonly views: RowViews & OwnViews
  /** A pass over the first lanes, four times `fours` of them. */
  private readonly pass: (bounds: Bounds, fours: number) => void
  /** Has two lanes change places; absent where a pass looks at all of them. */
  private readonly swap: ((one: number, other: number) => void) | undefined

  constructor(rows: JointRows, descent: number) {
    const { count, entries, featureCount, memory } = rows
    const { buffer } = memory
    const places = placesOf(rows, descent)
    const floats = (at: number, length: number): Float32Array => new Float32Array(buffer, at, length)
    const views = {
      offsets: new Uint32Array(buffer, places.offsets, count + 1),
      columns: new Uint32Array(buffer, places.columns, entries),
      values: floats(places.values, entries),
      lengths: floats(places.lengths, count),
      counts: floats(places.counts, count),
      order: new Uint32Array(buffer, places.order, count),
      alphas: floats(places.alphas, count * LANES),
      signs: floats(places.signs, count * LANES),
      weights: floats(places.weights, (featureCount + 1) * LANES),
      highest: floats(places.highest, LANES),
      lowest: floats(places.lowest, LANES),
      steps: floats(places.steps, LANES),
    }
    this.views = views
    this.signs = views.signs
    this.alphas = views.alphas
    const code = wasmExports(WASM, memory) as
      | Record<'pass' | 'swap', (...numbers: number[]) => void>
      | undefined
    const bias = places.weights + featureCount * LANES * 4
    this.swap =
      code &&
      ((one, other) => {
        code.swap(featureCount + 1, places.weights, one, other)
        code.swap(count, places.alphas, one, other)
        code.swap(count, places.signs, one, other)
      })
    this.pass =
      code === undefined
        ? (bounds) => plainPass(views, bounds)
        : ({ positiveBound, negativeBound, positiveDamping, negativeDamping }, fours) =>
            code.pass(
              ...[
                fours,
                count,
                places.offsets,
                places.columns,
                places.values,
                places.lengths,
                places.counts,
                places.order,
              ],
              ...[places.alphas, places.signs, places.weights, bias, places.highest, places.lowest],
              ...[places.steps, positiveBound, negativeBound, positiveDamping, negativeDamping],
            )
  }

  /** Trains the labels that `signs` tell of in the first lanes; leaves weights as they lie, lane by lane, in `out`. */
  run(lanes: number, out: Float32Array, options: JointOptions): void {
    const { order, alphas, signs, weights, highest, lowest } = this.views
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
    let fours = foursOf(lanes)
    for (let pass = 1; left.size > 0; pass++) {
      rng.shuffle(order)
      highest.fill(Number.NEGATIVE_INFINITY)
      lowest.fill(Number.POSITIVE_INFINITY)
      this.pass(bounds, fours)
      for (const [label, lane] of left) {
        const off = Math.max(highest[lane] - lowest[lane], Math.abs(highest[lane]), Math.abs(lowest[lane]))
        // Without a row that tells of the label both are infinite the wrong way round.
        if (off > tolerance && pass < maxPasses && highest[lane] >= lowest[lane]) continue
        left.delete(label)
        // No row says anything of it any more: its weights stay as they are.
        for (let i = lane; i < signs.length; i += LANES) signs[i] = 0
      }
      if (this.swap !== undefined && foursOf(left.size) < fours) {
        fours = foursOf(left.size)
        swaps.push(...this.moveToFront(left))
      }
    }
    for (const [one, other] of swaps.reverse()) this.swap?.(one, other)
    out.set(weights)
  }

  /** Moves labels to the first lanes; answers which lanes have changed places. */
  private moveToFront(left: Map<number, number>): [number, number][] {
    const swaps: [number, number][] = []
    const free = Array.from({ length: left.size }, (_, lane) => lane).filter(
      (lane) => ![...left.values()].includes(lane),
    )
    for (const [label, lane] of left) {
      if (lane < left.size) continue
      const to = free.pop()!
      this.swap?.(to, lane)
      left.set(label, to)
      swaps.push([to, lane])
    }
    return swaps
  }
}

/** Lanes that so many labels need, in fours, as a pass takes them. */
function foursOf(labels: number): number {
  if (labels > 8) return 4
  return labels > 4 ? 2 : 1
}

/** To the nearest number of 32 bits. */
const round = Math.fround

interface Bounds {
  readonly positiveBound: number
  readonly negativeBound: number
  readonly positiveDamping: number
  readonly negativeDamping: number
}

/** A step on every row for every lane; all numbers of a lane are rounded to 32 bits, as they are kept. */
function plainPass(views: RowViews & OwnViews, bounds: Bounds): void {
  const { offsets, columns, values, lengths, counts, order } = views
  const { alphas, signs, weights, highest, lowest, steps } = views
  const { positiveBound, negativeBound, positiveDamping, negativeDamping } = bounds
  const bias = weights.length - LANES
  for (let s = 0; s < order.length; s++) {
    const row = order[s]
    const from = offsets[row]
    const to = offsets[row + 1]
    const counted = counts[row]
    steps.fill(0)
    for (let e = from; e < to; e++) {
      const w = columns[e] * LANES
      const x = values[e]
      for (let lane = 0; lane < LANES; lane++) steps[lane] += round(weights[w + lane] * x)
    }
    for (let lane = 0; lane < LANES; lane++) {
      const at = row * LANES + lane
      const y = signs[at]
      const score = round(weights[bias + lane] + steps[lane])
      steps[lane] = 0
      if (y === 0) continue
      const bound = round((y > 0 ? positiveBound : negativeBound) * counted)
      const damping = round((y > 0 ? positiveDamping : negativeDamping) / counted)
      const before = alphas[at]
      const gradient = round(round(y * score - 1) + round(damping * before))
      let projected = gradient
      if (before === 0) {
        if (gradient > 0) projected = 0
      } else if (before === bound) {
        if (gradient < 0) projected = 0
      }
      if (projected > highest[lane]) highest[lane] = projected
      if (projected < lowest[lane]) lowest[lane] = projected
      if (projected === 0) continue
      const after = Math.min(
        Math.max(round(before - round(gradient / round(lengths[row] + damping))), 0),
        bound,
      )
      alphas[at] = after
      steps[lane] = (after - before) * y
      weights[bias + lane] += steps[lane]
    }
    for (let lane = 0; lane < LANES; lane++) {
      const step = steps[lane]
      if (step === 0) continue
      for (let e = from; e < to; e++) weights[columns[e] * LANES + lane] += round(step * values[e])
    }
  }
}
