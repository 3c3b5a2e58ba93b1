// One thread of the first look at documents: reads and counts blocks, with a vocabulary of its own.

import { parentPort } from 'node:worker_threads'
import { DocumentCounter } from '../pipeline/counting.js'
import { type LookOrder, lookAtBlock, TOTALS } from './first-pass-block.js'
import type { SentBlock } from './line-blocks.js'
import './use-engine.js'

let counting: Promise<DocumentCounter> | undefined
parentPort?.on('message', async (message: LookOrder | SentBlock | typeof TOTALS) => {
  if (counting === undefined) {
    const { counter, task } = message as LookOrder
    counting = DocumentCounter.load(counter, task)
    return
  }
  const counter = await counting
  if (message === TOTALS) return parentPort?.postMessage(counter.totals())
  parentPort?.postMessage(lookAtBlock(message as SentBlock, counter))
})
