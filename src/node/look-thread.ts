// One thread of the first look at documents: reads and counts blocks, with a vocabulary of its own.

import { parentPort } from 'node:worker_threads'
import { DocumentCounter } from '../pipeline/counting.js'
import { type LookOrder, lookAtBlock, type SentBlock, TOTALS } from './look-block.js'

let counting: Promise<DocumentCounter> | undefined
parentPort?.on('message', async (message: LookOrder | SentBlock | typeof TOTALS) => {
  if (counting === undefined) {
    const { counter, task } = message as LookOrder
    counting = DocumentCounter.load(counter, task)
    return
  }
  const counter = await counting
  if (message === TOTALS) return parentPort?.postMessage(counter.totals())
  const answer = lookAtBlock(message as SentBlock, counter)
  const { terms, offsets, columns, values } = answer.counted
  const arrays = [terms.bytes, terms.starts, terms.hashes, offsets, columns, values]
  parentPort?.postMessage(
    answer,
    arrays.map(({ buffer }) => buffer as ArrayBuffer),
  )
})
