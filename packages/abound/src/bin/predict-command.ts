// `abound predict` alone, and what its workers do.

import { PREDICT_ENTRY } from '../cli/command-entry.js'
import * as predict from '../cli/predict.js'
import { PREDICT } from '../cli/predict-documents.js'
import { runCommand } from '../cli/program.js'
import { runWorker } from '../node/internal.js'

export function run(): Promise<void> {
  return runCommand({ predict: { ...PREDICT_ENTRY, load: async () => predict } })
}

/** What a worker of it does. */
export function work(): void {
  runWorker([PREDICT])
}
