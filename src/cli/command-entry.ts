// What the list of commands says of each.

import type { Command } from 'commander'

export interface CommandModule {
  /** Declares arguments, options and action. */
  define(command: Command): void
}

export interface CommandEntry {
  readonly summary: string
  readonly alias?: string
  load(): Promise<CommandModule>
}

export type Commands = Readonly<Record<string, CommandEntry>>

/** Here, since `abound predict` is also a program of its own. */
export const PREDICT_SUMMARY = 'rank labels for each text'
