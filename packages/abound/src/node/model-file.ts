// Models in files: one read to load, written beside and renamed to save.

import { open, readFile } from 'node:fs/promises'
import { Classifier } from '../pipeline/classifier.js'
import { continueTraining } from '../pipeline/continue-training.js'
import type { Corpus, Documents } from '../pipeline/corpus.js'
import { checkString } from '../pipeline/input-checks.js'
import { classifierToParts, partsFromBytes } from '../pipeline/model-bytes.js'
import { type ShrinkOptions, shrink as shrinkInMemory } from '../pipeline/shrink.js'
import type { GivenOptions } from '../pipeline/train-options.js'
import type { TrainingExtras, TrainingHooks } from '../pipeline/training-hooks.js'
import {
  type TrainHooks,
  type TrainOptions,
  trainOrChoose,
  trainOrChooseOnCorpus,
} from '../selection/train-or-choose.js'
import { fileError } from './file-errors.js'
import { writeFileSafely } from './write-file.js'

/** Bytes that the system is asked for in one call. */
const MOST_AT_ONCE = 2 ** 30

/**
 * A classifier that can be saved to a file: what `train` and `load` give.
 *
 * @example
 * const model = await load('news.abound')
 * model instanceof FileClassifier // true
 * await model.save('copy.abound') // { bytes: … }
 */
export class FileClassifier extends Classifier {
  /** Writes the model file; an older file of that name stays whole until the new one is complete. */
  async save(path: string): Promise<{ bytes: number }> {
    checkString('save', 'the path of a file', path)
    const parts = classifierToParts(this)
    await writeFileSafely(path, parts)
    return { bytes: parts.reduce((sum, part) => sum + part.length, 0) }
  }
}

/**
 * Trains a classifier that can be saved, on the caller's thread: for programs of ours that start their own threads, and
 * for tests.
 *
 * @example
 * const model = await trainHere([{ text: 'wheat', labels: ['grain'] }, { text: 'gold', labels: ['metal'] }])
 * model.rank('wheat')[0].label // 'grain'
 */
export async function trainHere(
  documents: Documents,
  options: TrainOptions = {},
  hooks: TrainHooks = {},
): Promise<FileClassifier> {
  return new FileClassifier((await trainOrChoose(documents, options, hooks)).toParts())
}

/**
 * The same on a corpus, which may be larger than memory.
 *
 * @example
 * const source = openSource('news.jsonl.gz')
 * const model = await trainCorpus({ rereadable: true, batches: () => source.documents() }, { learner: 'ff' })
 * model.labelCount // 2
 */
export async function trainCorpus(
  corpus: Corpus,
  options: GivenOptions,
  hooks: TrainHooks = {},
  extras: TrainingExtras = {},
): Promise<FileClassifier> {
  return new FileClassifier((await trainOrChooseOnCorpus(corpus, options, hooks, extras)).toParts())
}

/**
 * Goes on training where a model stopped, on the corpus that it was trained on: more rounds of a learner that works
 * in rounds.
 *
 * @example
 * const corpus = { rereadable: true, async *batches() { yield documents } }
 * const model = await trainCorpus(corpus, { learner: 'boost', rounds: 2 })
 * const more = await continueCorpus(model, corpus, { rounds: 4 })
 * more.options.rounds // 4
 */
export async function continueCorpus(
  classifier: Classifier,
  corpus: Corpus,
  options: GivenOptions,
  hooks: TrainingHooks = {},
  extras: TrainingExtras = {},
): Promise<FileClassifier> {
  return new FileClassifier((await continueTraining(classifier, corpus, options, hooks, extras)).toParts())
}

/**
 * A smaller model that can be saved; it answers nearly the same, and learns no more.
 *
 * @example
 * const model = await load('news.abound')
 * const small = await shrink(model, { size: 1_000_000 })
 * await small.save('small.abound') // { bytes: … }
 */
export async function shrink(classifier: Classifier, options: ShrinkOptions = {}): Promise<FileClassifier> {
  return new FileClassifier((await shrinkInMemory(classifier, options)).toParts())
}

/**
 * Loads a model file.
 *
 * @example
 * const model = await load('news.abound')
 * model.rank('corn prices', { top: 1 }) // [{ label: 'grain', score: … }]
 */
export async function load(path: string): Promise<FileClassifier> {
  checkString('load', 'the path of a model file', path)
  const bytes = await readModel(path, (size) => Buffer.allocUnsafeSlow(size))
  return new FileClassifier(await partsFromBytes(bytes, path))
}

/** A model file's bytes, in memory of the caller's where it can be read at once: `readFile` takes many small reads. */
export async function readModel(path: string, allocate: (size: number) => Uint8Array): Promise<Uint8Array> {
  try {
    const file = await open(path)
    try {
      const { size } = await file.stat()
      // What is no plain file says that it is empty, or more than one read gives.
      if (size === 0 || size > MOST_AT_ONCE) return await readFile(file)
      const bytes = allocate(size)
      const { bytesRead } = await file.read(bytes, 0, size, 0)
      return bytesRead === size ? bytes : await readFile(path)
    } finally {
      await file.close()
    }
  } catch (error) {
    throw fileError(path, 'read', error)
  }
}
