// A pass of a joint descent over all rows, by plain loops. All numbers of a lane are rounded to 32 bits, as they are kept.

import { type EngineMemory, type JointBounds, type JointPass, type JointPlaces, LANES } from '../contract.js'

/** To the nearest number of 32 bits. */
const round = Math.fround

export function plainJointPass({ buffer }: EngineMemory, places: JointPlaces): JointPass {
  const { count, entries, featureCount } = places
  const ids = (at: number, length: number): Uint32Array => new Uint32Array(buffer, at, length)
  const floats = (at: number, length: number): Float32Array => new Float32Array(buffer, at, length)
  const offsets = ids(places.offsets, count + 1)
  const columns = ids(places.columns, entries)
  const values = floats(places.values, entries)
  const lengths = floats(places.lengths, count)
  const counts = floats(places.counts, count)
  const order = ids(places.order, count)
  const alphas = floats(places.alphas, count * LANES)
  const signs = floats(places.signs, count * LANES)
  const weights = floats(places.weights, (featureCount + 1) * LANES)
  const highest = floats(places.highest, LANES)
  const lowest = floats(places.lowest, LANES)
  const steps = floats(places.steps, LANES)
  const bias = featureCount * LANES

  return {
    pass({ positiveBound, negativeBound, positiveDamping, negativeDamping }: JointBounds) {
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
    },
  }
}
