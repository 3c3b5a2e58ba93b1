// A smaller model: weights of little effect are dropped, the others take 8 or 16 bits, and words that no label uses leave the
// vocabulary. The values of a document's other words stay as they were, as df and the number of documents do. Only the
// length that a document is divided by (`l2`) lacks the words that left; on average it becomes 1/g of what it was,
// g² = Σ_f (df_f − 1)·v_f² of all words / of those kept (v_f the word's usual value; a word that only one document
// has is not met again). So weights are divided by g: scores keep their size, and thresholds and probabilities hold.

import type { Model } from '../contract.js'
import { InputError } from '../errors.js'
import { type Bits, CompactRows } from '../models/compact-rows.js'
import { type Asking, askingOf, type Weighted, weightedOf } from '../models/shrinking.js'
import type { SettledOptions } from '../vector/vector-options.js'
import { Vectoriser, type VocabularyParts } from '../vector/vectoriser.js'
import { readsOtherTerms } from '../vector/weighting.js'
import { option, worded } from '../wording.js'
import { Classifier } from './classifier.js'
import type { ClassifierParts } from './classifier-parts.js'
import { classifierToParts } from './model-bytes.js'
import { keptAtPrice, priceForSize, prunedLists, type WeightEffects } from './prune-to-size.js'

export interface ShrinkOptions {
  /** The most bytes that its file may take; without it only weights of next to no effect are dropped. */
  readonly size?: number
  /** Bits of a weight (8); 32 are floats. */
  readonly bits?: Bits
  /** Weights nearer to 0 than this are dropped, whatever the size (0). */
  readonly prune?: number
}

/**
 * Of the mean square of a word's value, this power counts in what its weights do. By their size alone (0), ff and naive
 * Bayes keep rare words and lose the decisions; by the whole of it (1), the SVM loses words that decide.
 */
const FREQUENCY_POWER = 0.5

/** How many times to try again when the model came out too large. */
const TRIES = 12

/**
 * A smaller model that answers nearly the same: it ranks, assigns and explains, and learns no more. The model itself
 * stays as it is.
 *
 * @example
 * const model = await train(documents, { learner: 'naive-bayes' })
 * const small = await shrink(model, { bits: 8 })
 * toBytes(small).length < toBytes(model).length // true
 * small.rank('corn prices')[0].label // 'grain'
 */
export async function shrink(classifier: Classifier, options: ShrinkOptions = {}): Promise<Classifier> {
  const { size = Number.POSITIVE_INFINITY, bits = 8, prune = 0 } = options
  checkOptions(size, bits, prune)
  const parts = classifier.toParts()
  const weighted = weightedOf(parts.model)
  if (weighted !== undefined) return shrinkWeights(parts, weighted, { size, bits, prune })
  const asking = askingOf(parts.model)
  if (asking === undefined) throw cannot(parts)
  if (prune > 0)
    throw new InputError(worded`${option('prune')}: ${parts.learner.name} has no weights to drop`)
  return shrinkWords(parts, asking, size)
}

function checkOptions(size: number, bits: number, prune: number): void {
  if (!(size > 0)) throw new InputError(`size ${size}: expected a number of bytes above 0`)
  if (bits !== 8 && bits !== 16 && bits !== 32)
    throw new InputError(`bits ${String(bits)}: expected 8, 16 or 32`)
  if (!(prune >= 0 && prune < Number.POSITIVE_INFINITY))
    throw new InputError(`prune ${prune}: expected a number of at least 0`)
}

function cannot({ learner, model }: ClassifierParts): InputError {
  const why =
    model.kind === 'ratio'
      ? 'every word has two weights for every label, and all of them count'
      : model.kind === 'kernel'
        ? 'it keeps documents, not weights of words'
        : model.kind === 'unweighted-index'
          ? 'its classifiers rank what the index finds'
          : 'values below 0 have an index of their own'
  return new InputError(
    worded`a model of ${learner.name} cannot be made smaller: ${why}; ${option('minDf')} or ${option('select')} make it smaller in training`,
  )
}

interface Settled {
  readonly size: number
  readonly bits: Bits
  readonly prune: number
}

async function shrinkWeights(parts: ClassifierParts, of: Weighted, settled: Settled): Promise<Classifier> {
  const { size, bits } = settled
  const vocabulary = parts.vectoriser.parts()
  const effects = effectsOf(parts, of, settled)
  const make = async (price: number): Promise<Classifier> => {
    const words = new Uint8Array(vocabulary.terms.count).fill(effects.allWords ? 1 : 0)
    const weights = new Uint8Array(of.lists.labels.length)
    keptAtPrice(effects, price, words, weights)
    const divisor = of.presence ? 1 : lengthRatio(parts.vectoriser, words)
    const lists = prunedLists(of.lists, words.subarray(0, of.lists.lengths.length), weights)
    const values = lists.values.map((value) => value / divisor)
    const common = lists.common?.map((value) => value / divisor)
    const model = of.build(CompactRows.of({ ...lists, values, common }, of.columns, bits), divisor)
    return assembleSmaller(parts, vocabulary, words, model, bits)
  }
  if (size === Number.POSITIVE_INFINITY) return make(0)
  const bare = bytesOf(await make(Number.POSITIVE_INFINITY))
  let room = size - bare
  for (let attempt = 0; room > 0 && attempt < TRIES; attempt++) {
    const found = await make(priceForSize(effects, room))
    const over = bytesOf(found) - size
    if (over <= 0) return found
    room -= over
  }
  throw tooSmall(size, bare)
}

function tooSmall(size: number, least: number): InputError {
  return new InputError(
    `the model cannot be made as small as ${size} bytes: what is left without its words takes ${least}`,
  )
}

/** The effect of each weight, and the bytes it takes. */
function effectsOf(parts: ClassifierParts, of: Weighted, { bits, prune }: Settled): WeightEffects {
  const { vectoriser } = parts
  const { terms, df } = vectoriser.parts()
  const { lengths, values, labels } = of.lists
  const usual = usualValues(vectoriser)
  const effects = new Float64Array(values.length)
  const wordBytes = new Float64Array(lengths.length)
  const slopes = of.slopes === undefined ? undefined : sumsOf(of.slopes)
  const besides = slopes === undefined ? undefined : new Float64Array(lengths.length)
  const each = wordCost(parts, of, bits)
  for (let f = 0, i = 0; f < lengths.length; f++) {
    const value = of.presence ? 1 : usual[f]
    const often = (df[f] * value * value) ** FREQUENCY_POWER
    wordBytes[f] = each + terms.offsets[f + 1] - terms.offsets[f]
    let own = 0
    let all = slopes === undefined ? 0 : slopes.squares
    let sum = slopes?.sum ?? 0
    for (const end = i + lengths[f]; i < end; i++) {
      const w = values[i]
      effects[i] = Math.abs(w) < prune ? 0 : w * w * often
      own += w * w
      if (of.slopes === undefined) continue
      all += w * (w + 2 * of.slopes[labels[i]])
      sum += w
    }
    // An amount that a word adds to all labels has no effect where only differences of scores count.
    if (besides !== undefined) besides[f] = often * (all - (of.relative ? (sum * sum) / of.columns : 0) - own)
  }
  return {
    lists: of.lists,
    effects,
    besides,
    wordBytes,
    weightBytes: bits / 8 + idBytes(of.columns),
    allWords: readsOtherTerms(vectoriser.weighting) && vectoriser.vectors !== true,
  }
}

function sumsOf(numbers: Float64Array): { sum: number; squares: number } {
  let sum = 0
  let squares = 0
  for (const x of numbers) {
    sum += x
    squares += x * x
  }
  return { sum, squares }
}

/** Bytes of a word besides its text: its length, df, number of weights, scale, what labels have in common. */
function wordCost({ vectoriser }: ClassifierParts, { lists }: Weighted, bits: Bits): number {
  const { df } = vectoriser.parts()
  const common = lists.common === undefined ? 0 : bits / 8
  return 1 + idBytes(largest(df) + 1) + idBytes(largest(lists.lengths) + 1) + (bits === 32 ? 0 : 1) + common
}

function largest(numbers: Float64Array | Uint32Array): number {
  let most = 0
  for (let i = 0; i < numbers.length; i++) most = Math.max(most, numbers[i])
  return most
}

function idBytes(limit: number): number {
  return limit <= 0x100 ? 1 : limit <= 0x10000 ? 2 : 4
}

/** The usual value of each word in a document that has it. */
function usualValues(vectoriser: Vectoriser): Float64Array {
  const { df, occurrences, documents, vectors } = vectoriser.parts()
  const { weighting } = vectoriser
  return df.map((count, f) => {
    const mean = occurrences[f] / count
    return vectors === true ? mean : weighting.typical(Math.max(1, mean), count, documents)
  })
}

/** g: the length of documents with all words / with only the kept ones. */
function lengthRatio(vectoriser: Vectoriser, words: Uint8Array): number {
  if (vectoriser.vectors === true || vectoriser.options.norm === 'none') return 1
  const { df } = vectoriser.parts()
  const usual = usualValues(vectoriser)
  let all = 0
  let kept = 0
  for (let f = 0; f < words.length; f++) {
    const squares = (df[f] - 1) * usual[f] * usual[f]
    all += squares
    if (words[f] === 1) kept += squares
  }
  return kept > 0 ? Math.sqrt(all / kept) : 1
}

async function shrinkWords(parts: ClassifierParts, asking: Asking, size: number): Promise<Classifier> {
  const vocabulary = parts.vectoriser.parts()
  const words = new Uint8Array(vocabulary.terms.count)
  for (const feature of asking.used) words[feature] = 1
  let kept = 0
  const newColumns = Int32Array.from(words, (one) => (one === 1 ? kept++ : -1))
  const found = await assembleSmaller(parts, vocabulary, words, asking.build(newColumns, kept), 64)
  const bytes = bytesOf(found)
  if (bytes <= size) return found
  throw new InputError(
    `the model cannot be made as small as ${size} bytes: with only the words that its rules ask for it takes ${bytes}`,
  )
}

async function assembleSmaller(
  parts: ClassifierParts,
  vocabulary: VocabularyParts,
  words: Uint8Array,
  model: Model,
  bits: number,
): Promise<Classifier> {
  const { vectoriser, trainer: _, ...rest } = parts
  const of = (counts: Float64Array): Float64Array => counts.filter((_count, f) => words[f] === 1)
  const small = await Vectoriser.load(vectoriser.options as SettledOptions, {
    ...vocabulary,
    terms: vocabulary.terms.filter(words),
    df: of(vocabulary.df),
    occurrences: of(vocabulary.occurrences),
  })
  const { features = vocabulary.terms.count, weights = weightsIn(parts.model) } = parts.shrunk ?? {}
  return new Classifier({
    ...rest,
    vectoriser: small,
    model,
    trainer: undefined,
    shrunk: { bits, features, weights },
  })
}

function weightsIn(model: Model): number {
  const { weights, edges, tests } = model.figures()
  return weights ?? edges ?? tests ?? 0
}

function bytesOf(classifier: Classifier): number {
  return classifierToParts(classifier).reduce((sum, part) => sum + part.length, 0)
}
