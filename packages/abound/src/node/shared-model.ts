// A model in memory that threads share: each has a classifier of its own over the same numbers.

import { Classifier } from '../pipeline/classifier.js'
import { frozenParts, partsFromBytes } from '../pipeline/model-bytes.js'
import { joinInto } from '../structures/bytes.js'
import { FileClassifier, readModel } from './model-file.js'

/**
 * The model as it stands, in memory to be sent to other threads (`postMessage` shares it, nothing is copied). What is
 * learned later is not in it.
 *
 * @example
 * const shared = toShared(model)
 * const ranker = await fromShared(shared) // in a thread that was sent it
 * ranker.rank('corn prices', { top: 1 }) // [{ label: 'grain', score: … }]
 */
export function toShared(classifier: Classifier): SharedArrayBuffer {
  return joinInto(frozenParts(classifier), (bytes) => new SharedArrayBuffer(bytes)).buffer
}

/**
 * Loads a model file into such memory.
 *
 * @example
 * const { classifier, memory } = await loadShared('news.abound')
 * const ranker = await fromShared(memory) // in a thread that was sent it
 */
export async function loadShared(
  path: string,
): Promise<{ readonly classifier: FileClassifier; readonly memory: SharedArrayBuffer }> {
  const allocate = (size: number): Uint8Array => new Uint8Array(new SharedArrayBuffer(size))
  const read = await readModel(path, allocate)
  const bytes = read.buffer instanceof SharedArrayBuffer ? read : allocate(read.length)
  if (bytes !== read) bytes.set(read)
  const classifier = new FileClassifier(await partsFromBytes(bytes, path))
  return { classifier, memory: bytes.buffer as SharedArrayBuffer }
}

/**
 * A classifier over shared memory, to rank, assign and explain with; it cannot learn. Words, lists of labels and
 * weights are used where they are, by all threads; small and dense weights are copied by each thread.
 *
 * @example
 * const ranker = await fromShared(toShared(model))
 * ranker.online // false
 */
export async function fromShared(memory: SharedArrayBuffer): Promise<Classifier> {
  return new Classifier(await partsFromBytes(new Uint8Array(memory), 'shared model'))
}
