// Running text as sentences, and a sentence as a document for each of its words: its class is the word, its text what stands
// around it, with a gap in its place.

import type { Document } from '../contract.js'
import { GAP, type Sentence, SentenceCutter } from '../text/sentences.js'

/** Text, or several that have nothing to do with each other. */
export type Texts = string | Iterable<string> | AsyncIterable<string>

/** A piece of running text; a text ends with its last. */
export interface TextChunk {
  readonly text: string
  readonly last: boolean
}

/** Texts in pieces of any size, which can be read again. */
export interface TextSource {
  /** Its name, for messages. */
  readonly name?: string
  pieces(): AsyncIterable<TextChunk>
}

/** A word, and the text around it. */
export interface WordDocument extends Document {
  readonly text: string
  readonly labels: readonly [string]
}

/** How far around a word to look. */
interface Reach {
  readonly before: number
  readonly after: number
}

/** Characters that are cut into sentences in one go. */
const PIECE = 1 << 16
const SENTENCE_END = '.'

/** Texts in memory as a source. */
export async function sourceOfTexts(texts: Texts): Promise<TextSource> {
  const all: string[] = []
  if (typeof texts === 'string') all.push(texts)
  else for await (const text of texts) all.push(text)
  return {
    async *pieces() {
      for (const text of all) {
        for (let at = 0; at < text.length; at += PIECE)
          yield { text: text.slice(at, at + PIECE), last: false }
        yield { text: '', last: true }
      }
    },
  }
}

/** The sentences of all texts, some at a time. */
export async function* sentencesOf(
  source: TextSource,
  lowerCase: boolean,
): AsyncGenerator<readonly Sentence[]> {
  let batch: Sentence[] = []
  const cutter = new SentenceCutter({ lowerCase, gaps: false }, (sentence) => {
    batch.push(sentence)
  })
  for await (const { text, last } of source.pieces()) {
    cutter.push(text)
    if (last) cutter.end()
    if (batch.length === 0) continue
    yield batch
    batch = []
  }
}

/** A sentence's words as documents; with `classes`, of these words alone. */
export function* wordDocuments(
  sentence: Sentence,
  reach: Reach,
  classes?: ReadonlySet<string>,
): Generator<WordDocument> {
  for (const [at, word] of sentence.words.entries())
    if (classes?.has(word) !== false) yield { text: textAround(sentence, at, reach), labels: [word] }
}

/** What stands around a word, with a gap in its place: as much of the sentence as a model looks at. */
export function textAround({ words, closed }: Sentence, at: number, { before, after }: Reach): string {
  const behind = at + 1 + after
  const around = [...words.slice(Math.max(0, at - before), at), GAP, ...words.slice(at + 1, behind)]
  if (closed && behind > words.length) around.push(SENTENCE_END)
  return around.join(' ')
}
