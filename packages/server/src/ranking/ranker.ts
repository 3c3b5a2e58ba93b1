// Where a batch is ranked: in threads, from a model in memory that they share; or on the event loop, in slices.
//
// The threads' model is a copy as of a version. While the model learns, each batch would want another one, which takes
// the longer the larger the model is. So batches are ranked here until that has cost about as much as a copy: whatever
// comes, twice the best cost at most.

import { toShared } from 'abound/internal'
import type { TimeSlice } from '../fair-queue.js'
import type { ServedModel } from '../model/served-model.js'
import type { RankPool } from './rank-pool.js'
import type { ModelCopy } from './rank-task.js'
import { charactersOf, type RankedPiece, rankPiece, type TextPiece } from './rank-text.js'

/** Ranking a character takes as long as copying this many bytes of a model. */
const BYTES_A_CHARACTER = 32

interface RankPlace {
  /** The version of the model that ranks. */
  readonly version: number
  rank(piece: TextPiece): Promise<RankedPiece>
}

interface KeptCopy {
  /** The latest copy, and what it was made of. */
  latest:
    | {
        readonly copy: ModelCopy
        readonly classifier: ServedModel['classifier']
        readonly names: number
      }
    | undefined
  bytes: number
  /** Characters ranked here since the copy was out of date. */
  characters: number
}

export class Ranker {
  private readonly pool: RankPool | undefined
  private readonly kept = new WeakMap<ServedModel, KeptCopy>()
  private keys = 0

  constructor(pool?: RankPool) {
    this.pool = pool
  }

  /** Pieces of one request that are worked on at once. */
  get ahead(): number {
    return (this.pool?.settings.size ?? 0) + 1
  }

  /** Where to rank texts of this length with a model as it stands. */
  place(model: ServedModel, characters: number, slice: TimeSlice): RankPlace {
    const { pool } = this
    const copy = pool === undefined ? undefined : this.copyOf(model, characters)
    if (pool === undefined || copy === undefined) {
      return { version: model.applied, rank: (piece) => rankHere(model, piece, slice) }
    }
    return { version: copy.version, rank: (piece) => pool.rank(copy, piece) }
  }

  /** The same for one piece by itself. */
  rank(model: ServedModel, piece: TextPiece, slice: TimeSlice): Promise<RankedPiece> {
    return this.place(model, charactersOf(piece.texts), slice).rank(piece)
  }

  /** Makes the copy for the threads now, so that the first batch need not. */
  prepare(model: ServedModel): void {
    if (this.pool !== undefined) this.copyOf(model, 0)
  }

  /** The copy for the threads; undefined where ranking here costs less than making one. */
  private copyOf(model: ServedModel, characters: number): ModelCopy | undefined {
    const { classifier, applied: version, names, name } = model
    let kept = this.kept.get(model)
    if (kept === undefined) {
      kept = { latest: undefined, bytes: 0, characters: 0 }
      this.kept.set(model, kept)
    }
    const { latest } = kept
    const current =
      latest?.classifier === classifier && latest.copy.version === version && latest.names === names.version
    if (current) return latest.copy
    kept.latest = undefined
    kept.characters += characters
    if (kept.characters * BYTES_A_CHARACTER < kept.bytes) return undefined
    const memory = toShared(classifier)
    const copy = { name, key: this.keys++, version, memory, shownAs: names.entries() }
    kept.latest = { copy, classifier, names: names.version }
    kept.bytes = memory.byteLength
    kept.characters = 0
    return copy
  }
}

async function rankHere(model: ServedModel, piece: TextPiece, slice: TimeSlice): Promise<RankedPiece> {
  if (slice.over) await slice.next()
  return rankPiece(model, piece)
}
