// Which documents are held out to decide by: a part of their learning is done a second time without them. Among so
// many as a machine can shuffle they are those that one machine would hold out; of more, each with the same chance.

import { permutation, Rng } from 'abound/internal'
import { shardSeed } from './plan.js'

/** Shuffling more would cost every task more than its own rows. */
const SHUFFLED = 2 ** 20

/** Whether a document, counted over all shards, is held out. */
export function heldOutBy(count: number, held: number, seed: number): (document: number) => boolean {
  if (held === 0) return () => false
  if (count > SHUFFLED) {
    const below = (held / count) * 2 ** 32
    return (document) => shardSeed(seed, 0, document) < below
  }
  const isHeld = new Uint8Array(count)
  for (const document of permutation(count, new Rng(seed)).subarray(0, held)) isHeld[document] = 1
  return (document) => isHeld[document] === 1
}
