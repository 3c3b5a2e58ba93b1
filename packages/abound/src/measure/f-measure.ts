// The F measure.

/**
 * F_β from counts: a right, b assigned wrongly, c missed. 1 when there was nothing to find and nothing
 * was assigned (LSCP96); 0 where nothing is right, which includes F_0 without an assignment.
 */
export function fMeasure(a: number, b: number, c: number, beta = 1): number {
  if (a + b + c === 0) return 1
  if (a === 0) return 0
  const weight = beta * beta
  return ((1 + weight) * a) / ((1 + weight) * a + b + weight * c)
}
