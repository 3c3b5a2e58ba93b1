// `abound predict` on several threads: the lines of each batch are printed in the order of what was read.

import { BatchThreads } from './batch-threads.js'
import { PREDICT, type PredictSettings, predictDocuments } from './predict-documents.js'

/** Threads that print what they predict. */
export function predictThreads(
  settings: PredictSettings,
  size: number,
  print: (lines: string) => Promise<void>,
  expected?: number,
): BatchThreads<PredictSettings, string> {
  const take = async (results: readonly string[]): Promise<void> => {
    const lines = results.join('')
    if (lines !== '') await print(lines)
  }
  return new BatchThreads({ task: PREDICT, work: predictDocuments, settings, take }, size, expected)
}
