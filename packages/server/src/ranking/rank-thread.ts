// A thread that ranks pieces of batches, with models in memory that all threads share.

import { parentPort } from 'node:worker_threads'
import { fromShared, InputError } from 'abound'
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

export type RankNews =
  | { readonly kind: 'ranked'; readonly ranked: RankedPiece }
  | { readonly kind: 'failed'; readonly expected: boolean; readonly message: string }

const rankings = new Map<number, Omit<Ranking, 'drift'>>()

parentPort!.on('message', (order: RankOrder) => {
  answer(order).then(
    (ranked) => say({ kind: 'ranked', ranked }),
    (error: unknown) => {
      const expected = error instanceof InputError
      const { message, stack } = error as Error
      say({ kind: 'failed', expected, message: expected ? message : (stack ?? String(error)) })
    },
  )
})

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

/** Nothing is moved: threads whose arrays have lost their memory are slower (src/node/line-chunks.ts). */
function say(news: RankNews): void {
  parentPort!.postMessage(news)
}
