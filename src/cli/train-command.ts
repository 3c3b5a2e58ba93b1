// `abound train` alone.

import { TRAIN_SUMMARY } from './command-entry.js'
import { runCommand } from './program.js'
import * as train from './train.js'

export function run(): Promise<void> {
  return runCommand({ train: { summary: TRAIN_SUMMARY, load: async () => train } })
}
