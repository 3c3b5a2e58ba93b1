// Platt's sigmoid p = 1/(1 + e^{A·s + B}) (Platt 1999), fitted by the Newton method of Lin, Lin & Weng (2007).
//
// min_{A,B} −Σ_i t_i·ln p_i + (1 − t_i)·ln(1 − p_i), t = (N₊ + 1)/(N₊ + 2) for the true, 1/(N₋ + 2) for the others;
// Newton steps with a backtracking line search from A = 0, B = ln((N₋ + 1)/(N₊ + 1)). The scores are first moved
// and scaled into [−1, 1], so that their unit does not matter.
//
// A ≤ 0 always: a higher score never means a lower probability. Where the best A is above 0, or all scores are
// equal, the scores are of no use, and p is the mean of the targets whatever the score.
// Cost: some ten passes over the scores.

/** p = 1/(1 + e^{slope·s + offset}); the slope is never above 0. */
export interface Sigmoid {
  readonly slope: number
  readonly offset: number
}

const MOST_STEPS = 100
const LEAST_STEP = 1e-10
const RIDGE = 1e-12
/** The product of this many numbers up to 2 does not overflow. */
const PRODUCT = 512
/** How far from 0 the mean gradient may be at the end. */
const TOLERANCE = 1e-9
/** Beyond this, squares would overflow. */
const MOST = 1e150

/**
 * The sigmoid of `scores[from … to]`, of which those with `truth` 1 are true. Without any scores it says ½; with
 * true ones only, (N + 1)/(N + 2); with wrong ones only, 1/(N + 2).
 *
 * @example
 * fitSigmoid(Float64Array.of(2, 2, -2, -2), Uint8Array.of(1, 1, 0, 0)).slope // -0.54930614
 */
export function fitSigmoid(
  scores: Float64Array,
  truth: Uint8Array,
  from = 0,
  to: number = scores.length,
): Sigmoid {
  let positives = 0
  let lowest = MOST
  let highest = -MOST
  for (let i = from; i < to; i++) {
    positives += truth[i]
    lowest = Math.min(lowest, scores[i])
    highest = Math.max(highest, scores[i])
  }
  const negatives = to - from - positives
  if (to <= from) return { slope: 0, offset: 0 }
  lowest = Math.max(lowest, -MOST)
  highest = Math.min(highest, MOST)
  const high = (positives + 1) / (positives + 2)
  const low = 1 / (negatives + 2)
  const mean = (positives * high + negatives * low) / (positives + negatives)
  const useless = { slope: 0, offset: Math.log((1 - mean) / mean) }
  const center = lowest / 2 + highest / 2
  const half = highest / 2 - lowest / 2
  if (!(half > 0) || positives === 0 || negatives === 0) return useless

  const x = new Float64Array(to - from)
  for (let i = from; i < to; i++) x[i - from] = Math.min(Math.max((scores[i] - center) / half, -1), 1)
  const fitted = newton(x, truth.subarray(from, to), high, low, Math.log((negatives + 1) / (positives + 1)))
  const slope = fitted.slope / half
  const offset = fitted.offset - slope * center
  return slope < 0 && Number.isFinite(slope) && Number.isFinite(offset) ? { slope, offset } : useless
}

function newton(x: Float64Array, truth: Uint8Array, high: number, low: number, start: number): Sigmoid {
  let slope = 0
  let offset = start
  // e^{−|z|} of each score at the point last asked for the loss, which is where the next step starts from.
  const powers = new Float64Array(x.length)
  let value = loss(x, truth, high, low, slope, offset, powers)
  for (let step = 0; step < MOST_STEPS; step++) {
    let gradientA = 0
    let gradientB = 0
    let curveA = RIDGE
    let curveB = RIDGE
    let curveAB = 0
    for (let i = 0; i < x.length; i++) {
      const power = powers[i]
      const p = slope * x[i] + offset > 0 ? power / (1 + power) : 1 / (1 + power)
      const short = (truth[i] === 1 ? high : low) - p
      const curve = p * (1 - p)
      gradientA += x[i] * short
      gradientB += short
      curveA += x[i] * x[i] * curve
      curveAB += x[i] * curve
      curveB += curve
    }
    const small = TOLERANCE * x.length
    if (Math.abs(gradientA) < small && Math.abs(gradientB) < small) break
    const determinant = curveA * curveB - curveAB * curveAB
    const moveA = -(curveB * gradientA - curveAB * gradientB) / determinant
    const moveB = -(curveA * gradientB - curveAB * gradientA) / determinant
    const descent = gradientA * moveA + gradientB * moveB
    let size = 1
    for (; size >= LEAST_STEP; size /= 2) {
      const next = loss(x, truth, high, low, slope + size * moveA, offset + size * moveB, powers)
      if (!(next < value + 1e-4 * size * descent)) continue
      slope += size * moveA
      offset += size * moveB
      value = next
      break
    }
    if (size < LEAST_STEP) break
  }
  return { slope, offset }
}

function loss(
  x: Float64Array,
  truth: Uint8Array,
  high: number,
  low: number,
  slope: number,
  offset: number,
  powers: Float64Array,
): number {
  let sum = 0
  for (let from = 0; from < x.length; from += PRODUCT) {
    // Σ ln(1 + e^{−|z|}), as one logarithm of a product of numbers from 1 to 2.
    let product = 1
    for (let i = from, to = Math.min(from + PRODUCT, x.length); i < to; i++) {
      const t = truth[i] === 1 ? high : low
      const z = slope * x[i] + offset
      const power = Math.exp(z >= 0 ? -z : z)
      powers[i] = power
      product *= 1 + power
      sum += (z >= 0 ? t : t - 1) * z
    }
    sum += Math.log(product)
  }
  return sum
}
