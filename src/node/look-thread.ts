// One thread of the first look at documents: reads and counts blocks, with a vocabulary of its own.

import { parentPort, workerData } from 'node:worker_threads'
import { DocumentCounter } from '../pipeline/counting.js'
import { type LookOrder, lookAtBlock, type SentBlock, TOTALS } from './look-block.js'

const { counter: number, task } = workerData as LookOrder
void DocumentCounter.load(number, task).then((counter) => {
  parentPort?.on('message', (message: SentBlock | typeof TOTALS) => {
    if (message === TOTALS) return parentPort?.postMessage(counter.totals())
    const answer = lookAtBlock(message, counter)
    const { terms, offsets, columns, values } = answer.counted
    const arrays = [terms.bytes, terms.starts, terms.hashes, offsets, columns, values]
    parentPort?.postMessage(
      answer,
      arrays.map(({ buffer }) => buffer as ArrayBuffer),
    )
  })
  parentPort?.postMessage('ready')
})
