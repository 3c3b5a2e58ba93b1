// A model in memory that threads share: each has a classifier of its own over the same numbers.

import { joinInto } from '../kernels/bytes.js'
import { Classifier } from '../pipeline/classifier.js'
import { frozenParts, partsFromBytes } from '../pipeline/model-bytes.js'

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
 * A classifier over shared memory, to rank, assign and explain with; it cannot learn. Words, lists of labels and
 * weights are used where they are, by all threads; small and dense weights are laid out anew by each.
 *
 * @example
 * const ranker = await fromShared(toShared(model))
 * ranker.online // false
 */
export async function fromShared(memory: SharedArrayBuffer): Promise<Classifier> {
  return new Classifier(await partsFromBytes(new Uint8Array(memory), 'shared model'))
}
