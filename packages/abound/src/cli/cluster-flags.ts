// The flags of training on many machines, which @abound/lab does.

import type { Command } from 'commander'
import type { DataFlags } from './data-flags.js'

/** Flags that say how a run is cut, and where it is kept. */
export interface CutFlags {
  readonly shards?: string
  readonly buckets?: string
  readonly tasks?: string
  readonly run?: string
}

/** Flags that say where a run is done. */
export interface RunFlags {
  readonly cluster?: string
  readonly bundle?: string
  readonly conf?: readonly string[]
  readonly output?: string
  readonly threads?: string
  readonly quiet?: boolean
}

export interface ClusterFlags extends DataFlags, CutFlags, RunFlags {
  readonly learner?: string
  readonly output: string
  readonly json?: boolean
}

export function addCutFlags(command: Command): Command {
  return command
    .option('--shards <n>', 'cut the documents into so many shards (default: each file is one)')
    .option('--buckets <n>', 'how many reduces share the merging (default: as many as shards)')
    .option('--tasks <n>', 'how many tasks share the labels of svm (default: as many as shards)')
    .option('--run <folder>', 'where the run is kept: a folder that all machines can reach')
}

/** What @abound/lab does for `abound train --cluster`; `others` are given flags that it cannot use. */
export interface ClusterTraining {
  trainOnCluster(
    paths: readonly string[],
    flags: ClusterFlags,
    given: Record<string, unknown>,
    others: readonly string[],
  ): Promise<void>
}
