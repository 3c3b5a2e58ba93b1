// What a program holds a training in hand by, among its options: a signal that ends it, and a callback that hears how far
// it is.

import { InputError } from '../errors.js'
import { wrongOption } from '../wording.js'
import type { Corpus } from './corpus.js'
import { TimeSlices } from './time-slices.js'
import type { TrainingHooks } from './training-hooks.js'

/** What ends work early: an `AbortSignal`. */
export interface StopSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { once?: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/** `choosing`: trying learners, or options; `deciding`: training on parts, to fit thresholds and probabilities. */
type TrainingPhase = 'reading' | 'choosing' | 'learning' | 'deciding'

/** Options that say nothing of the result. */
export interface TrainingControl {
  /** Ends the training: what was promised is rejected with the signal's reason. */
  readonly signal?: StopSignal | undefined
  /** Hears how far it is, in units such as `documents`; `total` is 0 when it is not known. */
  readonly onProgress?:
    | ((phase: TrainingPhase, done: number, total: number, unit: string) => void)
    | undefined
}

/** Hooks that say how far a training is. */
interface ProgressHooks extends Pick<TrainingHooks, 'progress'> {
  reading?(documents: number): void
  // biome-ignore lint/suspicious/noExplicitAny: what is tried is told in more or fewer words.
  trying?(done: number, total: number, ...tried: any[]): void
}

/** Parts the control from all other options; refuses what is no signal and no callback. */
export function partControl<Options extends TrainingControl>({
  signal,
  onProgress,
  ...given
}: Options): { readonly control: TrainingControl; readonly given: Omit<Options, keyof TrainingControl> } {
  if (signal !== undefined && typeof (signal as Partial<StopSignal> | null)?.addEventListener !== 'function')
    throw new InputError(wrongOption('signal', signal, 'an AbortSignal'))
  if (onProgress !== undefined && typeof onProgress !== 'function')
    throw new InputError(wrongOption('onProgress', onProgress, 'a function'))
  return { control: { signal, onProgress }, given }
}

/** Throws the reason of a signal that was given. */
export function throwIfStopped(signal: StopSignal | undefined): void {
  if (signal?.aborted === true) throw signal.reason
}

/** What is promised, unless the signal comes first. */
export async function unlessStopped<Result>(
  signal: StopSignal | undefined,
  promised: Promise<Result>,
): Promise<Result> {
  throwIfStopped(signal)
  if (signal === undefined) return promised
  let stop = (): void => {}
  const stopped = new Promise<never>((_, reject) => {
    stop = () => reject(signal.reason)
  })
  signal.addEventListener('abort', stop, { once: true })
  try {
    return await Promise.race([stopped, promised])
  } finally {
    signal.removeEventListener('abort', stop)
  }
}

/** The corpus, read in slices, and no further once the signal has come. */
export function readInSlices(corpus: Corpus, signal: StopSignal | undefined): Corpus {
  return {
    ...corpus,
    async *batches() {
      const slices = new TimeSlices()
      for await (const batch of corpus.batches()) {
        if (slices.over) await slices.pause()
        throwIfStopped(signal)
        yield batch
      }
    },
  }
}

/** The hooks, with `onProgress` told what they are told; after the signal, the next of them ends the training. */
export function withControl<Hooks extends ProgressHooks>(
  hooks: Hooks,
  { signal, onProgress }: TrainingControl,
): Hooks {
  if (onProgress === undefined && signal === undefined) return hooks
  return {
    ...hooks,
    progress(phase, done, total, unit, latest) {
      hooks.progress?.(phase, done, total, unit, latest)
      onProgress?.(phase, done, total, unit ?? (phase === 'deciding' ? 'trainings' : 'documents'))
      throwIfStopped(signal)
    },
    reading(documents) {
      hooks.reading?.(documents)
      onProgress?.('reading', documents, 0, 'documents')
      throwIfStopped(signal)
    },
    trying(done, total, ...tried) {
      hooks.trying?.(done, total, ...tried)
      onProgress?.('choosing', done, total, 'seconds')
      throwIfStopped(signal)
    },
  } satisfies ProgressHooks as Hooks
}
