// Ranking pieces of batches in a worker, with models in memory that all threads share.

import { fromShared } from 'abound'
import { defineTask } from 'abound/files'
import { LabelNames } from '../model/label-renaming.js'
import { type Piece, type RankedPiece, type Ranking, rankPiece } from './rank-text.js'

/** A model as it stood at a version. */
export interface SharedModel {
  readonly name: string
  /** No two models have the same. */
  readonly key: number
  readonly version: number
  readonly memory: SharedArrayBuffer
  /** Names that people see other names for. */
  readonly shownAs: readonly (readonly [string, string])[]
}

export interface RankOrder {
  readonly piece: Piece
  readonly key: number
  /** The model of the key, where the thread does not have it yet. */
  readonly model?: SharedModel
  /** Models that it is not asked for any more. */
  readonly forget: readonly number[]
}

const rankings = new Map<number, Omit<Ranking, 'drift'>>()

/** Ranks pieces of batches. */
export const RANK = defineTask('rank', async () => () => answer)

async function answer({ piece, key, model, forget }: RankOrder): Promise<RankedPiece> {
  for (const old of forget) rankings.delete(old)
  if (model !== undefined) rankings.set(key, await rankingOf(model))
  return rankPiece(rankings.get(key)!, piece)
}

async function rankingOf({ memory, shownAs }: SharedModel): Promise<Omit<Ranking, 'drift'>> {
  const classifier = await fromShared(memory)
  return {
    classifier,
    vectoriser: classifier.toParts().vectoriser,
    names: LabelNames.showing(shownAs),
  }
}
