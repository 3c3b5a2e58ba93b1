// Made-up documents: each label has words of its own, and all share some.

import type { Document } from '../../packages/abound/src/internal.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'

export interface TopicOptions {
  readonly count: number
  readonly labels?: number
  /** Words of a document. */
  readonly length?: number
  /** Words that each label has of its own, and that all share. */
  readonly ownWords?: number
  readonly sharedWords?: number
  /** Whether documents may have none, one or two labels rather than one. */
  readonly multi?: boolean
  readonly seed?: number
}

/** Seeded documents in which words tell the labels. */
export function topicDocuments(options: TopicOptions): Document[] {
  const { count, labels = 4, length = 8, ownWords = 10, sharedWords = 10, multi = false, seed = 1 } = options
  const rng = new Rng(seed)
  return Array.from({ length: count }, (_, i) => {
    const chosen = new Set<number>()
    const size = multi ? [0, 1, 1, 2][rng.below(4)] : 1
    // The first documents name the labels in order, so that ids do not depend on chance.
    if (size > 0) chosen.add(i < labels ? i : rng.below(labels))
    if (size > 1) chosen.add(rng.below(labels))
    const words = Array.from({ length }, () => {
      const topic = [...chosen][rng.below(Math.max(1, chosen.size))]
      if (topic === undefined || rng.below(3) === 0) return `shared${rng.below(sharedWords)}`
      return `topic${topic}word${rng.below(ownWords)}`
    })
    return { id: String(i), text: words.join(' '), labels: Array.from(chosen, (label) => `label${label}`) }
  })
}

/** The same documents as ready-made vectors: word counts under numbers. */
export function asVectors(documents: readonly Document[]): Document[] {
  const ids = new Map<string, number>()
  return documents.map(({ text, ...rest }) => {
    const counts = new Map<number, number>()
    for (const word of String(text).split(' ')) {
      const id = ids.get(word) ?? ids.size + 1
      ids.set(word, id)
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
    const entries = [...counts].sort((a, b) => a[0] - b[0])
    const vector = {
      features: Uint32Array.from(entries, ([id]) => id),
      values: Float64Array.from(entries, ([, value]) => value),
    }
    return { ...rest, vector }
  })
}

/** A vector of one document, from feature id → value. */
export function vectorOf(entries: Readonly<Record<number, number>>): NonNullable<Document['vector']> {
  return {
    features: Uint32Array.from(Object.keys(entries), Number),
    values: Float64Array.from(Object.values(entries)),
  }
}
