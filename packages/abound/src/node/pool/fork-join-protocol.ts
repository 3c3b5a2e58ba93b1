// How threads share a job out among themselves: a few numbers in shared memory.
//
// A turn is one call of a job. Parts are claimed by compare-and-swap on one number that holds the turn and the next
// part, so that a thread which comes late, when the turn is over, claims nothing of the next with an old job.

import type { MessagePort } from 'node:worker_threads'
import type { PoolSettings } from './worker-pool.js'

/** Places in the shared numbers. */
export const TURN = 0
export const JOB = 1
export const PARTS = 2
export const CLAIM = 3
export const DONE = 4
export const FAILED = 5
/** Whether parts of the turn have answered by messages. */
export const ANSWERED = 6
export const NUMBERS = 7

/** A claim has room for this many parts. */
export const MOST_PARTS = 0xffff

/** What the watch over the threads starts with: `ended` is where it says which of them ended, and why. */
export interface WatchSetup {
  readonly control: Int32Array
  readonly ended: MessagePort
}

/** What the watch is told: a thread to start, and its end of the way between the thread and the caller. */
export interface ThreadOrder extends Pick<PoolSettings, 'file' | 'resourceLimits'> {
  readonly number: number
  readonly port: MessagePort
}

/** The end of a thread, as the watch tells it. */
export interface ThreadEnd {
  readonly number: number
  readonly why: string
}

/** What a thread is told of a job before the first turn of it. */
export interface JobOrder {
  readonly id: number
  readonly name: string
  readonly input: unknown
}

/** What a thread reports. */
export type PartReport = { readonly part: number; readonly answer: unknown } | { readonly error: unknown }

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
 * after one has failed on any thread, the others are skipped.
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
