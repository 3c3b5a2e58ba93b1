// Lines and marks of a chart, in its own units.

/** A scale from values to places. */
export function scale(from: number, to: number, first: number, last: number): (value: number) => number {
  const range = to - from || 1
  return (value) => first + ((value - from) / range) * (last - first)
}

/** The `d` of a line through points. */
export function linePath(points: readonly (readonly [x: number, y: number])[]): string {
  return points.map(([x, y], i) => `${i === 0 ? 'M' : 'L'}${x.toFixed(1)} ${y.toFixed(1)}`).join('')
}

/** Round numbers from 0 to at least the given one, about `about` of them. */
export function ticks(most: number, about = 4): number[] {
  if (most <= 0) return [0]
  const rough = most / about
  const unit = 10 ** Math.floor(Math.log10(rough))
  const step = Math.max(1, [1, 2, 5, 10].map((times) => times * unit).find((one) => one >= rough) ?? rough)
  const out: number[] = []
  for (let at = 0; at < most + step; at += step) {
    out.push(at)
    if (at >= most) break
  }
  return out
}
