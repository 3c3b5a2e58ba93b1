// `abound predict` alone, and what its threads run.

import { answerBatches } from '../cli/batch-thread.js'
import { PREDICT_SUMMARY } from '../cli/command-entry.js'
import * as predict from '../cli/predict.js'
import { predictDocuments } from '../cli/predict-documents.js'
import { runCommand } from '../cli/program.js'

export function run(): Promise<void> {
  return runCommand({ predict: { summary: PREDICT_SUMMARY, load: async () => predict } })
}

/** Runs this thread. */
export function predictThread(): void {
  answerBatches(predictDocuments)
}
