// Training as the library has it in Node: on a worker, while the event loop stays free. The worker gives the same bytes as
// the caller's thread would. Two kinds of training stay on the caller's thread: those that are over before a worker would
// have started, and those that need what only this thread knows.

import type { Document } from '../contract.js'
import { learnerNamed } from '../learners/registry.js'
import { corpusOf, type Documents } from '../pipeline/corpus.js'
import { DocumentBatches } from '../pipeline/document-batches.js'
import { checkDocuments } from '../pipeline/input-checks.js'
import { partsFromBytes } from '../pipeline/model-bytes.js'
import { TimeSlices } from '../pipeline/time-slices.js'
import { checkTrainOptions, type GivenOptions, resolveTrainOptions } from '../pipeline/train-options.js'
import { partControl, throwIfStopped, unlessStopped, withControl } from '../pipeline/training-control.js'
import type { TrainingHooks } from '../pipeline/training-hooks.js'
import { type Transduced, type TransduceOptions, transduce as transduceHere } from '../pipeline/transduce.js'
import { FEWEST } from '../selection/auto.js'
import type { TuneResult } from '../selection/search-result.js'
import {
  isNamed,
  type TrainHooks,
  type TrainOptions,
  trainOrChooseOnCorpus,
} from '../selection/train-or-choose.js'
import { type TuneHooks, type TuneOptions, tune as tuneHere } from '../selection/tune.js'
import { type SentTraining, trainElsewhere } from '../threads/train-elsewhere.js'
import { FileClassifier } from './model-file.js'
import { onlyKnownHere } from './plugins.js'
import { WorkerPool } from './pool/worker-pool.js'
import { WORKER } from './tasks.js'

/** So little text is learned in less time than a worker takes to start, if document by document and as is usual. */
const LIGHT_CHARACTERS = 1000

/**
 * Trains a classifier that can be saved, on a worker, so that the event loop stays free.
 *
 * @example
 * const model = await train([{ text: 'wheat', labels: ['grain'] }, { text: 'gold', labels: ['metal'] }])
 * model.rank('wheat')[0].label // 'grain'
 * await model.save('news.abound')
 * const within = (signal) =>
 *   train(documents, { learner: 'svm', signal, onProgress: (phase, done, total, unit) => console.log(phase, done) })
 */
export async function train(
  documents: Documents,
  options: TrainOptions = {},
  hooks: TrainHooks = {},
): Promise<FileClassifier> {
  checkDocuments('train', documents)
  checkTrainOptions(options)
  const { control, given } = partControl(options)
  if (isNamed(given)) resolveTrainOptions(given)
  throwIfStopped(control.signal)
  const told = withControl(hooks, control)
  const stream = new DocumentBatches(documents)
  try {
    if (onlyKnownHere(given) || (await unlessStopped(control.signal, isLight(stream, given)))) {
      const classifier = await trainOrChooseOnCorpus(corpusOf(stream.rest()), given, told)
      return new FileClassifier(classifier.toParts())
    }
    return await loaded(
      await elsewhere({
        verb: 'train',
        options: given,
        streams: [stream],
        hooks: told,
        signal: control.signal,
      }),
    )
  } finally {
    stream.close()
  }
}

/**
 * Searches the options of one or several learners, on a worker.
 *
 * @example
 * const search = (signal) => tune(documents, { learners: ['naive-bayes', 'svm'], budget: 20, signal })
 */
export async function tune(
  documents: Documents,
  options: TuneOptions,
  hooks: TuneHooks = {},
): Promise<TuneResult> {
  checkDocuments('tune', documents)
  const { control, given } = partControl(options)
  const { validate, test, ...rest } = given
  if (onlyKnownHere(rest))
    return tuneHere(await unlessStopped(control.signal, all(documents)), options, hooks)
  return elsewhere<TuneResult>({
    verb: 'tune',
    options: { ...rest },
    streams: [documents, validate ?? [], test ?? []].map((one) => new DocumentBatches(one)),
    hooks: withControl(hooks, control),
    signal: control.signal,
  })
}

/**
 * Labels unlabelled documents by a transductive support vector machine, on a worker.
 *
 * @example
 * const few = [{ text: 'wheat exports', labels: ['grain'] }, { text: 'gold mine', labels: ['metal'] }]
 * const label = (many, signal) => transduce(few, many, { positives: '0.5', signal })
 */
export async function transduce(
  labelled: Documents,
  unlabelled: Documents,
  options: TransduceOptions = {},
  hooks: TrainingHooks = {},
): Promise<Transduced & { readonly model: FileClassifier }> {
  checkDocuments('transduce', labelled)
  checkDocuments('transduce', unlabelled)
  const { control, given } = partControl(options)
  if (onlyKnownHere(given)) {
    const { model, ...found } = await transduceHere(labelled, unlabelled, options, hooks)
    return { ...found, model: new FileClassifier(model.toParts()) }
  }
  const { model, ...found } = await elsewhere<Omit<Transduced, 'model'> & { readonly model: Uint8Array }>({
    verb: 'transduce',
    options: given,
    streams: [new DocumentBatches(labelled), new DocumentBatches(unlabelled)],
    hooks: withControl(hooks, control),
    signal: control.signal,
  })
  return { ...found, model: await loaded(model) }
}

function elsewhere<Answer>(training: Omit<SentTraining, 'allocate'>): Promise<Answer> {
  const pool = new WorkerPool(1, { file: WORKER })
  return trainElsewhere(() => pool.start()!, {
    ...training,
    allocate: (bytes) => new SharedArrayBuffer(bytes),
  })
}

async function loaded(bytes: Uint8Array): Promise<FileClassifier> {
  const slices = new TimeSlices()
  return new FileClassifier(await partsFromBytes(bytes, 'model', () => slices.pause()))
}

async function all(documents: Documents): Promise<Document[]> {
  const read: Document[] = []
  for await (const document of documents) read.push(document)
  return read
}

/** Whether training is over before a worker would have started. */
async function isLight(stream: DocumentBatches, given: GivenOptions): Promise<boolean> {
  const documents = await stream.peek()
  // So few are given to `ff`, too, where no learner is named.
  if (!stream.ended || documents.length >= FEWEST) return false
  if (documents.some(({ text, vector }) => text === undefined || vector !== undefined)) return false
  if (documents.reduce((sum, { text }) => sum + text!.length, 0) > LIGHT_CHARACTERS) return false
  if (!isNamed(given)) return true
  const { online, options } = learnerNamed(String(given.learner))
  return online && !Object.keys(given).some((name) => Object.hasOwn(options, name))
}
