// What a process that trains and measures one cell is told, and what it answers.

import type { CellResult, Contender } from '../selection/cell.js'
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

export type CellAnswer =
  | { readonly kind: 'done'; readonly cell: CellResult }
  | { readonly kind: 'progress'; readonly phase: string; readonly done: number; readonly total: number }
  /** `data`: what was read is at fault, so that no other cell will fare better. */
  | { readonly kind: 'failed'; readonly why: 'data' | 'input' | 'fault'; readonly message: string }
