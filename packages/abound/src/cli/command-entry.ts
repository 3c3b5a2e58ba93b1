// An entry of the list of commands.

import type { Command } from 'commander'

export interface CommandModule {
  /** Declares arguments, options and action. */
  define(command: Command): void
}

export interface CommandEntry {
  readonly summary: string
  readonly alias?: string
  /** Whether it takes `--plugin`, which it does unless it says otherwise. */
  readonly plugins?: false
  load(): Promise<CommandModule>
}

export type Commands = Readonly<Record<string, CommandEntry>>

// Here and not in the list of commands, as these two are also bundled alone.
export const PREDICT_SUMMARY = 'rank labels for each text'
export const TRAIN_SUMMARY = 'learn from labelled texts and write a model file'
