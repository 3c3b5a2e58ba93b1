// The edge threshold p_ind by R1 on documents that were held out.

import type { Dataset, Scores } from '../../contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../engine/chunks.js'
import { clearScores, createScores } from '../../engine/scores.js'
import { permutation, Rng } from '../../structures/rng.js'
import { before } from '../../structures/top-k.js'
import { IndTrainer } from './counted-index.js'

/** The p_ind that tuning tries, ascending. */
const GRID = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60].map((p) => p / 100)
export const LEAST_THRESHOLD = GRID[0]
/** One of this many documents is held out for tuning. */
const HELD_OUT = 5

/** The threshold of the grid with the best R1 on a held-out fifth of the rows. */
export function tunedThreshold(data: Dataset, seed: number): number {
  const order = permutation(data.count, new Rng(seed))
  const heldOut = order.subarray(0, Math.floor(data.count / HELD_OUT))
  const trainer = new IndTrainer(data.featureCount, data.labelCount, LEAST_THRESHOLD)
  for (const row of order.subarray(heldOut.length)) trainer.learn(data, row)
  return bestThreshold(trainer, data, heldOut)
}

/** The threshold of the grid with the best R1 on rows that were not counted; the trainer has the lowest threshold. */
export function bestThreshold(trainer: IndTrainer, data: Dataset, heldOut: Uint32Array): number {
  const scores = createScores(data.labelCount)
  let best = LEAST_THRESHOLD
  let bestRight = -1
  for (const threshold of GRID) {
    const model = trainer.raised(threshold)
    let right = 0
    for (const row of heldOut) {
      model.score(data, row, scores)
      if (leadsRight(data, row, scores)) right++
      clearScores(scores)
    }
    if (right > bestRight) {
      best = threshold
      bestRight = right
    }
  }
  return best
}

/** Whether the first of the retrieved labels is right; labels that nothing is known of are passed over. */
function leadsRight(data: Dataset, row: number, { values, touched, seen, count }: Scores): boolean {
  const { labels, labelOffsets, judged } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const trueTo = labelOffsets[2 * r + 1]
  let best = -1
  if (judged[r] === 2) {
    for (let t = labelOffsets[2 * r]; t < labelOffsets[2 * r + 2]; t++) {
      if (seen[labels[t]] === 1 && (best < 0 || before(values, labels[t], best))) best = labels[t]
    }
  } else {
    for (let i = 0; i < count; i++) if (best < 0 || before(values, touched[i], best)) best = touched[i]
  }
  for (let t = labelOffsets[2 * r]; t < trueTo; t++) if (labels[t] === best) return true
  return false
}
