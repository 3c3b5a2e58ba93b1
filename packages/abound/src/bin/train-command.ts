// `abound train` alone.

import { TRAIN_ENTRY } from '../cli/command-entry.js'
import { runCommand } from '../cli/program.js'
import * as train from '../cli/train.js'

export function run(): Promise<void> {
  return runCommand({ train: { ...TRAIN_ENTRY, load: async () => train } })
}
