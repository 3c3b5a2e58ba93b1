// Curves of precision against recall over the ranks of labels (CS02, figure 6): the mean of several folds', and what is
// read off one.

import type { RankPoint } from 'abound/internal'

/** At each rank the mean over the folds that have as many labels. */
export function meanCurve(folds: readonly (readonly RankPoint[])[]): RankPoint[] {
  const byRank = new Map<number, RankPoint[]>()
  for (const point of folds.flat()) byRank.set(point.rank, [...(byRank.get(point.rank) ?? []), point])
  const mean = (points: readonly RankPoint[], of: (point: RankPoint) => number): number =>
    points.reduce((sum, point) => sum + of(point), 0) / points.length
  return Array.from(byRank, ([rank, points]) => ({
    rank,
    precision: mean(points, ({ precision }) => precision),
    recall: mean(points, ({ recall }) => recall),
  })).sort((a, b) => a.rank - b.rank)
}

/** The precision at a recall, between the two ranks around it. */
export function precisionAt(curve: readonly RankPoint[], wanted: number): number {
  const at = curve.findIndex(({ recall }) => recall >= wanted)
  if (at <= 0) return at === 0 ? curve[0].precision : 0
  const [before, after] = [curve[at - 1], curve[at]]
  if (after.recall === before.recall) return after.precision
  const way = (wanted - before.recall) / (after.recall - before.recall)
  return before.precision + way * (after.precision - before.precision)
}
