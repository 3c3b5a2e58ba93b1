// Which examples a model is made of, from the marks in its log (events.ts). Examples are numbers here: a number that
// is no mark is an example.
//
// A model is a foundation (a model file, or one trained again on the corpus and earlier examples) on which the
// examples since were learned, one after another. It depends on nothing else, so that a replay gives the same bytes.

import type { BaseEvent, LoggedEvent, Mark, RebuildEvent, RenameEvent } from '../log/events.js'

/** A run of numbers, both ends included. */
type Range = readonly [from: number, to: number]

/** The history from a mark on that branches it. */
interface Branch {
  readonly seq: number
  readonly base: LoggedEvent<BaseEvent>
  readonly rebuild: LoggedEvent<RebuildEvent> | undefined
  /** The examples before this state that still count. */
  readonly before: readonly Range[]
}

/** What a model is made of. */
export interface Recipe {
  readonly base: LoggedEvent<BaseEvent>
  /** The model that it stands on where it was trained again; undefined where it is the base. */
  readonly rebuild: LoggedEvent<RebuildEvent> | undefined
  /** The examples learned on the foundation, in order. */
  readonly learned: readonly number[]
  /** The examples that the foundation was trained on, besides its corpus. */
  readonly trained: readonly number[]
}

export class Lineage {
  private readonly marks = new Map<number, Mark>()
  /** Examples taken back or erased, and when. */
  private readonly gone = new Map<number, number>()
  private readonly branchMarks: Branch[] = []

  /** Takes a mark; `replay` where the model cannot go on from what it is. */
  take({ seq, id, body }: LoggedEvent<Mark>): 'replay' | 'same' {
    // What is left in the example's place; the mark that erased it comes later in the log.
    if (body.kind === 'erased') return 'same'
    this.marks.set(seq, body)
    switch (body.kind) {
      case 'base': {
        const before = this.rangesAt(seq - 1)
        this.branchMarks.push({ seq, base: { seq, id, body }, rebuild: undefined, before })
        return 'replay'
      }
      case 'rebuild': {
        const { base } = this.branchAt(seq)!
        this.branchMarks.push({ seq, base, rebuild: { seq, id, body }, before: this.rangesAt(seq - 1) })
        return 'replay'
      }
      case 'rollback': {
        const state = this.branchAt(body.to)!
        this.branchMarks.push({ ...state, seq, before: this.rangesAt(body.to) })
        return 'replay'
      }
      case 'undo':
      case 'erase': {
        this.gone.set(body.target, seq)
        // What the foundation was trained on is taken out by training again, which has a mark of its own.
        return this.isLearned(body.target) ? 'replay' : 'same'
      }
      default:
        return 'same'
    }
  }

  /** How often the history branched: work that was planned before the last time is no longer valid. */
  get branches(): number {
    return this.branchMarks.length
  }

  /** The renames up to event `seq`. */
  renames(seq = Number.POSITIVE_INFINITY): LoggedEvent<RenameEvent>[] {
    const out: LoggedEvent<RenameEvent>[] = []
    for (const [at, body] of this.marks)
      if (body.kind === 'rename' && at <= seq) out.push({ seq: at, id: '', body })
    return out
  }

  /** Whether the current foundation was trained on examples that have been taken back since. */
  get stale(): boolean {
    const state = this.branchMarks.at(-1)
    if (state?.rebuild === undefined) return false
    const { upTo } = state.rebuild.body
    for (const [target, when] of this.gone) {
      if (target <= upTo && when > upTo && this.isIn(state.before, target)) return true
    }
    return false
  }

  /** The mark of a number, if it is one. */
  mark(seq: number): Mark | undefined {
    return this.marks.get(seq)
  }

  /** What the model stands on after event `seq`. */
  foundation(seq: number): Pick<Recipe, 'base' | 'rebuild'> | undefined {
    return this.branchAt(seq)
  }

  /** Whether a model that was saved after event `seq` holds an example that has been erased since. */
  holdsErased(seq: number): boolean {
    const { erased } = this
    const state = this.branchAt(seq)
    if (erased.size === 0 || state === undefined) return false
    const floor = state.rebuild?.body.upTo ?? 0
    const ranges = this.rangesAt(seq)
    for (const target of erased)
      if (this.gone.get(target)! > (target <= floor ? floor : seq) && this.isIn(ranges, target)) return true
    return false
  }

  /** What the model is made of after event `seq`; without the examples taken back by `asOf`. */
  recipe(seq: number, asOf = Number.POSITIVE_INFINITY): Recipe | undefined {
    const state = this.branchAt(seq)
    if (state === undefined) return undefined
    const floor = state.rebuild?.body.upTo ?? 0
    const learned: number[] = []
    const trained: number[] = []
    for (const [from, to] of this.rangesAt(seq)) {
      for (let i = from; i <= to; i++) {
        if (this.marks.has(i)) continue
        // What was trained stays until the next training, which leaves out what was taken back before.
        const left = i <= floor ? floor : asOf
        const when = this.gone.get(i)
        if (when !== undefined && when <= left) continue
        ;(i <= floor ? trained : learned).push(i)
      }
    }
    return { base: state.base, rebuild: state.rebuild, learned, trained }
  }

  /** Examples that count for training again after event `seq`. */
  surviving(seq: number): number[] {
    const out: number[] = []
    for (const [from, to] of this.rangesAt(seq))
      for (let i = from; i <= to; i++) if (!this.marks.has(i) && !this.gone.has(i)) out.push(i)
    return out
  }

  /** The numbers of erased examples. */
  get erased(): ReadonlySet<number> {
    const out = new Set<number>()
    for (const [target, when] of this.gone) if (this.marks.get(when)?.kind === 'erase') out.add(target)
    return out
  }

  private branchAt(seq: number): Branch | undefined {
    for (let i = this.branchMarks.length - 1; i >= 0; i--)
      if (this.branchMarks[i].seq <= seq) return this.branchMarks[i]
    return undefined
  }

  private rangesAt(seq: number): Range[] {
    const state = this.branchAt(seq)
    if (state === undefined) return seq > 0 ? [[1, seq]] : []
    return seq > state.seq ? [...state.before, [state.seq + 1, seq]] : [...state.before]
  }

  /** Whether an example is learned on the current foundation. */
  private isLearned(target: number): boolean {
    const state = this.branchMarks.at(-1)
    if (state === undefined) return false
    if (target <= (state.rebuild?.body.upTo ?? 0)) return false
    return target > state.seq || this.isIn(state.before, target)
  }

  private isIn(ranges: readonly Range[], seq: number): boolean {
    return ranges.some(([from, to]) => from <= seq && seq <= to)
  }
}

/** Whether a model made by `one` can go on to what `other` says: then the examples that are still to be learned. */
export function remaining(one: Recipe, other: Recipe): readonly number[] | undefined {
  if (one.base.seq !== other.base.seq || one.rebuild?.seq !== other.rebuild?.seq) return undefined
  if (one.learned.length > other.learned.length) return undefined
  for (let i = 0; i < one.learned.length; i++) if (one.learned[i] !== other.learned[i]) return undefined
  return other.learned.slice(one.learned.length)
}
