// One pass of a joint descent over all rows, sixteen labels at a time, four in one instruction. What it computes, and in
// which order, is plain/plain-joint-pass.ts: the same bits. In AssemblyScript; `node scripts/wasm.mjs` compiles it.

/** Bytes of four of the sixteen lanes of a row or feature; all have 1 << 6. */
const FOUR: usize = 16

/**
 * The numbers that the arguments are addresses of are laid out as JointPlaces says (contract.ts). Of all lanes only the first `fours` times
 * four are looked at: 1, 2 or 4.
 */
export function pass(
  fours: usize,
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
  positiveBound: f32,
  negativeBound: f32,
  positiveDamping: f32,
  negativeDamping: f32,
): void {
  const zero = f32x4.splat(0)
  const one = f32x4.splat(1)
  const laneBytes = fours << 4
  for (let s: usize = 0; s < count; s++) {
    const row = <usize>load<u32>(order + (s << 2))
    const from = columns + ((<usize>load<u32>(offsets + (row << 2))) << 2)
    const to = columns + ((<usize>load<u32>(offsets + (row << 2) + 4)) << 2)
    const shift = values - columns
    let a = zero
    let b = zero
    let c = zero
    let d = zero
    if (fours === 1) {
      for (let e = from; e < to; e += 4) {
        const w = weights + ((<usize>load<u32>(e)) << 6)
        a = f32x4.add(a, f32x4.mul(v128.load(w), v128.load32_splat(e + shift)))
      }
    } else if (fours === 2) {
      for (let e = from; e < to; e += 4) {
        const w = weights + ((<usize>load<u32>(e)) << 6)
        const x = v128.load32_splat(e + shift)
        a = f32x4.add(a, f32x4.mul(v128.load(w), x))
        b = f32x4.add(b, f32x4.mul(v128.load(w, 16), x))
      }
    } else {
      for (let e = from; e < to; e += 4) {
        const w = weights + ((<usize>load<u32>(e)) << 6)
        const x = v128.load32_splat(e + shift)
        a = f32x4.add(a, f32x4.mul(v128.load(w), x))
        b = f32x4.add(b, f32x4.mul(v128.load(w, 16), x))
        c = f32x4.add(c, f32x4.mul(v128.load(w, 32), x))
        d = f32x4.add(d, f32x4.mul(v128.load(w, 48), x))
      }
    }
    v128.store(steps, a)
    v128.store(steps, b, 16)
    v128.store(steps, c, 32)
    v128.store(steps, d, 48)

    const length = v128.load32_splat(lengths + (row << 2))
    const counted = load<f32>(counts + (row << 2))
    const positive = f32x4.splat(positiveBound * counted)
    const negative = f32x4.splat(negativeBound * counted)
    const damped = f32x4.splat(positiveDamping / counted)
    const dampedOut = f32x4.splat(negativeDamping / counted)
    const alpha = alphas + (row << 6)
    const sign = signs + (row << 6)
    let moved: i32 = 0
    for (let lane: usize = 0; lane < laneBytes; lane += FOUR) {
      const y = v128.load(sign + lane)
      const old = v128.load(bias + lane)
      const score = f32x4.add(old, v128.load(steps + lane))
      const known = f32x4.ne(y, zero)
      const has = f32x4.gt(y, zero)
      const bound = v128.bitselect(positive, negative, has)
      const damping = v128.bitselect(damped, dampedOut, has)
      const before = v128.load(alpha + lane)
      const gradient = f32x4.add(f32x4.sub(f32x4.mul(y, score), one), f32x4.mul(damping, before))
      const least = f32x4.eq(before, zero)
      const stuck = v128.or(
        v128.and(least, f32x4.gt(gradient, zero)),
        v128.andnot(v128.and(f32x4.eq(before, bound), f32x4.lt(gradient, zero)), least),
      )
      const projected = v128.andnot(gradient, stuck)
      const high = v128.load(highest + lane)
      v128.store(highest + lane, v128.bitselect(projected, high, v128.and(known, f32x4.gt(projected, high))))
      const low = v128.load(lowest + lane)
      v128.store(lowest + lane, v128.bitselect(projected, low, v128.and(known, f32x4.lt(projected, low))))
      const moves = v128.and(known, f32x4.ne(projected, zero))
      if (!v128.any_true(moves)) {
        v128.store(steps + lane, zero)
        continue
      }
      const free = f32x4.sub(before, f32x4.div(gradient, f32x4.add(length, damping)))
      const after = v128.bitselect(f32x4.min(f32x4.max(free, zero), bound), before, moves)
      v128.store(alpha + lane, after)
      const step = f32x4.mul(f32x4.sub(after, before), y)
      v128.store(steps + lane, step)
      v128.store(bias + lane, f32x4.add(old, step))
      moved += <i32>v128.any_true(f32x4.ne(step, zero))
    }

    if (moved >= 3) {
      a = v128.load(steps)
      b = v128.load(steps, 16)
      c = v128.load(steps, 32)
      d = v128.load(steps, 48)
      for (let e = from; e < to; e += 4) {
        const w = weights + ((<usize>load<u32>(e)) << 6)
        const x = v128.load32_splat(e + shift)
        v128.store(w, f32x4.add(v128.load(w), f32x4.mul(a, x)))
        v128.store(w, f32x4.add(v128.load(w, 16), f32x4.mul(b, x)), 16)
        v128.store(w, f32x4.add(v128.load(w, 32), f32x4.mul(c, x)), 32)
        v128.store(w, f32x4.add(v128.load(w, 48), f32x4.mul(d, x)), 48)
      }
      continue
    }
    for (let lane: usize = 0; moved > 0 && lane < laneBytes; lane += FOUR) {
      const step = v128.load(steps + lane)
      if (!v128.any_true(f32x4.ne(step, zero))) continue
      const own = weights + lane
      for (let e = from; e < to; e += 4) {
        const w = own + ((<usize>load<u32>(e)) << 6)
        v128.store(w, f32x4.add(v128.load(w), f32x4.mul(step, v128.load32_splat(e + shift))))
      }
    }
  }
}

/** Two lanes of `count` rows or features change places. */
export function swap(count: usize, numbers: usize, one: usize, other: usize): void {
  for (let at = numbers, end = numbers + (count << 6); at < end; at += 64) {
    const number = load<f32>(at + (one << 2))
    store<f32>(at + (one << 2), load<f32>(at + (other << 2)))
    store<f32>(at + (other << 2), number)
  }
}
