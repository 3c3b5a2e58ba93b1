// The package's entry for web pages (`abound/browser`): model files are read, texts ranked and explained, online
// models taught on. What trains from scratch is in a file of its own, for a Web Worker (browser-worker.ts).

import { InputError } from './errors.js'
import type { Classifier } from './pipeline/classifier.js'
import { classifierFromBytes } from './pipeline/model-bytes.js'
import { shownValue } from './wording.js'

export type { Document } from './contract.js'
export { InputError } from './errors.js'
export { Classifier } from './pipeline/classifier.js'
export type { Input } from './pipeline/document-scorer.js'
export {
  type Explanation,
  markLevel,
  PRIOR,
  type TermContribution,
  type WordContribution,
} from './pipeline/explanation.js'
export type { Prediction, PredictOptions, RankedLabel, RejectOptions } from './pipeline/label-ranker.js'
export { classifierToBytes as toBytes } from './pipeline/model-bytes.js'
export { rankManyIn, trainIn } from './threads/in-web-worker.js'
export type { StartWebWorker, WebWorker } from './threads/web-worker.js'

/** Where a model file comes from: an address, an answer to `fetch`, a file that was dropped or chosen, or bytes. */
export type ModelSource = string | URL | Response | Blob | ArrayBuffer | Uint8Array

/**
 * Loads a model file. Bytes belong to the classifier from then on.
 *
 * @example
 * const model = await load(new Blob([bytes])) // or load('/models/news.abound')
 * model.rank('corn prices', { top: 1 }) // [{ label: 'grain', score: … }]
 * model.explainInPlace('corn prices', 'grain').words // [{ from: 0, to: 4, weight: … }, …]
 */
export async function load(source: ModelSource): Promise<Classifier> {
  if (typeof source === 'string' || source instanceof URL) return load(await fetch(source))
  if (source instanceof Uint8Array) return classifierFromBytes(source)
  if (source instanceof ArrayBuffer) return classifierFromBytes(new Uint8Array(source))
  if (typeof source !== 'object' || source === null)
    throw new InputError(
      `load: expected an address, an answer to fetch, a file or bytes, found ${shownValue(source)}`,
    )
  const name = 'url' in source ? source.url : 'name' in source ? String(source.name) : 'model'
  if ('ok' in source && !source.ok) throw new InputError(`${name}: the server answered ${source.status}`)
  return classifierFromBytes(new Uint8Array(await source.arrayBuffer()), name)
}
