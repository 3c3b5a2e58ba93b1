// What an item of a paper is: one of its tables or figures as a declaration (what is published, what is claimed, what
// it needs) and a function that runs it again. A new item is a file like mcg09/fig14.ts and its line in list.ts.

import type { Document } from 'abound'
import type { ForkJoinPool } from 'abound/internal'
import type { ClaimFound } from './claims.js'
import type { Figures } from './measured-figures.js'

/** A paper that items come from. */
export interface Paper {
  /** Its name here, as in the names of its items: `cs02`. */
  readonly id: string
  readonly authors: string
  readonly title: string
  readonly where: string
}

/**
 * How near our data come to the paper's. `same`: the same documents, and what is left open is small; `similar`: the
 * same collection, prepared in a way that can only be guessed; `other`: another corpus in its place; `none`: it
 * cannot be run.
 */
type DataKind = 'same' | 'similar' | 'other' | 'none'

/** A measure of a table; figures within `within` of the published one count as met. */
export interface MeasureColumn {
  readonly name: string
  readonly digits: number
  readonly within?: number
}

/** Figures as published: a row for each contender, null where the paper has none. */
export interface PublishedTable {
  /** The name of the table here; rows of ours name it. */
  readonly name: string
  /** Where in the paper. */
  readonly place: string
  readonly measures: readonly MeasureColumn[]
  readonly rows: Readonly<Record<string, readonly (number | null)[]>>
}

/** A figure of a paper drawn again: lines over an axis. */
export interface PaperPlot {
  /** Part of a file name: `losses`. */
  readonly name: string
  readonly title: string
  readonly x: Axis
  readonly y: Axis
  readonly lines: readonly PlotLine[]
}

interface Axis {
  readonly label: string
  readonly log?: boolean
}

export interface PlotLine {
  readonly name: string
  readonly points: readonly (readonly [x: number, y: number])[]
}

/** What running an item gives. */
export interface Findings {
  readonly figures: Figures
  /** What became of each claim, by its name in the declaration. */
  readonly claims: Readonly<Record<string, ClaimFound>>
  readonly plots?: readonly PaperPlot[]
  /** What was counted on the way: documents, features. */
  readonly facts?: Readonly<Record<string, number | string>>
  /** What an experiment says of a difference, found in this run. */
  readonly notes?: readonly string[]
}

/** How a part of a dataset is read. */
interface PartSettings {
  /** Fields read as text (`text`). */
  readonly fields?: readonly string[]
  /** The field of the labels. */
  readonly labelColumn?: string
}

/**
 * Where a claim that does not hold fails: `ours` (our protocol or our program is at fault), `the data` (it holds where its
 * premise does), `the paper` (it does not hold there either), `undecided`.
 */
export type Cause = 'ours' | 'the data' | 'the paper' | 'undecided'

/** What an experiment found of a claim that does not hold. */
export interface Decision {
  readonly cause: Cause
  /** The figures it rests on, in words. */
  readonly numbers: string
}

/** An experiment that decides why a claim does not hold: another protocol, another corpus, one that is made for it. */
export interface Experiment {
  /** What is done, and what it would show. */
  readonly what: string
  run(desk: Desk): Promise<Decision>
}

/** What an item is given to work with. */
export interface Desk {
  readonly seed: number
  /** Whether a smaller version is enough. */
  readonly quick: boolean
  /** Threads for learners that use them. */
  readonly pool?: ForkJoinPool
  /** All documents of a part of a dataset (`reuters21578`, `modapte-train`). */
  documents(dataset: string, part: string, settings?: PartSettings): Promise<Document[]>
  /** The plain texts of a dataset, in the order of their names. */
  texts(dataset: string): Promise<string[]>
  /** Reports the share of the work that is done. */
  progress(share: number, doing: string): void
  /** Seconds of processor time so far, for figures of cost; never for decisions. */
  cpuSeconds(): number
}

/** One table or figure of a paper (or several that one run gives). */
export interface PaperItem {
  /** `cs02-tables`, as on the command line. */
  readonly id: string
  readonly paper: Paper
  /** Which tables and figures: `tables 1 and 2`. */
  readonly place: string
  readonly title: string
  /** Datasets by name. */
  readonly corpora: readonly string[]
  readonly data: DataKind
  /** Where the data or the set-up differ from the paper's, or why it cannot be run. */
  readonly differs: string
  /** What is done: splits, trials, text options. */
  readonly protocol: string
  readonly tables: readonly PublishedTable[]
  /** The cells that are shown where there is room for few: table, row, measure. */
  readonly headline: readonly (readonly [table: string, row: string, measure: string])[]
  /** What the paper says of the figures, by a short name. */
  readonly claims: Readonly<Record<string, string>>
  /** By the name of the claim: run where the claim does not hold. */
  readonly experiments?: Readonly<Record<string, Experiment>>
  /** Absent where it cannot be run. */
  run?(desk: Desk): Promise<Findings>
}
