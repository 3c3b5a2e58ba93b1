// The logistic function and its logarithm, without overflow.

/** 1/(1 + e^{−x}): from 0 at −∞ to 1 at +∞. */
export function logistic(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x))
  const odds = Math.exp(x)
  return odds / (1 + odds)
}

/** ln(1/(1 + e^{−x})): about x far below 0, about 0 far above. */
export function logLogistic(x: number): number {
  return x < 0 ? x - Math.log1p(Math.exp(x)) : -Math.log1p(Math.exp(-x))
}
