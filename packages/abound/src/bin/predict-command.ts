// `abound predict` alone, and what its workers do.

import { PREDICT_SUMMARY } from '../cli/command-entry.js'
import * as predict from '../cli/predict.js'
import { PREDICT } from '../cli/predict-documents.js'
import { runCommand } from '../cli/program.js'
import { runWorker } from '../node/internal.js'

export function run(): Promise<void> {
  return runCommand({ predict: { summary: PREDICT_SUMMARY, load: async () => predict } })
}

/** What a worker of it does. */
export function work(): void {
  runWorker([PREDICT])
}
