// A block of lines that is read and counted, by this thread or another. Plain data on the way there and back.

import type { CountedDocuments, CountTask, DocumentCounter } from '../pipeline/counting.js'
import { type BlockNews, readBlock, type SentBlock } from './line-blocks.js'

/** What a thread is told at its start. */
export interface LookOrder {
  readonly counter: number
  readonly task: CountTask
}

/** What a thread is asked at the end: the totals of all that it has counted. */
export const TOTALS = 'totals'

/** What came of a block. */
export interface LookedBlock {
  readonly counted: CountedDocuments
  readonly news: BlockNews
}

export function lookAtBlock({ bytes, reading }: SentBlock, counter: DocumentCounter): LookedBlock {
  const { documents, news } = readBlock(bytes, reading)
  return { counted: counter.count(documents), news }
}
