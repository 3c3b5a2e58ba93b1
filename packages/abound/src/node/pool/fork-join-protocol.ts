// How threads share a job out among themselves: a few numbers in shared memory.
//
// A turn is one call of a job. Parts are claimed by compare-and-swap on one number that holds both the turn and the next
// part. So a thread that is late, when its turn is over, cannot claim a part of the next turn for its old job.

import type { MessagePort } from 'node:worker_threads'
import type { PoolSettings } from '../../threads/pooled-worker.js'

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

/** What the watch starts with: the shared numbers, and the port to report ended threads on. */
export interface WatchSetup {
  readonly control: Int32Array
  readonly ended: MessagePort
}

/** A message to the watch: a thread to start, with the port by which the thread talks to the caller. */
export interface ThreadOrder extends Pick<PoolSettings, 'file' | 'resourceLimits'> {
  readonly number: number
  readonly port: MessagePort
}

/** A message of the watch: a thread has ended. */
export interface ThreadEnd {
  readonly number: number
  readonly why: string
}

/** A message to a thread: a job whose turns follow. */
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

/** A thread is gone, perhaps in the middle of a part: makes the turn fail, and wakes who waits for it. */
export function giveUp(control: Int32Array): void {
  Atomics.store(control, FAILED, 1)
  Atomics.add(control, DONE, MOST_PARTS)
  Atomics.notify(control, DONE)
}

/**
 * Claims and does parts of a turn until none is left. `answered` or `failed` is called before the part counts as done.
 * After a part has failed on any thread, the others are skipped.
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
