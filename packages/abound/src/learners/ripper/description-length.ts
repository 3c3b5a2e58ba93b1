// What rules are worth, in bits (Cohen 1995; Quinlan 1990 and 1995): the gain of a test, the length of a rule, and
// the length of a rule set's mistakes. 0 · log 0 is 0.
//
//   subset(n, k, p) = −k·log2 p − (n − k)·log2(1 − p): which k of n, when k = p·n are expected
//   a rule with k of n possible tests: ½ · (‖k‖ + subset(n, k, k/n)), ‖k‖ = log2 k + 2·log2 log2 k (1: 0 bits);
//     the half because a rule's tests could be said in any order and many say the same
//   mistakes, fp among C covered and fn among U uncovered rows, half of them expected on either side (e = fp + fn):
//     C > U: log2(C + U + 1) + subset(C, fp, e/2C) + subset(U, fn, fn/U)
//     else:  log2(C + U + 1) + subset(C, fp, fp/C) + subset(U, fn, e/2U)

/** FOIL's gain: p1 · (log2(p1 / (p1 + n1)) − log2(p0 / (p0 + n0))); p1 and p0 above 0. */
export function foilGain(p0: number, n0: number, p1: number, n1: number): number {
  return p1 * (Math.log2(p1 / (p1 + n1)) - Math.log2(p0 / (p0 + n0)))
}

/** Bits of a rule with `tests` of `possible` tests. */
export function ruleBits(tests: number, possible: number): number {
  if (tests === 0) return 0
  const size = Math.log2(tests)
  const count = tests > 1 ? size + 2 * Math.log2(size) : 0
  return (count + subsetBits(possible, tests, tests / possible)) / 2
}

/** Bits that say which rows a rule set gets wrong: `fp` of `covered`, `fn` of `uncovered`. */
export function mistakeBits(covered: number, uncovered: number, fp: number, fn: number): number {
  const half = (fp + fn) / 2
  const more = covered > uncovered
  const inside = more ? half : fp
  const outside = more ? fn : half
  return (
    Math.log2(covered + uncovered + 1) +
    subsetBits(covered, fp, inside / covered) +
    subsetBits(uncovered, fn, outside / uncovered)
  )
}

function subsetBits(n: number, k: number, p: number): number {
  return (k === 0 ? 0 : -k * Math.log2(p)) + (k === n ? 0 : -(n - k) * Math.log2(1 - p))
}
