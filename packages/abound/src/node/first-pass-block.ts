// A block of lines that is read and counted, by this thread or another. Plain data on the way there and back.

import {
  type CountedDocuments,
  type CounterTotals,
  type CountTask,
  DocumentCounter,
} from '../pipeline/counting.js'
import type { Work } from './define-task.js'
import { type BlockNews, readBlock, type SentBlock } from './line-blocks.js'

/** What a worker is told at its start. */
export interface FirstPassSetup {
  readonly counter: number
  readonly task: CountTask
}

/** What a worker is asked at the end: the totals of all that it has counted. */
export const TOTALS = 'totals'

/** What came of a block. */
export interface CountedBlock {
  readonly counted: CountedDocuments
  readonly news: BlockNews
}

export function countBlock({ bytes, reading }: SentBlock, counter: DocumentCounter): CountedBlock {
  const { documents, news } = readBlock(bytes, reading)
  return { counted: counter.count(documents), news }
}

/** Reads and counts blocks, with a vocabulary of the worker's own. */
export async function countBlocks({
  counter: number,
  task,
}: FirstPassSetup): Promise<Work<SentBlock | typeof TOTALS, CountedBlock | CounterTotals>> {
  const counter = await DocumentCounter.load(number, task)
  return (piece) => (piece === TOTALS ? counter.totals() : countBlock(piece, counter))
}
