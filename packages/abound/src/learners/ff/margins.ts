// The two terms of FF's margins, δ_c = s_c − max_{c'∉Y} s_{c'}. Only the best 50 of the retrieved classes keep their scores;
// all others score 0.

import type { RowChunk, Scores } from '../../contract.js'
import { before } from '../../structures/top-k.js'

/** Learning looks at this many best classes. */
export const RETRIEVED = 50
/** Added to `seen` of the document's own classes while the best of the others is looked for. */
const TRUE = 2

/** max_{c'∉Y} s_{c'} of row r: the highest kept score among the classes it does not have, 0 if there is none. */
export function bestWrongScore(
  scores: Scores,
  { labels, labelOffsets, judged }: RowChunk,
  r: number,
): number {
  const { values, touched, count, seen } = scores
  const trueFrom = labelOffsets[2 * r]
  const trueTo = labelOffsets[2 * r + 1]
  let best = -1
  if (judged[r] === 2) {
    // Partly judged: only the classes it is known not to have are wrong.
    for (let t = trueTo; t < labelOffsets[2 * r + 2]; t++) {
      const label = labels[t]
      if (seen[label] === 1 && (best < 0 || before(values, label, best))) best = label
    }
    return best < 0 ? 0 : keptScore(scores, best)
  }
  for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] += TRUE
  let most = Number.NEGATIVE_INFINITY
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    const value = values[label]
    if (value < most || seen[label] >= TRUE || (value === most && label > best)) continue
    best = label
    most = value
  }
  for (let t = trueFrom; t < trueTo; t++) seen[labels[t]] -= TRUE
  if (best < 0) return 0
  // Only true classes rank before it, so with fewer than 50 of those it is one of the best 50.
  return trueTo - trueFrom < RETRIEVED ? most : keptScore(scores, best)
}

/** The score of a class if it is among the best 50, else 0. */
export function keptScore({ values, touched, count }: Scores, label: number): number {
  if (count <= RETRIEVED) return values[label]
  let ahead = 0
  for (let i = 0; i < count; i++) {
    if (before(values, touched[i], label) && ++ahead === RETRIEVED) return 0
  }
  return values[label]
}
