// What FF (src/learners/ff.ts) adds to a word's labels when they are few: rows that `denseLists` scores, and that change
// (src/kernels/focus-rows.ts). A feature has `bytes` bytes in `heads`: r, W, a bit for each label that it speaks for, #f,
// and the weights w'. In AssemblyScript; `node scripts/wasm.mjs` compiles it into src/kernels/focus-rows-wasm.ts.

export { denseLists } from './score'

/** #f += 1; r = min(1, #f / full). */
export function count(size: usize, columns: usize, heads: usize, bytes: usize, full: f64): void {
  for (let e: usize = 0; e < size; e++) {
    const head = heads + <usize>load<u32>(columns + (e << 2)) * bytes
    const times = load<u32>(head, 20) + 1
    store<u32>(head, times, 20)
    store<f64>(head, <f64>times < full ? <f64>times / full : 1)
  }
}

/** For every entry: w'_label += x; W += x; drops every w' with w' / W < least. `labels` is even. */
export function strengthen(
  size: usize,
  columns: usize,
  values: usize,
  heads: usize,
  bytes: usize,
  labels: usize,
  label: u32,
  least: f64,
): void {
  const end = 24 + (labels << 3)
  const own = 24 + ((<usize>label) << 3)
  const none = f64x2.splat(0)
  for (let e: usize = 0; e < size; e++) {
    const head = heads + <usize>load<u32>(columns + (e << 2)) * bytes
    const x = <f64>load<f32>(values + (e << 2))
    const total = load<f64>(head, 8) + x
    store<f64>(head, total, 8)
    store<f64>(head + own, load<f64>(head + own) + x)
    store<u32>(head, load<u32>(head, 16) | ((<u32>1) << label), 16)
    // Which are too weak is asked of two at a time, by a limit a little too high; a division decides.
    const limit = f64x2.splat(total * least * 1.000001)
    let weak = none
    for (let at = head + 24; at < head + end; at += 16) {
      const weight = v128.load(at)
      weak = v128.or(weak, v128.and(f64x2.lt(weight, limit), f64x2.gt(weight, none)))
    }
    if (v128.any_true(weak)) drop(head, total, labels, least)
  }
}

function drop(head: usize, total: f64, labels: usize, least: f64): void {
  let spoken = load<u32>(head, 16)
  for (let l: usize = 0; l < labels; l++) {
    const at = head + 24 + (l << 3)
    const weight = load<f64>(at)
    if (weight === 0 || !(weight / total < least)) continue
    store<f64>(at, 0)
    spoken &= ~((<u32>1) << (<u32>l))
  }
  store<u32>(head, spoken, 16)
}
