import type { Scores } from '../../packages/abound/src/contract.js'
import { createScores } from '../../packages/abound/src/engine/scores.js'

/** An accumulator with these labels touched, in the order given. */
export function scoresOf(labelCount: number, pairs: Iterable<readonly [number, number]>): Scores {
  const out = createScores(labelCount)
  for (const [label, value] of pairs) {
    out.values[label] = value
    out.seen[label] = 1
    out.touched[out.count++] = label
  }
  return out
}

/** All labels touched. */
export function denseScores(values: readonly number[]): Scores {
  return scoresOf(
    values.length,
    values.map((value, label) => [label, value] as const),
  )
}
