// `abound evaluate` on several threads: each computes what measures need of its documents, and the caller's thread adds that
// up in the order of the documents, so that every figure is the same to the last bit.

import type { Classifier, EvaluatedPart, Evaluation, Measures } from '../internal.js'
import type { Source } from '../node/internal.js'
import { BatchThreads, LARGE, type SharedModel } from './batch-threads.js'
import { EVALUATE, evaluateDocuments } from './evaluate-documents.js'

/** Threads hand over the probability of each label of each document: more labels would fill the memory. */
const MOST_PROBABLE = 1000

/** Workers are used unasked from this many bytes of unpacked data on: 37 MB took as long on two threads as on one. */
const PAYS = 64 << 20

/** Whether to use several threads: where they can do it, and the data is long enough; less is enough if `asked` for. */
export function isForThreads(
  { bytes, unpackedBytes }: Source,
  classifier: Classifier,
  asked: boolean,
): boolean {
  const isShort = asked
    ? bytes !== undefined && bytes === unpackedBytes && bytes < LARGE
    : unpackedBytes !== undefined && unpackedBytes < PAYS
  return !isShort && !(classifier.calibrated && classifier.labelCount > MOST_PROBABLE)
}

/** Measures a source on several threads; the evaluation must be empty. */
export async function evaluateOnThreads(
  model: SharedModel,
  source: Source,
  threads: number,
  evaluation: Evaluation,
  progress: (documents: number) => void,
): Promise<Measures> {
  let documents = 0
  const take = (parts: readonly EvaluatedPart[]): void => {
    for (const part of parts) {
      evaluation.append(part)
      documents += part.buffer.documents
    }
    progress(documents)
  }
  const command = { task: EVALUATE, work: evaluateDocuments, settings: evaluation.partOptions, take }
  const workers = new BatchThreads(command, threads, source.bytes)
  try {
    workers.load(model)
    await workers.addAll(source)
  } finally {
    await workers.close()
  }
  return evaluation.result()
}
