// Training and ranking in a Web Worker, while the page stays free.

import { InputError } from '../errors.js'
import type { Classifier } from '../pipeline/classifier.js'
import type { Documents } from '../pipeline/corpus.js'
import { DocumentBatches } from '../pipeline/document-batches.js'
import type { Input } from '../pipeline/document-scorer.js'
import { checkDocuments, checkInputs } from '../pipeline/input-checks.js'
import type { RankedLabel } from '../pipeline/label-ranker.js'
import { classifierFromBytes, classifierToBytes } from '../pipeline/model-bytes.js'
import { checkTrainOptions } from '../pipeline/train-options.js'
import { partControl, withControl } from '../pipeline/training-control.js'
import type { TrainHooks, TrainOptions } from '../selection/train-or-choose.js'
import { shownValue } from '../wording.js'
import { RANKING_NAME, type RankingSetup } from './ranking-task.js'
import { trainElsewhere } from './train-elsewhere.js'
import { pooled, type StartWebWorker } from './web-worker.js'

/** Texts that are ranked at a time, and how many such batches are on their way. */
const BATCH = 64
const AHEAD = 2

/**
 * Trains in a Web Worker, which is ended afterwards; documents, options and hooks are those of `train`, and the model has
 * the bytes that `train` gives in this browser.
 *
 * @example
 * const start = () => new Worker('/abound-worker.min.js', { type: 'module' })
 * const within = (signal) => trainIn(start, documents, { learner: 'svm', signal, onProgress: console.log })
 */
export async function trainIn(
  start: StartWebWorker,
  documents: Documents,
  options: TrainOptions = {},
  hooks: TrainHooks = {},
): Promise<Classifier> {
  checkStart('trainIn', start)
  checkDocuments('trainIn', documents)
  checkTrainOptions(options)
  const { control, given } = partControl(options)
  const bytes = await trainElsewhere<Uint8Array>(() => pooled(start), {
    verb: 'train',
    options: given,
    streams: [new DocumentBatches(documents)],
    hooks: withControl(hooks, control),
    signal: control.signal,
    allocate: (size) => new ArrayBuffer(size),
  })
  return classifierFromBytes(bytes)
}

/**
 * Ranks texts in a Web Worker, in order, some dozens at a time; it is ended when the last answer was given, or when no
 * more are asked for.
 *
 * @example
 * const start = () => new Worker('/abound-worker.min.js', { type: 'module' })
 * const ranked = (texts) => rankManyIn(start, model, texts, { top: 3 }) // for await (const labels of ranked(texts)) …
 */
export async function* rankManyIn(
  start: StartWebWorker,
  model: Classifier,
  inputs: Iterable<Input> | AsyncIterable<Input>,
  { top }: { readonly top?: number } = {},
): AsyncGenerator<RankedLabel[], void, undefined> {
  checkStart('rankManyIn', start)
  checkInputs('rankManyIn', inputs)
  const worker = pooled(start)
  const ask = (batch: readonly Input[]): Promise<RankedLabel[][]> => {
    const answer = new Promise<RankedLabel[][]>((answered, failed) => worker.ask(batch, { answered, failed }))
    // Who awaits it in its turn is told.
    answer.catch(() => {})
    return answer
  }
  try {
    worker.setUp({ name: RANKING_NAME }, { model: classifierToBytes(model), top } satisfies RankingSetup)
    const asked: Promise<RankedLabel[][]>[] = []
    let batch: Input[] = []
    for await (const input of inputs) {
      if (batch.push(input) < BATCH) continue
      asked.push(ask(batch))
      batch = []
      if (asked.length > AHEAD) yield* await asked.shift()!
    }
    if (batch.length > 0) asked.push(ask(batch))
    for (const answer of asked) yield* await answer
  } finally {
    await worker.end(new Error('no more texts are ranked'))
  }
}

function checkStart(method: string, start: unknown): void {
  if (typeof start !== 'function')
    throw new InputError(`${method}: expected a function that starts a worker, found ${shownValue(start)}`)
}
