// Training a model of words: a classifier whose classes are words, told from the words around them. The text is read once to
// count its words, which says which are classes and where the last tenth begins, and then as any corpus is.

import { InputError } from '../errors.js'
import type { Classifier } from '../pipeline/classifier.js'
import type { Corpus } from '../pipeline/corpus.js'
import { trainOnCorpus } from '../pipeline/train.js'
import type { TrainingHooks } from '../pipeline/training-hooks.js'
import { type HeldOutFigures, WordMeasure } from './held-out-words.js'
import {
  sentencesOf,
  sourceOfTexts,
  type TextSource,
  type Texts,
  type WordDocument,
  wordDocuments,
} from './running-text.js'
import { planWords, type TrainWordsOptions, type WordOptions } from './word-options.js'

/** Share of the text that is learned from where the rest is measured on. */
const LEARNED = 0.9

/** What training on text gave. */
export interface TrainedWords {
  readonly model: Classifier
  /** Words of the text. */
  readonly words: number
  /** Figures on the last tenth; absent where nothing was held out. */
  readonly heldOut?: HeldOutFigures
}

/** What is heard of a training: that of the classifier, and what comes before and after. */
interface WordHooks {
  readonly training?: TrainingHooks
  counting?(words: number): void
  measuring?(done: number, total: number): void
}

/**
 * Trains a model of words on running text: it tells a word from those around it. It is a classifier like any other, whose
 * documents are texts with a gap, `_`, and whose labels are words. It works on the caller's thread.
 *
 * @example
 * const { model, words } = await trainWords('The cat sat. The cat ran. A dog ran.', { minDf: 1, validate: false })
 * words // 9
 * model.rank('the _ sat', { top: 1 }) // [{ label: 'cat', score: … }]
 */
export async function trainWords(texts: Texts, options: TrainWordsOptions = {}): Promise<TrainedWords> {
  return trainOnText(await sourceOfTexts(texts), options)
}

/**
 * The same on a source, which may be larger than memory.
 *
 * @example
 * const source = { async *pieces() { yield { text: 'The cat sat. The dog sat.', last: true } } }
 * const { model } = await trainOnText(source, { minDf: 1, validate: false })
 * model.labelCount // 4
 */
export async function trainOnText(
  source: TextSource,
  given: Parameters<typeof planWords>[0],
  hooks: WordHooks = {},
): Promise<TrainedWords> {
  const { options, training } = planWords(given)
  const counts = await countWords(source, options, hooks)
  const words = [...counts.values()].reduce((sum, count) => sum + count, 0)
  const of = source.name === undefined ? '' : `${source.name}: `
  if (words === 0) throw new InputError(`${of}there are no words to learn from`)
  const classes = classesOf(counts, options.minCount)
  if (classes?.size === 0) throw new InputError(`${of}no word occurs ${options.minCount} times`)
  const learned = options.validate ? Math.floor(words * LEARNED) : words
  const corpus: Corpus = {
    ...(source.name === undefined ? {} : { name: source.name }),
    rereadable: true,
    batches: () => documentsOf(source, options, { from: 0, to: learned }, classes),
  }
  const model = await trainOnCorpus(corpus, training, hooks.training)
  if (!options.validate) return { model, words }
  const measure = new WordMeasure(model)
  for await (const documents of documentsOf(source, options, { from: learned, to: words })) {
    for (const document of documents) measure.add(document)
    hooks.measuring?.(measure.words, words - learned)
  }
  return { model, words, ...(measure.words === 0 ? {} : { heldOut: measure.figures() }) }
}

/** How often each word occurs. */
async function countWords(
  source: TextSource,
  { lowerCase }: WordOptions,
  { counting }: WordHooks,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  let all = 0
  for await (const sentences of sentencesOf(source, lowerCase)) {
    for (const { words } of sentences) {
      all += words.length
      for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
    }
    counting?.(all)
  }
  return counts
}

/** The words that are classes; undefined where all are. */
function classesOf(counts: ReadonlyMap<string, number>, least: number): Set<string> | undefined {
  if (least === 1) return undefined
  return new Set([...counts].filter(([, count]) => count >= least).map(([word]) => word))
}

/** The documents of the sentences that begin between the word `from` and the word `to`. */
async function* documentsOf(
  source: TextSource,
  options: WordOptions,
  { from, to }: { readonly from: number; readonly to: number },
  classes?: ReadonlySet<string>,
): AsyncGenerator<WordDocument[]> {
  let word = 0
  for await (const sentences of sentencesOf(source, options.lowerCase)) {
    const documents: WordDocument[] = []
    for (const sentence of sentences) {
      if (word >= to) break
      if (word >= from)
        for (const document of wordDocuments(sentence, options, classes)) documents.push(document)
      word += sentence.words.length
    }
    if (documents.length > 0) yield documents
    if (word >= to) return
  }
}
