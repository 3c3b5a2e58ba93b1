// What an online learner knows before its first update: the shape of the data, and, if it asks, the largest norm or range of
// a row. Where the weighting alone bounds these, nothing is measured; otherwise a stream is read once more.

import type { Dataset, Shape, TrainingContext } from '../contract.js'
import { RowBounds } from '../structures/row-bounds.js'
import type { Vectoriser } from '../vector/vectoriser.js'
import { weightings } from '../vector/weightings/index.js'
import type { Corpus } from './corpus.js'
import { judgementOf } from './rows.js'
import type { ResolvedOptions } from './train-options.js'

/** What absent words are worth beside the rows of this vectoriser. */
export function absentValueOf({ vectors, options }: Vectoriser): number {
  return vectors !== true && options.norm === 'none' ? (weightings.named(options.weighting).absent ?? 0) : 0
}

/** The shape of the named rows of a dataset. */
export function shapeOfRows(
  data: Dataset,
  rows: Uint32Array,
  options: ResolvedOptions,
  { absentValue, vectors }: TrainingContext & { readonly vectors: boolean },
): Shape {
  const shape = { documents: rows.length, features: data.featureCount, labels: data.labelCount }
  const asked = askedBy(options)
  if (asked === undefined) return shape
  const known = knownExtent(asked, options, vectors)
  if (known !== undefined) return { ...shape, [asked]: known }
  const extent = new RowBounds(data.featureCount, absentValue)
  for (let i = 0; i < rows.length; i++) extent.addRow(data, rows[i])
  return { ...shape, [asked]: extent[asked] }
}

/** The same for documents that are read again and again. */
export async function shapeOfStream(
  shape: Shape,
  corpus: Corpus,
  vectoriser: Vectoriser,
  options: ResolvedOptions,
): Promise<Shape> {
  const asked = askedBy(options)
  if (asked === undefined) return shape
  const known = knownExtent(asked, options, vectoriser.vectors === true)
  if (known !== undefined) return { ...shape, [asked]: known }
  const extent = new RowBounds(shape.features, absentValueOf(vectoriser))
  for await (const batch of corpus.batches()) {
    for (const document of batch) {
      if (judgementOf(document) === 0) continue
      vectoriser.vectorise(document)
      extent.add(vectoriser.values, 0, vectoriser.size)
    }
  }
  return { ...shape, [asked]: extent[asked] }
}

function askedBy({ learner, learnerOptions }: ResolvedOptions): 'largestNorm' | 'largestRange' | undefined {
  return learner.online ? learner.asks?.(learnerOptions) : undefined
}

function knownExtent(
  asked: 'largestNorm' | 'largestRange',
  { vectorOptions: { weighting, norm } }: ResolvedOptions,
  vectors: boolean,
): number | undefined {
  if (vectors) return undefined
  if (asked === 'largestNorm') return norm === 'l2' ? 1 : undefined
  return norm === 'none' ? weightings.named(weighting).range : undefined
}
