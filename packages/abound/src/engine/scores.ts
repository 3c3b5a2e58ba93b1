// The accumulator that models score into.

import type { Scores } from '../contract.js'

/** Room for `labelCount` labels, cleared. */
export function createScores(labelCount: number): Scores {
  return {
    values: new Float64Array(labelCount),
    touched: new Uint32Array(labelCount),
    seen: new Uint8Array(labelCount),
    count: 0,
  }
}

export function clearScores(scores: Scores): void {
  const { values, touched, seen, count } = scores
  for (let i = 0; i < count; i++) {
    const label = touched[i]
    values[label] = 0
    seen[label] = 0
  }
  scores.count = 0
}

/** The same accumulator if it has room for `labelCount` labels, else a new one with room to spare. */
export function scoresFor(labelCount: number, scores: Scores | undefined): Scores {
  if (scores !== undefined && scores.values.length >= labelCount) {
    clearScores(scores)
    return scores
  }
  return createScores(labelCount + (labelCount >>> 2))
}

/** Touches a label with this score, unless it is touched already. */
export function touch(scores: Scores, label: number, score: number): void {
  if (scores.seen[label] !== 0) return
  scores.seen[label] = 1
  scores.touched[scores.count++] = label
  scores.values[label] = score
}

/** Marks labels 0 … labelCount − 1 as touched (a model that scores every label). */
export function touchAll(scores: Scores, labelCount: number): void {
  const { touched, seen } = scores
  for (let l = 0; l < labelCount; l++) touched[l] = l
  seen.fill(1, 0, labelCount)
  scores.count = labelCount
}
