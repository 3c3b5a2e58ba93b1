// Ranking pieces of batches in a worker, with models in memory that all threads share.

import { defineTask, fromShared } from 'abound/internal'
import { LabelNames } from '../model/label-renaming.js'
import { type RankedPiece, type RankingModel, rankPiece, type TextPiece } from './rank-text.js'

/** A copy of a model as of a version, in memory that threads share. */
export interface ModelCopy {
  readonly name: string
  /** No two models have the same. */
  readonly key: number
  readonly version: number
  readonly memory: SharedArrayBuffer
  /** Renamed labels, each with the name to show. */
  readonly shownAs: readonly (readonly [string, string])[]
}

export interface RankOrder {
  readonly piece: TextPiece
  readonly key: number
  /** The model of the key, where the thread does not have it yet. */
  readonly model?: ModelCopy
  /** Models that it will not be asked for again. */
  readonly forget: readonly number[]
}

const models = new Map<number, RankingModel>()

/** Ranks pieces of batches. */
export const RANK = defineTask('rank', async () => () => answer)

async function answer({ piece, key, model, forget }: RankOrder): Promise<RankedPiece> {
  for (const old of forget) models.delete(old)
  if (model !== undefined) models.set(key, await loadCopy(model))
  return rankPiece(models.get(key)!, piece)
}

async function loadCopy({ memory, shownAs }: ModelCopy): Promise<RankingModel> {
  const classifier = await fromShared(memory)
  return {
    classifier,
    vectoriser: classifier.toParts().vectoriser,
    names: LabelNames.forDisplay(shownAs),
  }
}
