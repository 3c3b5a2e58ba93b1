// What lasts: the log of feedback, the versions of models that were saved, and the queue of texts to be labelled.
// Two databases have it (SQLite, PostgreSQL); one suite of tests holds for both.

import type { Channel, Lead } from './database.js'
import type { EventBody, LearnEvent, LoggedEvent, Mark, WithdrawEvent } from './events.js'

export interface NewEvent {
  /** Unique among a model's events: a second one of the same id is not appended. */
  readonly id: string
  readonly body: EventBody
}

/** An example that was taken back or erased, and the number of the event that says so. */
export interface Withdrawn {
  readonly seq: number
  readonly example: LoggedEvent<LearnEvent>
}

export interface Appended {
  readonly id: string
  readonly seq: number
  /** Whether it was there before. */
  readonly repeated: boolean
}

/** The events of each model, in one order that all readers see alike. */
export interface FeedbackLog {
  /** Appends durably, all or none; queued texts of the same ids leave the queue. */
  append(model: string, events: readonly NewEvent[]): Promise<Appended[]>
  /**
   * Takes an example back (its id is free again) or erases it (its text is gone, its id stays taken), and says so in
   * the log; undefined if no example has the id.
   */
  withdraw(model: string, id: string, kind: WithdrawEvent['kind'], at: number): Promise<Withdrawn | undefined>
  /** Events after a number, in order. */
  read(model: string, after: number, limit: number): Promise<LoggedEvent[]>
  /** The events of these numbers, in order. */
  at(model: string, seqs: readonly number[]): Promise<LoggedEvent[]>
  /** Those of these ids that are there. */
  known(model: string, ids: readonly string[]): Promise<Set<string>>
  /** Everything up to a number, and after one, but examples. */
  marks(model: string, upTo: number, after?: number): Promise<LoggedEvent<Mark>[]>
  /** The number of the last event, 0 without any. */
  last(model: string): Promise<number>
  models(): Promise<string[]>
}

/** A model that is to be saved: what it was after the event `seq`. */
export interface NewVersion {
  readonly seq: number
  /** `interim`: published for replicas between two that are kept. */
  readonly kind: 'base' | 'learned' | 'interim' | 'rebuilt'
  readonly sha256: string
  /** Where its file is. */
  readonly uri: string
  readonly bytes: number
  readonly documents: number
  readonly at: number
  /** What was measured up to there, as JSON. */
  readonly progress: string
}

/** A version in the line of a model's versions: `parent` is the one before, 0 for the first. */
export interface Version extends Omit<NewVersion, 'progress'> {
  readonly version: number
  readonly parent: number
  /** Of the trainer that published it. */
  readonly epoch: number
}

/** The latest version of a model. */
export interface HeadVersion {
  readonly model: string
  readonly version: number
  readonly seq: number
  readonly sha256: string
}

/** What came of publishing: not the trainer any more, or not on top of the latest version. */
export type Published =
  | { readonly version: number }
  | { readonly refused: 'epoch' }
  | { readonly refused: 'parent'; readonly latest: Omit<HeadVersion, 'model'> }

export interface VersionTable {
  /** Adds a version, if the epoch is still the last one raised and the parent the latest version. */
  publish(
    model: string,
    version: NewVersion,
    by: { readonly epoch: number; readonly parent: number },
  ): Promise<Published>
  /** Oldest first. */
  all(model: string): Promise<Version[]>
  /** The latest version of every model. */
  heads(): Promise<HeadVersion[]>
  progress(model: string, version: number): Promise<string | undefined>
  /** Takes versions out; the latest stays. */
  forget(model: string, versions: readonly number[]): Promise<void>
}

/** Who may publish. */
export interface TrainerTable {
  /** A lock that keeps others from trying; undefined if another has it. What keeps them from publishing is the epoch. */
  lead(): Promise<Lead | undefined>
  /** Raises the epoch: whoever had the one before can publish no more. */
  raise(who: string, at: number): Promise<number>
  now(): Promise<{ readonly epoch: number; readonly who: string; readonly at: number } | undefined>
}

/** A text to be labelled. */
export interface QueuedText {
  readonly id: string
  readonly text: string
  /** Drawn at random, whatever the model thinks of it. */
  readonly random: boolean
  /** The lower, the sooner: how sure the model was; a random number for those drawn at random. */
  readonly sureness: number
}

export interface QueueTable {
  /** Adds those whose ids are neither queued nor taught; answers how many. */
  add(model: string, texts: readonly QueuedText[]): Promise<number>
  /** The first by sureness, of the random ones or of the others. */
  first(model: string, random: boolean, limit: number): Promise<QueuedText[]>
  find(model: string, ids: readonly string[]): Promise<QueuedText[]>
  /** Puts down what the model now thinks. */
  rate(model: string, ratings: readonly Pick<QueuedText, 'id' | 'sureness'>[]): Promise<void>
  remove(model: string, ids: readonly string[]): Promise<number>
  count(model: string): Promise<number>
}

export interface Store {
  readonly log: FeedbackLog
  readonly versions: VersionTable
  readonly trainer: TrainerTable
  readonly queue: QueueTable
  /** Calls back when others may have written: a hint, nothing relies on it. */
  listen(channel: Channel, heard: () => void): { close(): Promise<void> }
  /** Takes all of a model out. */
  drop(model: string): Promise<void>
  /** Fails where the database does not answer. */
  ping(): Promise<void>
  close(): Promise<void>
}
