// One pass of src/kernels/joint-descent.ts over all rows, eight labels at a time, two in one instruction. What it
// computes, and in which order, is `plainPass` there: the same bits. In AssemblyScript; `node scripts/wasm.mjs`
// compiles it into src/kernels/joint-pass-wasm.ts.

/** Bytes of the eight lanes of a row in doubles: 1 << 6. */
const LANE_BYTES: usize = 64

/** The numbers that the arguments are addresses of are laid out as in `placesOf`. */
export function pass(
  count: usize,
  offsets: usize,
  columns: usize,
  values: usize,
  lengths: usize,
  counts: usize,
  order: usize,
  alphas: usize,
  signs: usize,
  weights: usize,
  bias: usize,
  highest: usize,
  lowest: usize,
  steps: usize,
  positiveBound: f64,
  negativeBound: f64,
  positiveDamping: f64,
  negativeDamping: f64,
): void {
  for (let s: usize = 0; s < count; s++) {
    const row = <usize>load<u32>(order + (s << 2))
    const from = columns + ((<usize>load<u32>(offsets + (row << 2))) << 2)
    const to = columns + ((<usize>load<u32>(offsets + (row << 2) + 4)) << 2)
    const shift = values - columns
    let a = f64x2.splat(0)
    let b = f64x2.splat(0)
    let c = f64x2.splat(0)
    let d = f64x2.splat(0)
    for (let e = from; e < to; e += 4) {
      const w = weights + ((<usize>load<u32>(e)) << 6)
      const x = f64x2.splat(<f64>load<f32>(e + shift))
      a = f64x2.add(a, f64x2.mul(v128.load(w), x))
      b = f64x2.add(b, f64x2.mul(v128.load(w, 16), x))
      c = f64x2.add(c, f64x2.mul(v128.load(w, 32), x))
      d = f64x2.add(d, f64x2.mul(v128.load(w, 48), x))
    }
    v128.store(steps, f64x2.add(v128.load(bias), a))
    v128.store(steps, f64x2.add(v128.load(bias, 16), b), 16)
    v128.store(steps, f64x2.add(v128.load(bias, 32), c), 32)
    v128.store(steps, f64x2.add(v128.load(bias, 48), d), 48)

    const length = load<f64>(lengths + (row << 3))
    const counted = load<f64>(counts + (row << 3))
    const alpha = alphas + (row << 6)
    const sign = signs + (row << 3)
    let moved = 0
    for (let lane: usize = 0; lane < LANE_BYTES; lane += 8) {
      const y = <f64>load<i8>(sign + (lane >> 3))
      const score = load<f64>(steps + lane)
      store<f64>(steps + lane, 0)
      if (y === 0) continue
      const bound = (y > 0 ? positiveBound : negativeBound) * counted
      const damping = (y > 0 ? positiveDamping : negativeDamping) / counted
      const before = load<f64>(alpha + lane)
      const gradient = y * score - 1 + damping * before
      let projected = gradient
      if (before === 0) {
        if (gradient > 0) projected = 0
      } else if (before === bound) {
        if (gradient < 0) projected = 0
      }
      if (projected > load<f64>(highest + lane)) store<f64>(highest + lane, projected)
      if (projected < load<f64>(lowest + lane)) store<f64>(lowest + lane, projected)
      if (abs(projected) < 1e-12) continue
      const after = min(max(before - gradient / (length + damping), 0), bound)
      store<f64>(alpha + lane, after)
      const step = (after - before) * y
      store<f64>(steps + lane, step)
      store<f64>(bias + lane, load<f64>(bias + lane) + step)
      moved++
    }

    if (moved >= 3) {
      a = v128.load(steps)
      b = v128.load(steps, 16)
      c = v128.load(steps, 32)
      d = v128.load(steps, 48)
      for (let e = from; e < to; e += 4) {
        const w = weights + ((<usize>load<u32>(e)) << 6)
        const x = f64x2.splat(<f64>load<f32>(e + shift))
        v128.store(w, f64x2.add(v128.load(w), f64x2.mul(a, x)))
        v128.store(w, f64x2.add(v128.load(w, 16), f64x2.mul(b, x)), 16)
        v128.store(w, f64x2.add(v128.load(w, 32), f64x2.mul(c, x)), 32)
        v128.store(w, f64x2.add(v128.load(w, 48), f64x2.mul(d, x)), 48)
      }
      continue
    }
    for (let lane: usize = 0; moved > 0 && lane < LANE_BYTES; lane += 8) {
      const step = load<f64>(steps + lane)
      if (step === 0) continue
      const own = weights + lane
      for (let e = from; e < to; e += 4) {
        const w = own + ((<usize>load<u32>(e)) << 6)
        store<f64>(w, load<f64>(w) + step * <f64>load<f32>(e + shift))
      }
    }
  }
}
