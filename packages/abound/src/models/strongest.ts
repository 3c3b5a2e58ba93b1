// The few strongest of many, for `inspect`.

/** The `top` ids of 0 … count − 1 with the highest positive weight, strongest first, ties to the lower id. */
export function strongest(
  count: number,
  top: number,
  weightOf: (id: number) => number,
): { id: number; weight: number }[] {
  const best: { id: number; weight: number }[] = []
  if (top < 1) return best
  for (let id = 0; id < count; id++) {
    const weight = weightOf(id)
    if (!(weight > 0) || (best.length === top && weight <= best[top - 1].weight)) continue
    let at = best.length === top ? top - 1 : best.length
    while (at > 0 && best[at - 1].weight < weight) at--
    best.splice(at, 0, { id, weight })
    if (best.length > top) best.pop()
  }
  return best
}
