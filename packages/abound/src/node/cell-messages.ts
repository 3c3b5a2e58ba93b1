// What a process that trains and measures one cell is told, and reports.

import type { Contender } from '../selection/cell.js'
import type { SourceSettings } from './source.js'

/** How to read, without what cannot be sent to another process. */
export type PlainSourceSettings = Omit<SourceSettings, 'onBad' | 'onWarning'> & { readonly skipBad?: boolean }

export interface CellMessage {
  readonly contender: Contender
  readonly split: string
  readonly paths: readonly string[]
  readonly settings: PlainSourceSettings
  /** The file to test on, or the numbers of the documents that are tested; all others train. */
  readonly test: { readonly path: string } | { readonly rows: Uint32Array }
}

/** How far it is. */
export interface CellProgress {
  readonly phase: string
  readonly done: number
  readonly total: number
}
