// The terms of a text counted into a row, and the counts of a row weighed: term-row.ts has what it is for
// and where its memory has what. In AssemblyScript; `node scripts/wasm.mjs` compiles it.

const UNIT: f64 = 4503599627370496

/** ln, for counts that are not in the table. */
declare function log(count: f64): f64

/**
 * Counts ids[0 … n], those below 0 left out: writes each term once, in the order in which they come, and its count. By
 * term, `places` has its place in the row + 1 + `taken`, or less where it is not in the row. Answers how many entries the
 * row has, and by `out` how many ids were counted. Whether a term is new to the row is as good as chance: no branch
 * hangs on it, and choices are made by bits.
 */
export function count(
  n: usize,
  ids: usize,
  places: usize,
  taken: u32,
  columns: usize,
  values: usize,
  out: usize,
): u32 {
  let size: u32 = 0
  let counted: u32 = 0
  for (let i: usize = 0; i < n; i++) {
    const term = load<i32>(ids + (i << 2))
    if (term < 0) continue
    counted++
    const at = places + ((<usize>term) << 2)
    const found = load<u32>(at)
    const isNew = <u32>(found <= taken)
    const old = isNew - 1
    const place = ((found - taken - 1) & old) | (size & ~old)
    store<u32>(at, taken + place + 1)
    store<u32>(columns + ((<usize>place) << 2), <u32>term)
    const value = values + ((<usize>place) << 3)
    store<f64>(value, reinterpret<f64>(load<u64>(value) & (<u64>isNew - 1)) + 1)
    size += isNew
  }
  store<u32>(out, counted)
  return size
}

/**
 * Turns the counts of a row into values, in place: d or 1 + ln d (where there are `logs`: of d below `logCount`), times the
 * term's `idf` (where there are such), over the Euclidean length of the row (where `normalised`). Entries of 0 leave.
 * Answers how many are left.
 */
export function weigh(
  size: usize,
  columns: usize,
  values: usize,
  logs: usize,
  logCount: f64,
  idf: usize,
  normalised: bool,
): u32 {
  let left: usize = 0
  let squares: f64 = 0
  for (let e: usize = 0; e < size; e++) {
    const column = load<u32>(columns + (e << 2))
    let value = load<f64>(values + (e << 3))
    // The lowest bits of a number of 64 bits are a whole number where its unit is 1: as from 2^52 on.
    if (logs !== 0) {
      const d = <u32>reinterpret<u64>(value + UNIT)
      value = 1 + (value < logCount ? load<f64>(logs + ((<usize>d) << 3)) : log(value))
    }
    if (idf !== 0) value *= load<f64>(idf + ((<usize>column) << 3))
    store<u32>(columns + (left << 2), column)
    store<f64>(values + (left << 3), value)
    left += <usize>(value !== 0)
    squares += value * value
  }
  if (!normalised || squares === 0) return <u32>left
  const length = Math.sqrt(squares)
  const lengths = f64x2.splat(length)
  const end = values + (left << 3)
  let at = values
  for (; at + 8 < end; at += 16) v128.store(at, f64x2.div(v128.load(at), lengths))
  if (at < end) store<f64>(at, load<f64>(at) / length)
  return <u32>left
}
