// Scores of one row under weights that stay as they are (row-scorers.ts). What is computed for a label, and in which order,
// is what models/linear.ts and models/feature-index.ts compute: the same bits. In AssemblyScript; `node scripts/wasm.mjs`
// compiles it.

/**
 * score_l = b_l + w_l · x. `labels` is even, a feature's weights take 8 bytes each, as do the `biases`, or 4 where they are
 * `single`; `factors` and `rows` have room for a f64 and a u32 for each entry.
 */
export function dense(
  size: usize,
  columns: usize,
  values: usize,
  features: u32,
  weights: usize,
  biases: usize,
  labels: usize,
  scores: usize,
  factors: usize,
  rows: usize,
  single: bool,
): void {
  for (let l: usize = 0; l < labels << 3; l += 16) v128.store(scores + l, v128.load(biases + l))
  const bytes = labels << (single ? 2 : 3)
  let count: usize = 0
  for (let e: usize = 0; e < size; e++) {
    const column = load<u32>(columns + (e << 2))
    if (column >= features) continue
    store<f64>(factors + (count << 3), <f64>load<f32>(values + (e << 2)))
    store<u32>(rows + (count << 2), <u32>(weights + <usize>column * bytes))
    count++
  }
  if (single) addRows<f32>(count, labels, scores, factors, rows)
  else addRows<f64>(count, labels, scores, factors, rows)
}

/**
 * score_l = (r · x / W) · w_l, added up. A feature has `bytes` bytes in `heads`: r, W, a bit for each label that it
 * speaks for, 4 more, and the weights. Notes at `first` the features that are the first to speak for a label; returns
 * how many they are.
 */
export function denseLists(
  size: usize,
  columns: usize,
  values: usize,
  features: u32,
  heads: usize,
  bytes: usize,
  labels: usize,
  scores: usize,
  factors: usize,
  rows: usize,
  first: usize,
  presence: bool,
): u32 {
  for (let l: usize = 0; l < labels << 3; l += 16) v128.store(scores + l, f64x2.splat(0))
  let count: usize = 0
  let met: u32 = 0
  let noted: u32 = 0
  for (let e: usize = 0; e < size; e++) {
    const x = <f64>load<f32>(values + (e << 2))
    const feature = load<u32>(columns + (e << 2))
    if (x < 0 || feature >= features) continue
    const head = heads + <usize>feature * bytes
    const spoken = load<u32>(head, 16)
    if (spoken === 0) continue
    if (spoken & ~met) {
      met |= spoken
      store<u32>(first + ((<usize>noted) << 2), feature)
      noted++
    }
    const rate = load<f64>(head)
    store<f64>(factors + (count << 3), (presence ? rate : rate * x) / load<f64>(head, 8))
    store<u32>(rows + (count << 2), <u32>(head + 24))
    count++
  }
  addRows<f64>(count, labels, scores, factors, rows)
  return noted
}

/**
 * Adds rows of weights times their factors to the scores, two labels in one instruction. Weights of 4 bytes are made 8 on
 * the way: there is half as much to wait for.
 */
function addRows<Weight>(count: usize, labels: usize, scores: usize, factors: usize, rows: usize): void {
  const bytes = labels * sizeof<Weight>()
  /** By what a label's place among the weights is shifted to be that among the scores. */
  const shift: usize = sizeof<Weight>() === 4 ? 1 : 0
  let e: usize = 0
  // Four rows at a time, so that a score is read and written once for four.
  for (; e + 3 < count; e += 4) {
    const from = factors + (e << 3)
    const x0 = v128.load64_splat(from)
    const x1 = v128.load64_splat(from, 8)
    const x2 = v128.load64_splat(from, 16)
    const x3 = v128.load64_splat(from, 24)
    const at = rows + (e << 2)
    const w0 = <usize>load<u32>(at)
    const w1 = <usize>load<u32>(at, 4)
    const w2 = <usize>load<u32>(at, 8)
    const w3 = <usize>load<u32>(at, 12)
    for (let l: usize = 0; l < bytes; l += 2 * sizeof<Weight>()) {
      let sum = v128.load(scores + (l << shift))
      sum = f64x2.add(sum, f64x2.mul(x0, two<Weight>(w0 + l)))
      sum = f64x2.add(sum, f64x2.mul(x1, two<Weight>(w1 + l)))
      sum = f64x2.add(sum, f64x2.mul(x2, two<Weight>(w2 + l)))
      sum = f64x2.add(sum, f64x2.mul(x3, two<Weight>(w3 + l)))
      v128.store(scores + (l << shift), sum)
    }
  }
  for (; e < count; e++) {
    const x = v128.load64_splat(factors + (e << 3))
    const from = <usize>load<u32>(rows + (e << 2))
    for (let l: usize = 0; l < bytes; l += 2 * sizeof<Weight>()) {
      const at = scores + (l << shift)
      v128.store(at, f64x2.add(v128.load(at), f64x2.mul(x, two<Weight>(from + l))))
    }
  }
}

/** Two weights of 8 bytes. */
function two<Weight>(at: usize): v128 {
  return sizeof<Weight>() === 4 ? f64x2.promote_low_f32x4(v128.load64_zero(at)) : v128.load(at)
}

/**
 * score_l = (r · x / W) · w_l, added up over the list of each feature. A feature has 24 bytes in `heads`: r, W, and where
 * its list begins and ends. Labels met for the first time are marked and noted; returns how many are noted. Those that
 * were noted before, `noted` of them, are forgotten first.
 */
export function lists(
  size: usize,
  columns: usize,
  values: usize,
  features: u32,
  heads: usize,
  labels: usize,
  weights: usize,
  scores: usize,
  seen: usize,
  touched: usize,
  noted: usize,
  presence: bool,
): u32 {
  for (let i: usize = 0; i < noted; i++) {
    const label = <usize>load<u32>(touched + (i << 2))
    store<u8>(seen + label, 0)
    store<f64>(scores + (label << 3), 0)
  }
  let count: u32 = 0
  for (let e: usize = 0; e < size; e++) {
    const x = <f64>load<f32>(values + (e << 2))
    const feature = load<u32>(columns + (e << 2))
    if (x < 0 || feature >= features) continue
    const head = heads + <usize>feature * 24
    const rate = load<f64>(head)
    const factor = (presence ? rate : rate * x) / load<f64>(head, 8)
    const end = <usize>load<u32>(head, 20)
    for (let i = <usize>load<u32>(head, 16); i < end; i++) {
      const label = <usize>load<u32>(labels + (i << 2))
      if (load<u8>(seen + label) === 0) {
        store<u8>(seen + label, 1)
        store<u32>(touched + ((<usize>count) << 2), <u32>label)
        count++
      }
      const at = scores + (label << 3)
      store<f64>(at, load<f64>(at) + factor * load<f64>(weights + (i << 3)))
    }
  }
  return count
}
