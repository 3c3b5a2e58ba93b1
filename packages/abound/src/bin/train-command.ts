// `abound train` alone.

import { TRAIN_SUMMARY } from '../cli/command-entry.js'
import { runCommand } from '../cli/program.js'
import * as train from '../cli/train.js'

export function run(): Promise<void> {
  return runCommand({ train: { summary: TRAIN_SUMMARY, load: async () => train } })
}
