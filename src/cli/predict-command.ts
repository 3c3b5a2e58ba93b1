// `abound predict` alone.

import { PREDICT_SUMMARY } from './command-entry.js'
import * as predict from './predict.js'
import { runCommand } from './program.js'

void runCommand({ predict: { summary: PREDICT_SUMMARY, load: async () => predict } })
