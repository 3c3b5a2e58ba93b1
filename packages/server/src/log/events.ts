// What the log holds: one event a line of history. The model is a function of its base and these, in order.

/** An example taught; labels named in neither list are unknown where `partial`. */
export interface LearnEvent {
  readonly kind: 'learn'
  readonly text: string
  readonly labels: readonly string[]
  readonly notLabels?: readonly string[]
  readonly partial?: true
  /** How it came up, if it came from the queue: drawn at random, it tells of quality without bias. */
  readonly why?: Why
  readonly at: number
}

/** Why a text is shown for labelling. */
export type Why = 'uncertain' | 'random' | 'diverse'

/** An example (by its sequence number) taken back, or erased: its text is gone from the log then. */
export interface WithdrawEvent {
  readonly kind: 'undo' | 'erase'
  readonly target: number
  readonly at: number
}

/** What is left of an erased example. */
interface ErasedEvent {
  readonly kind: 'erased'
}

/** A model file takes over; what was taught before is taught to it again. */
export interface BaseEvent {
  readonly kind: 'base'
  readonly sha256: string
  /** The documents it was trained on, for training again. */
  readonly corpus?: string
  readonly documents: number
  readonly at: number
}

/** A model trained again on the corpus and what was taught up to `upTo` takes over. */
export interface RebuildEvent {
  readonly kind: 'rebuild'
  readonly upTo: number
  readonly sha256: string
  readonly at: number
}

/** The model goes back to what it was at `to`; what was taught since is set aside. */
interface RollbackEvent {
  readonly kind: 'rollback'
  readonly to: number
  readonly at: number
}

/** Labels are renamed; under a name that exists, or a common one, they are merged. */
export interface RenameEvent {
  readonly kind: 'rename'
  readonly from: readonly string[]
  readonly to: string
  readonly at: number
}

/** A label that nothing was taught of yet. */
interface LabelEvent {
  readonly kind: 'label'
  readonly label: string
  readonly at: number
}

export type EventBody =
  | LearnEvent
  | WithdrawEvent
  | ErasedEvent
  | BaseEvent
  | RebuildEvent
  | RollbackEvent
  | RenameEvent
  | LabelEvent

/** Everything but examples: few, kept in memory. */
export type Mark = Exclude<EventBody, LearnEvent>

/** An event with its place: numbers of a model's events have no gaps, and follow the order of commits. */
export interface LoggedEvent<Body extends EventBody = EventBody> {
  readonly seq: number
  readonly id: string
  readonly body: Body
}
