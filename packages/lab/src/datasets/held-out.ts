// A split for corpora that come without one: by a hash of the id, so that a document stays in its part when the corpus
// grows.

import { murmur3 } from 'abound/internal'

/** One document in ten is for testing. */
const ONE_IN = 10

/** Whether a document is for testing. */
export function isHeldOut(id: string): boolean {
  const bytes = new TextEncoder().encode(id)
  return (murmur3(bytes, 0, bytes.length) >>> 0) % ONE_IN === 0
}
