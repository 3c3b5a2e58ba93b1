// Where a batch is ranked: in threads, from a model in memory that they share; or on the event loop, in slices.
//
// The threads' model is a copy as of a version. While the model learns, each batch would want another one, which takes
// the longer the larger the model is. So batches are ranked here until that has cost about as much as a copy: whatever
// comes, twice the best cost at most.

import { toShared } from 'abound'
import type { TimeSlice } from '../fair-queue.js'
import type { ServedModel } from '../model/served-model.js'
import type { RankPool } from './rank-pool.js'
import type { SharedModel } from './rank-task.js'
import { charactersOf, type Piece, type RankedPiece, rankPiece } from './rank-text.js'

/** Ranking a character takes as long as copying this many bytes of a model. */
const BYTES_A_CHARACTER = 32

export interface RankPlace {
  /** The version of the model that ranks. */
  readonly version: number
  rank(piece: Piece): Promise<RankedPiece>
}

interface Copy {
  readonly shared: SharedModel
  readonly classifier: ServedModel['classifier']
  readonly names: number
}

interface KeptCopy {
  copy: Copy | undefined
  bytes: number
  /** Characters ranked here since the copy was out of date. */
  characters: number
}

export class Ranker {
  private readonly pool: RankPool | undefined
  private readonly models = new WeakMap<ServedModel, KeptCopy>()
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
    const shared = pool === undefined ? undefined : this.shared(model, characters)
    if (pool === undefined || shared === undefined) {
      return { version: model.applied, rank: (piece) => rankHere(model, piece, slice) }
    }
    return { version: shared.version, rank: (piece) => pool.rank(shared, piece) }
  }

  /** The same for one piece by itself. */
  rank(model: ServedModel, piece: Piece, slice: TimeSlice): Promise<RankedPiece> {
    return this.place(model, charactersOf(piece.texts), slice).rank(piece)
  }

  /** Makes the copy for the threads now, so that the first batch need not. */
  prepare(model: ServedModel): void {
    if (this.pool !== undefined) this.shared(model, 0)
  }

  private shared(model: ServedModel, characters: number): SharedModel | undefined {
    const { classifier, applied: version, names, name } = model
    let kept = this.models.get(model)
    if (kept === undefined) {
      kept = { copy: undefined, bytes: 0, characters: 0 }
      this.models.set(model, kept)
    }
    const { copy } = kept
    const current =
      copy?.classifier === classifier && copy.shared.version === version && copy.names === names.version
    if (current) return copy.shared
    kept.copy = undefined
    kept.characters += characters
    if (kept.characters * BYTES_A_CHARACTER < kept.bytes) return undefined
    const memory = toShared(classifier)
    const shared = { name, key: this.keys++, version, memory, shownAs: names.entries() }
    kept.copy = { shared, classifier, names: names.version }
    kept.bytes = memory.byteLength
    kept.characters = 0
    return shared
  }
}

async function rankHere(model: ServedModel, piece: Piece, slice: TimeSlice): Promise<RankedPiece> {
  if (slice.over) await slice.next()
  return rankPiece(model, piece)
}
