// Training seen from the caller's thread, whose event loop stays free: documents are sent to a worker, no faster than it
// takes them, and hooks are called as it reports.

import { InputError } from '../errors.js'
import type { DocumentBatches } from '../pipeline/document-batches.js'
import { classifierFromBytes } from '../pipeline/model-bytes.js'
import { type StopSignal, throwIfStopped } from '../pipeline/training-control.js'
import type { PooledWorker } from './pooled-worker.js'
import { type Allocate, packDocuments } from './sent-documents.js'
import {
  END,
  type HookCall,
  RESULT,
  TRAINING_NAME,
  type TrainingPiece,
  type TrainingSetup,
} from './training-task.js'

/** Batches that are on their way at a time. */
const AHEAD = 2

type Hook = (...told: unknown[]) => void

/** A training for a worker. */
export interface SentTraining extends Pick<TrainingSetup, 'verb' | 'options'> {
  readonly streams: readonly DocumentBatches[]
  readonly hooks: object
  readonly signal: StopSignal | undefined
  /** Memory for the texts. */
  readonly allocate: Allocate
}

/** Has a worker, which is ended afterwards, train; gives what it answers. */
export async function trainElsewhere<Answer>(
  startWorker: () => PooledWorker,
  training: SentTraining,
): Promise<Answer> {
  const { signal, streams } = training
  try {
    throwIfStopped(signal)
    const worker = startWorker()
    let fail: (reason: unknown) => void = () => {}
    const failure = new Promise<never>((_, reject) => {
      fail = reject
    })
    const stop = (): void => fail(signal?.reason)
    signal?.addEventListener('abort', stop, { once: true })
    try {
      return await Promise.race([failure, converse<Answer>(worker, training, fail)])
    } finally {
      signal?.removeEventListener('abort', stop)
      await worker.end(new Error('the training is over'))
    }
  } finally {
    for (const stream of streams) stream.close()
  }
}

async function converse<Answer>(
  worker: PooledWorker,
  { verb, options, streams, hooks, allocate }: SentTraining,
  fail: (reason: unknown) => void,
): Promise<Answer> {
  let told = Promise.resolve()
  const reported = (call: unknown): void => {
    told = told.then(() => callHook(hooks as Record<string, Hook>, call as HookCall))
    told.catch(fail)
  }
  const ask = (piece: TrainingPiece): Promise<unknown> => {
    const answer = new Promise((answered, failed) => {
      plain(verb, () => worker.ask(piece, { answered, failed, reported }))
    })
    answer.catch(fail)
    return answer
  }
  plain(verb, () =>
    worker.setUp({ name: TRAINING_NAME }, {
      verb,
      streams: streams.length,
      options,
      hooks: Object.entries(hooks).flatMap(([name, hook]) => (typeof hook === 'function' ? [name] : [])),
      shared: !(allocate(0) instanceof ArrayBuffer),
    } satisfies TrainingSetup),
  )
  for (const stream of streams) {
    const unanswered: Promise<unknown>[] = []
    for (let batch = await stream.next(); batch.length > 0; batch = await stream.next()) {
      unanswered.push(ask(packDocuments(batch, allocate)))
      if (unanswered.length === AHEAD) await unanswered.shift()
    }
    await Promise.all(unanswered)
    await ask(END)
  }
  const answer = await ask(RESULT)
  await told
  return answer as Answer
}

/** Calls a hook; the classifier that came with it is loaded first. */
async function callHook(hooks: Record<string, Hook>, { hook, told, model }: HookCall): Promise<void> {
  if (model === undefined) return hooks[hook](...told)
  const classifier = await classifierFromBytes(model)
  if (hook === 'pruned') hooks[hook]({ ...(told[0] as object), unpruned: classifier })
  else hooks[hook](...told, classifier)
}

/** What cannot be sent is bad input. */
function plain(verb: string, send: () => void): void {
  try {
    send()
  } catch (error) {
    if (!(error instanceof Error) || error.name !== 'DataCloneError') throw error
    throw new InputError(`${verb}: expected plain values in documents and options: ${error.message}`)
  }
}
