// `abound predict` alone, and what its threads run.

import { PREDICT_SUMMARY } from './command-entry.js'
import * as predict from './predict.js'
import { runCommand } from './program.js'

export { predictThread } from './predict-thread.js'

export function run(): Promise<void> {
  return runCommand({ predict: { summary: PREDICT_SUMMARY, load: async () => predict } })
}
