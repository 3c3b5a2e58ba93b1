// `abound predict` on several threads: the lines of each batch are printed in the order of what was read.

import { BatchThreads } from './batch-threads.js'
import { type PredictTask, predictDocuments } from './predict-documents.js'

/** Threads that print what they predict. */
export function predictThreads(
  task: PredictTask,
  size: number,
  print: (lines: string) => Promise<void>,
  expected?: number,
): BatchThreads<PredictTask, string> {
  const take = async (results: readonly string[]): Promise<void> => {
    const lines = results.join('')
    if (lines !== '') await print(lines)
  }
  const file = new URL('./predict-thread.js', import.meta.url).href
  return new BatchThreads({ file, command: 'predict', work: predictDocuments, task, take }, size, expected)
}
