// An entry of the list of commands.

import type { Command } from 'commander'

export interface CommandModule {
  /** Declares arguments, options and action. */
  define(command: Command): void
}

export interface CommandEntry {
  readonly summary: string
  /** The heading that it stands below in the list of all commands. */
  readonly group: string
  /** Shown below it in the list of all commands. */
  readonly example?: string
  readonly alias?: string
  /** Whether it works on the declarations of all commands. */
  readonly needsAll?: boolean
  /** What is to be installed before it can run; undefined where it can. */
  missing?(): string | undefined
  /** Whether it takes `--plugin`, which it does unless it says otherwise. */
  readonly plugins?: false
  load(): Promise<CommandModule>
}

export type Commands = Readonly<Record<string, CommandEntry>>

const START = 'Start here:'

// Here and not in the list of commands, as these two are also bundled alone.
export const PREDICT_ENTRY = {
  summary: 'rank labels for each text',
  group: START,
  example: 'abound predict news.abound "Wheat exports rose 4 pct"',
}
export const TRAIN_ENTRY = {
  summary: 'learn from labelled texts and write a model file',
  group: START,
  example: 'abound train news.csv -o news.abound',
}
