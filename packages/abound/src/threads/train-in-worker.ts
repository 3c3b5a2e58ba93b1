// Training in a worker: documents come as messages, hooks and the result go back as messages. The same code trains as on the
// caller's thread, from the same documents in the same order, so the model has the same bytes.

import type { Document } from '../contract.js'
import type { Classifier } from '../pipeline/classifier.js'
import { classifierToParts } from '../pipeline/model-bytes.js'
import { transduceCorpora } from '../pipeline/transduce.js'
import { type TrainHooks, trainOrChooseOnCorpus } from '../selection/train-or-choose.js'
import { type TuneOptions, tune } from '../selection/tune.js'
import { joinInto } from '../structures/bytes.js'
import { DocumentInbox } from './document-inbox.js'
import { type Allocate, unpackDocuments } from './sent-documents.js'
import { END, type HookCall, RESULT, type TrainingPiece, type TrainingSetup } from './training-task.js'
import type { TaskContext, Work } from './worker-protocol.js'

/** Milliseconds between two messages that say how far it is. */
const PACE = 25

/** Starts training; the documents are the pieces that follow. */
export async function trainInWorker(
  setup: TrainingSetup,
  context: TaskContext,
): Promise<Work<TrainingPiece, unknown>> {
  const inboxes = Array.from({ length: setup.streams }, () => new DocumentInbox())
  const result = train(setup, inboxes, hooksFor(setup, context))
  // Who sends documents, or asks for the result, is told.
  result.catch(() => {})
  let stream = 0
  return async (piece) => {
    if (piece === RESULT) return result
    const inbox = inboxes[stream]
    // A training that has failed takes no more documents, and one that is done needs none.
    if (piece !== END) await Promise.race([inbox.put(unpackDocuments(piece)), result])
    else {
      inbox.end()
      stream++
    }
    return undefined
  }
}

async function train(
  { verb, options, shared }: TrainingSetup,
  inboxes: readonly DocumentInbox[],
  hooks: TrainHooks,
): Promise<unknown> {
  if (verb === 'train') return bytesOf(await trainOrChooseOnCorpus(inboxes[0], options, hooks), shared)
  if (verb === 'transduce') {
    const { model, ...found } = await transduceCorpora(inboxes[0], inboxes[1], options, hooks)
    return { ...found, model: bytesOf(model, shared) }
  }
  const [documents, validate, test] = await Promise.all(inboxes.map(documentsIn))
  return tune(
    documents,
    {
      ...(options as unknown as TuneOptions),
      ...(validate.length === 0 ? {} : { validate }),
      ...(test.length === 0 ? {} : { test }),
    },
    hooks,
  )
}

async function documentsIn(inbox: DocumentInbox): Promise<Document[]> {
  const documents: Document[] = []
  for await (const batch of inbox.batches()) documents.push(...batch)
  return documents
}

function bytesOf(classifier: Classifier, shared: boolean): Uint8Array {
  const allocate: Allocate = (bytes) => (shared ? new SharedArrayBuffer(bytes) : new ArrayBuffer(bytes))
  return joinInto(classifierToParts(classifier), allocate)
}

/** Hooks that send what they are told. */
function hooksFor({ hooks: wanted, shared }: TrainingSetup, { report }: TaskContext): TrainHooks {
  const send = (call: HookCall): void => report(call)
  const pace = new Pace()
  const own: Record<string, (...told: never[]) => void> = {
    progress(...told: Parameters<Required<TrainHooks>['progress']>) {
      if (pace.allows(told[0], told[1] === told[2])) send({ hook: 'progress', told })
    },
    passed(...[passes, model]: Parameters<Required<TrainHooks>['passed']>) {
      send({ hook: 'passed', told: [passes], model: bytesOf(model, shared) })
    },
    pruned(...[{ unpruned, ...pruning }]: Parameters<Required<TrainHooks>['pruned']>) {
      send({ hook: 'pruned', told: [pruning], model: bytesOf(unpruned, shared) })
    },
  }
  return Object.fromEntries(
    wanted.map((hook) => [hook, own[hook] ?? ((...told: unknown[]) => send({ hook, told }))]),
  )
}

/** Keeps the caller's event loop from hearing of every row. */
class Pace {
  private phase = ''
  private last = 0

  allows(phase: string, done: boolean): boolean {
    const now = Date.now()
    if (phase === this.phase && !done && now - this.last < PACE) return false
    this.phase = phase
    this.last = now
    return true
  }
}
