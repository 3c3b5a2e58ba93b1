// Ranks a file of texts, one a line, on a thread of its own: the event loop of this one stays free for whatever else the
// program does, a server for example. (`train` needs none of this: it works off the event loop by itself.)
//
//   npm install
//   npx abound train tickets.csv -o tickets.abound
//   node main.js tickets.abound < texts.txt

import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { Worker } from 'node:worker_threads'

const BATCH = 256

/**
 * Starts a thread that has the model loaded.
 *
 * @param {string} path of a model file
 */
async function startRanker(path) {
  const worker = new Worker(new URL('ranker.js', import.meta.url), { workerData: { path } })
  // The first message says that the model is loaded. Where it cannot be, `once` rejects with the error of the thread.
  await once(worker, 'message')
  /**
   * Who waits for an answer. The thread answers in the order in which it was asked, so the first in line is meant.
   *
   * @type {{ resolve: (ranked: import('abound').RankedLabel[][]) => void, reject: (error: Error) => void }[]}
   */
  const waiting = []
  worker.on('message', (ranked) => waiting.shift()?.resolve(ranked))
  worker.on('error', (error) => {
    for (const { reject } of waiting.splice(0)) reject(error)
  })
  return {
    /**
     * The best labels of each text.
     *
     * @param {string[]} texts
     * @param {{ top?: number }} [options]
     * @returns {Promise<import('abound').RankedLabel[][]>}
     */
    rank(texts, options = {}) {
      return new Promise((resolve, reject) => {
        waiting.push({ resolve, reject })
        worker.postMessage({ texts, options })
      })
    },
    stop: () => worker.terminate(),
  }
}

const ranker = await startRanker(process.argv[2] ?? 'tickets.abound')

/** @param {string[]} texts */
async function print(texts) {
  const ranked = await ranker.rank(texts, { top: 1 })
  texts.forEach((text, i) => {
    console.log(`${ranked[i][0]?.label ?? '-'}\t${text}`)
  })
}

/** @type {string[]} */
let batch = []
for await (const line of createInterface({ input: process.stdin })) {
  if (batch.push(line) < BATCH) continue
  await print(batch)
  batch = []
}
await print(batch)
await ranker.stop()
