// Asking a model of words: the word that is missing in each gap of a text, or the next one; and teaching it more text.

import { InputError } from '../errors.js'
import type { Classifier } from '../pipeline/classifier.js'
import { checkOptions } from '../pipeline/input-checks.js'
import { type GapOptions, parseGap } from '../text/gap-terms.js'
import { GAP, OTHER_GAP, type Sentence, SentenceCutter } from '../text/sentences.js'
import { shownValue } from '../wording.js'
import {
  sentencesOf,
  sourceOfTexts,
  type TextSource,
  type Texts,
  textAround,
  type WordDocument,
  wordDocuments,
} from './running-text.js'

/** A word, and what spoke for it. */
export interface RankedWord {
  readonly word: string
  readonly score: number
}

/** The words that may fill a gap, best first. */
export interface FilledGap {
  /** Where the gap stands, in UTF-16 units; the length of the text where it is behind it. */
  readonly at: number
  readonly words: readonly RankedWord[]
}

/** A gap, and what a model of words is asked for it. */
interface GapText {
  readonly at: number
  readonly text: string
}

const DEFAULT_TOP = 5

/**
 * The words that may stand in each gap (`_`) of a text, best first; of a text without any, the words that may come next.
 *
 * @example
 * const { model } = await trainWords('The cat sat. The cat ran. A dog ran.', { minDf: 1, validate: false })
 * predictWords(model, 'The _ ran', { top: 1 }) // [{ at: 4, words: [{ word: 'cat', score: … }] }]
 * predictWords(model, 'A dog', { top: 1 }) // [{ at: 5, words: [{ word: 'ran', score: … }] }]
 */
export function predictWords(
  model: Classifier,
  text: string,
  options: { readonly top?: number } = {},
): FilledGap[] {
  if (typeof text !== 'string')
    throw new InputError(`predictWords: expected a text, found ${shownValue(text)}`)
  checkOptions('predictWords', options, { top: 'count' })
  const { top = DEFAULT_TOP } = options
  return gapsIn(model, text).map((gap) => ({
    at: gap.at,
    words: model.rank(gap.text, { top }).map(({ label, score }) => ({ word: label, score })),
  }))
}

/**
 * The gaps of a text, each with the text to rank words for.
 *
 * @example
 * const { model } = await trainWords('It was the best of times.', { before: 1, minDf: 1, validate: false })
 * gapsIn(model, 'It was the _ of _.') // [{ at: 11, text: 'the _ of __ .' }, { at: 16, text: 'of _ .' }]
 */
export function gapsIn(model: Classifier, text: string): GapText[] {
  const reach = reachOf(model)
  const gaps: GapText[] = []
  let last: Sentence | undefined
  const cutter = new SentenceCutter({ lowerCase: reach.lowerCase, gaps: true }, (sentence) => {
    last = sentence
    // Each gap in turn is the one asked for; to it the others are words that nobody knows.
    const words = sentence.words.map((word) => (word === GAP ? OTHER_GAP : word))
    for (const [i, word] of words.entries())
      if (word === OTHER_GAP)
        gaps.push({ at: sentence.starts[i], text: textAround({ ...sentence, words }, i, reach) })
  })
  cutter.push(text)
  cutter.end(false)
  if (gaps.length > 0) return gaps
  const before =
    last === undefined || last.closed ? [] : last.words.slice(Math.max(0, last.words.length - reach.before))
  return [{ at: text.length, text: [...before, GAP].join(' ') }]
}

/**
 * Teaches a model of words more text; new words become new classes.
 *
 * @example
 * const { model } = await trainWords('The cat sat. The cat ran.', { minDf: 1, validate: false })
 * await learnWords(model, 'The dog barked.') // { words: 3, newWords: 2 }
 * predictWords(model, 'The dog', { top: 1 }) // [{ at: 7, words: [{ word: 'barked', score: … }] }]
 */
export async function learnWords(
  model: Classifier,
  texts: Texts,
): Promise<{ readonly words: number; readonly newWords: number }> {
  return learnText(model, await sourceOfTexts(texts))
}

/**
 * The same on a source, which may be larger than memory.
 *
 * @example
 * const { model } = await trainWords('The cat sat.', { minDf: 1, validate: false })
 * const source = { async *pieces() { yield { text: 'The dog sat.', last: true } } }
 * await learnText(model, source) // { words: 3, newWords: 1 }
 */
export async function learnText(
  model: Classifier,
  source: TextSource,
  learned?: (words: number) => void,
): Promise<{ readonly words: number; readonly newWords: number }> {
  const reach = reachOf(model)
  const before = model.labelCount
  let words = 0
  for await (const sentences of sentencesOf(source, reach.lowerCase)) {
    const documents = sentences.flatMap((sentence) => [...wordDocuments(sentence, reach)])
    model.learn(documents)
    words += documents.length
    learned?.(words)
  }
  return { words, newWords: model.labelCount - before }
}

/**
 * The words of a text as documents for a model of words to learn from.
 *
 * @example
 * const { model } = await trainWords('The cat sat.', { before: 1, after: 1, minDf: 1, validate: false })
 * documentsFor(model, 'A dog ran.')[1] // { text: 'a _ ran', labels: ['dog'] }
 */
export function documentsFor(model: Classifier, text: string): WordDocument[] {
  const reach = reachOf(model)
  const documents: WordDocument[] = []
  const cutter = new SentenceCutter({ lowerCase: reach.lowerCase, gaps: false }, (sentence) =>
    documents.push(...wordDocuments(sentence, reach)),
  )
  cutter.push(text)
  cutter.end()
  return documents
}

/** How far a model of words looks; refuses a model of anything else. */
function reachOf(model: Classifier): GapOptions {
  const { gap } = model.options as { gap: string }
  if (gap !== '') return parseGap(gap)
  throw new InputError({
    message: 'the model was not trained on words: expected one of trainWords',
    commandLine: 'the model was not trained on words: expected one of `abound words train`',
  })
}
