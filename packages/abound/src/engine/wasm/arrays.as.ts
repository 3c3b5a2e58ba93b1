// What a model file is looked through for before it is used (arrays.ts): sums of bytes, and whether numbers are what they
// should be. Ranges are addresses that end after a multiple of 16 bytes. In AssemblyScript; `node scripts/wasm.mjs`
// compiles it.

const P1: i32 = 0x9e3779b1
const P2: i32 = 0x85ebca77

/** Takes stripes of 16 bytes into the four lanes of XXH32 at address 0. */
export function stripes(from: usize, to: usize): void {
  const p1 = i32x4.splat(P1)
  const p2 = i32x4.splat(P2)
  let lanes = v128.load(0)
  for (let at = from; at < to; at += 16) {
    lanes = i32x4.add(lanes, i32x4.mul(v128.load(at), p2))
    lanes = i32x4.mul(v128.or(i32x4.shl(lanes, 13), i32x4.shr_u(lanes, 19)), p1)
  }
  v128.store(0, lanes)
}

/** Whether all are in low … high. */
export function within8(from: usize, to: usize, low: i32, high: i32): bool {
  let least = i8x16.splat(<i8>high)
  let most = i8x16.splat(<i8>low)
  for (let at = from; at < to; at += 16) {
    const x = v128.load(at)
    least = i8x16.min_u(least, x)
    most = i8x16.max_u(most, x)
  }
  return !v128.any_true(
    v128.or(i8x16.lt_u(least, i8x16.splat(<i8>low)), i8x16.gt_u(most, i8x16.splat(<i8>high))),
  )
}

export function within16(from: usize, to: usize, low: i32, high: i32): bool {
  let least = i16x8.splat(<i16>high)
  let most = i16x8.splat(<i16>low)
  for (let at = from; at < to; at += 16) {
    const x = v128.load(at)
    least = i16x8.min_u(least, x)
    most = i16x8.max_u(most, x)
  }
  return !v128.any_true(
    v128.or(i16x8.lt_u(least, i16x8.splat(<i16>low)), i16x8.gt_u(most, i16x8.splat(<i16>high))),
  )
}

export function within32(from: usize, to: usize, low: i32, high: i32): bool {
  let least = i32x4.splat(high)
  let most = i32x4.splat(low)
  for (let at = from; at < to; at += 16) {
    const x = v128.load(at)
    least = i32x4.min_u(least, x)
    most = i32x4.max_u(most, x)
  }
  return !v128.any_true(v128.or(i32x4.lt_u(least, i32x4.splat(low)), i32x4.gt_u(most, i32x4.splat(high))))
}

/** Whether all of these floats are finite. */
export function finite32(from: usize, to: usize): bool {
  const infinity = f32x4.splat(Infinity)
  let odd = i32x4.splat(0)
  for (let at = from; at < to; at += 16)
    odd = v128.or(odd, v128.not(f32x4.lt(f32x4.abs(v128.load(at)), infinity)))
  return !v128.any_true(odd)
}

export function finite64(from: usize, to: usize): bool {
  const infinity = f64x2.splat(Infinity)
  let odd = i64x2.splat(0)
  for (let at = from; at < to; at += 16)
    odd = v128.or(odd, v128.not(f64x2.lt(f64x2.abs(v128.load(at)), infinity)))
  return !v128.any_true(odd)
}

/** Whether all of these floats are above 0. */
export function positive32(from: usize, to: usize): bool {
  const zero = f32x4.splat(0)
  let odd = i32x4.splat(0)
  for (let at = from; at < to; at += 16) odd = v128.or(odd, v128.not(f32x4.gt(v128.load(at), zero)))
  return !v128.any_true(odd)
}

export function positive64(from: usize, to: usize): bool {
  const zero = f64x2.splat(0)
  let odd = i64x2.splat(0)
  for (let at = from; at < to; at += 16) odd = v128.or(odd, v128.not(f64x2.gt(v128.load(at), zero)))
  return !v128.any_true(odd)
}

/** Whether no u32 is below the one before it; that before the first is there too. */
export function ascending(from: usize, to: usize): bool {
  let odd = i32x4.splat(0)
  for (let at = from; at < to; at += 16) odd = v128.or(odd, i32x4.lt_u(v128.load(at), v128.load(at - 4)))
  return !v128.any_true(odd)
}

/** Puts in place of each u32 the sum of those before it, on top of `start`; returns the sum of all. */
export function startsOf(from: usize, to: usize, start: i32): i32 {
  let sum = start
  for (let at = from; at < to; at += 4) {
    const length = load<i32>(at)
    store<i32>(at, sum)
    sum += length
  }
  return sum
}

/** The sum of u32. */
export function total(from: usize, to: usize): f64 {
  let sum: u64 = 0
  for (let at = from; at < to; at += 4) sum += <u64>load<u32>(at)
  return <f64>sum
}

/**
 * Marks the ids in the slots of a hash table (each a hash and an id; 0 is none), a bit each from `seen` on. Returns how
 * many there are, or −1 where one is above `count` or comes twice.
 */
export function slots(from: usize, to: usize, count: u32, seen: usize): i32 {
  let used = 0
  for (let at = from; at < to; at += 8) {
    const id = load<u32>(at + 4)
    if (id === 0) continue
    if (id > count) return -1
    const place = seen + (id >> 3)
    const bit = 1 << (id & 7)
    const bits = load<u8>(place)
    if (bits & bit) return -1
    store<u8>(place, bits | bit)
    used++
  }
  return used
}
