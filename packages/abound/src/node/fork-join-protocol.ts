// How threads share a job out among themselves: a few numbers in shared memory.
//
// A turn is one call of a job. Parts are claimed by compare-and-swap on one number that holds the turn and the next
// part, so that a thread which comes late, when the turn is over, claims nothing of the next with an old job.

import type { MessagePort } from 'node:worker_threads'

/** Places in the shared numbers. */
export const TURN = 0
export const JOB = 1
export const PARTS = 2
export const CLAIM = 3
export const DONE = 4
export const FAILED = 5
/** Whether parts of the turn have answered on a port. */
export const ANSWERED = 6
export const NUMBERS = 7

/** A job's number that sends the threads home. */
export const GO_HOME = -1

/** A claim has room for so many parts. */
export const MOST_PARTS = 0xffff

/** What the watch over the threads is told. */
export interface WatchOrder {
  readonly control: Int32Array
  /** One for each thread. */
  readonly ports: readonly MessagePort[]
  /** Where to say what went wrong. */
  readonly news: MessagePort
  readonly file: string
  /** MB that the objects of each may take, if that is limited. */
  readonly memory: number | undefined
}

/** What a thread is told of a job before the first turn of it. */
export interface JobOrder {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** What a thread says on its port. */
export type Word = { readonly part: number; readonly answer: unknown } | { readonly error: unknown }

/** The claim before the first part of a turn. */
export function firstClaim(turn: number): number {
  return (turn & 0x7fff) << 16
}

/** A thread is gone, perhaps in the middle of a part: nobody waits for the turn any longer. */
export function giveUp(control: Int32Array): void {
  Atomics.store(control, FAILED, 1)
  Atomics.add(control, DONE, MOST_PARTS)
  Atomics.notify(control, DONE)
}

/**
 * Does parts of a turn while there are any. `answered` and `failed` are told what came of one before it counts as done;
 * after one has failed on any thread, the others are let be.
 */
export function work(
  control: Int32Array,
  turn: number,
  job: (part: number) => unknown,
  answered: (part: number, answer: unknown) => void,
  failed: (error: unknown) => void,
): void {
  const parts = Atomics.load(control, PARTS)
  for (;;) {
    const claim = Atomics.load(control, CLAIM)
    const part = claim & MOST_PARTS
    if (claim >> 16 !== (turn & 0x7fff) || part >= parts) return
    if (Atomics.compareExchange(control, CLAIM, claim, claim + 1) !== claim) continue
    try {
      if (Atomics.load(control, FAILED) === 0) answered(part, job(part))
    } catch (error) {
      failed(error)
    } finally {
      Atomics.add(control, DONE, 1)
      Atomics.notify(control, DONE)
    }
  }
}
