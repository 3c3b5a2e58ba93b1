// `abound/internal/command`: what commands of our own packages are made with. It may change in any release.

export { type Command, Option } from 'commander'
export {
  addCutFlags,
  type ClusterFlags,
  type CutFlags,
  type RunFlags,
} from './cluster-flags.js'
export { addDataFlags, type DataFlags, openData, sourceSettings } from './data-flags.js'
export { addTrainFlags, givenOptions } from './option-flags.js'
export { Progress } from './progress.js'
export {
  colours,
  formatAmount,
  formatBytes,
  formatCount,
  list,
  parseWholeNumber,
  print,
  table,
  warn,
} from './terminal.js'
