// The way from a document's bytes to its terms, as options say: tokenise, drop stop words, stem, make terms.

import type { OptionSpecs, ScoringThread } from '../contract.js'
import type { WordFinder, WordSource } from '../engine/contract.js'
import { engine } from '../engine/engine.js'
import type { TermIds } from '../engine/term-ids.js'
import { InputError } from '../errors.js'
import type { ByteTable } from '../structures/byte-table.js'
import { option, worded, wrongOption } from '../wording.js'
import { addGapTerms, type GapOptions, parseGap } from './gap-terms.js'
import { createStemmer, loadStemmer, STEMMERS, type Stemmer, type StemmerName } from './stem.js'
import { removeStopWords, STOP_LANGUAGES, type StopLanguage, stopList, stopListFrom } from './stop-words.js'
import { createTermMaker, type TermMaker, type TermOptions } from './terms.js'
import { TOKEN_KINDS, Tokeniser, type TokenKind } from './tokenise.js'
import { Tokens } from './tokens.js'

/** How a text becomes terms. Plain data: a model file stores it. */
export interface TextOptions {
  readonly tokens: TokenKind
  /** `none`, a stop-list's language, or `own`: those in `stopWords`. */
  readonly stop: 'none' | StopLanguage | 'own'
  readonly stopWords?: string
  /** `none` or a stemmer's name. */
  readonly stem: 'none' | StemmerName
  readonly ngrams: number
  /** 0: no sparse n-grams. */
  readonly sparseWindow: number
  /** '' or `from-to`. */
  readonly chars: '' | `${number}-${number}`
  readonly words: boolean
  /** '' or how many words before and after a gap are looked at; `-case` keeps capitals. */
  readonly gap: '' | `${number}-${number}` | `${number}-${number}-case`
}

/** The options as data. */
export const TEXT_OPTIONS: OptionSpecs<TextOptions> = {
  tokens: {
    kind: 'choice',
    default: 'words',
    choices: TOKEN_KINDS,
    help: 'words: letters and digits together; alpha: letters only; reuters: letters, and one token for any number',
  },
  stop: {
    kind: 'choice',
    default: 'none',
    choices: ['none', ...STOP_LANGUAGES, 'own'],
    help: 'leave out the commonest words of a language, or your own list of words',
  },
  stopWords: {
    kind: 'text',
    default: '',
    expected: 'words parted by blanks or lines',
    help: 'the words that --stop own leaves out; # begins a comment',
  },
  stem: {
    kind: 'choice',
    default: 'none',
    choices: ['none', ...STEMMERS],
    help: "cut words to their stems: porter (Porter's original) or a language (Snowball)",
  },
  ngrams: {
    kind: 'integer',
    default: 1,
    min: 1,
    max: 8,
    help: 'also take runs of up to this many words as terms; 2 adds pairs of neighbours',
  },
  sparseWindow: {
    kind: 'integer',
    default: 0,
    min: 0,
    max: 10,
    help: 'also take up to --ngrams words with gaps between them that span at most this many words; 0: none',
  },
  chars: {
    kind: 'text',
    default: '',
    pattern: /^(?:[1-9]-[1-9])?$/,
    expected: 'two lengths from 1 to 9, as in 2-5, the smaller first',
    help: 'also take runs of this many characters within words, as in 2-5: better on short and misspelt text',
  },
  words: {
    kind: 'boolean',
    default: true,
    help: 'take words as terms; without them, character n-grams alone',
  },
  gap: {
    kind: 'text',
    default: '',
    pattern: /^(?:[0-9]-[0-9](?:-case)?)?$/,
    expected: 'how many words before and after, as in 3-3, or 3-3-case',
    help: 'take the words around a gap, _, in its sentence, by their places, with pairs and triples of them (-case: with capitals): see `abound words`',
  },
}

/**
 * An analyser, once what its options need has been loaded. The options are as `resolveOptions` gives them.
 *
 * ```ts
 * const analyser = await loadAnalyser({ ...defaultOptions(TEXT_OPTIONS), stem: 'german' })
 * analyser.analyseString('Häuser').strings() // ['haus']
 * ```
 */
export async function loadAnalyser(options: TextOptions): Promise<Analyser> {
  if (options.stem !== 'none') await loadStemmer(options.stem)
  return new Analyser(options)
}

// A longer string is encoded into bytes of its own, which do not stay.
const LONGEST_KEPT = 1 << 20

/**
 * Turns texts into terms. A Snowball stemmer must have been loaded (`loadStemmer`, or use `loadAnalyser`).
 *
 * ```ts
 * const analyser = new Analyser({ ...defaultOptions(TEXT_OPTIONS), stop: 'english', ngrams: 2 })
 * analyser.analyseString('The price of wheat').strings() // ['price', 'price wheat', 'wheat']
 * ```
 */
export class Analyser {
  readonly options: TextOptions
  /** The words that are left out, if any. */
  readonly stopWords: ByteTable | undefined
  /** Which terms are made of the tokens. */
  readonly termOptions: TermOptions
  /** Set where the terms are those of a gap. */
  readonly gap: GapOptions | undefined
  private readonly tokeniser: Tokeniser
  private readonly stemmer: Stemmer | undefined
  private readonly termMaker: TermMaker | undefined
  private readonly tokens = new Tokens()
  private readonly stems = new Tokens()
  private encoded = new Uint8Array(1024)
  /** Finds words where terms are words as they stand in the text. */
  private finder: WordFinder | undefined
  private readonly plain: boolean

  constructor(options: TextOptions) {
    this.options = options
    this.tokeniser = new Tokeniser(options.tokens)
    this.stopWords = stopTable(options)
    this.stemmer = options.stem === 'none' ? undefined : createStemmer(options.stem)
    this.termOptions = termOptions(options)
    this.termMaker = isPlain(this.termOptions) ? undefined : createTermMaker(this.termOptions)
    this.gap = gapOptions(options)
    this.plain =
      this.gap === undefined &&
      this.termMaker === undefined &&
      this.stopWords === undefined &&
      this.stemmer === undefined
  }

  /** Adds the numbers in a table of the terms of a text; a table that grows takes new ones. */
  addIds(text: string | Uint8Array, table: ByteTable, grow: boolean, out: TermIds): void {
    const bytes = typeof text === 'string' ? this.encode(text) : text
    if (!this.plain) {
      addTerms(this.analyse(bytes, 0, bytes.length), table, grow, out)
      return
    }
    if (this.finder?.isOf(table) !== true) this.finder = engine().words(this.wordsIn(table))
    this.finder.addIds(bytes, 0, bytes.length, grow, out)
  }

  /**
   * Before threads look up words in a table that stays as it is: what the others need to do so in the same memory, if they
   * can.
   */
  shareWords(table: ByteTable, thread: ScoringThread): object | undefined {
    if (!this.plain) return undefined
    this.finder = engine().words(this.wordsIn(table), thread)
    return this.finder.shared
  }

  private wordsIn(table: ByteTable): WordSource {
    const { kind } = this.tokeniser
    return {
      digits: kind === 'reuters' ? undefined : kind === 'words',
      table,
      addIds: (bytes, from, to, grow, out) => addTerms(this.analyse(bytes, from, to), table, grow, out),
    }
  }

  /** The terms of bytes[from … to] (UTF-8), overwritten by the next call. */
  analyse(bytes: Uint8Array, from: number, to: number): Tokens {
    if (this.gap !== undefined)
      // A copy, because browsers refuse to decode shared memory in place.
      return addGapTerms(decoder.decode(bytes.slice(from, to)), this.gap, this.tokens)
    const tokens = this.tokenise(bytes, from, to)
    return this.termMaker === undefined ? tokens : this.termMaker.make(tokens)
  }

  /** The terms of a string, overwritten by the next call. */
  analyseString(text: string): Tokens {
    const bytes = this.encode(text)
    return this.analyse(bytes, 0, bytes.length)
  }

  /** The bytes of a string, overwritten by the next call. */
  private encode(text: string): Uint8Array {
    const length = text.length * 3
    if (length > LONGEST_KEPT) return encoder.encode(text)
    if (length > this.encoded.length) this.encoded = new Uint8Array(length)
    return this.encoded.subarray(0, encoder.encodeInto(text, this.encoded).written)
  }

  /** What the terms of a string are made of: its tokens, stemmed, without stop words; overwritten by the next call. */
  tokensOf(text: string): Tokens {
    const bytes = encoder.encode(text)
    return this.tokenise(bytes, 0, bytes.length)
  }

  private tokenise(bytes: Uint8Array, from: number, to: number): Tokens {
    let { tokens } = this
    this.tokeniser.tokenise(bytes, from, to, tokens)
    if (this.stopWords !== undefined) removeStopWords(tokens, this.stopWords)
    if (this.stemmer !== undefined) {
      this.stemmer.stem(tokens, this.stems)
      tokens = this.stems
    }
    return tokens
  }
}

/** Adds the numbers of some terms; new ones are added to a table that grows. */
function addTerms(terms: Tokens, table: ByteTable, grow: boolean, out: TermIds): void {
  const { count } = terms
  out.ensure(count)
  const ids = out.ids.subarray(out.count, out.count + count)
  if (grow) table.internAll(terms, ids)
  else table.findAll(terms, ids)
  out.count += count
}

function gapOptions(options: TextOptions): GapOptions | undefined {
  const { gap, tokens, stop, stem } = options
  if (gap === '') return undefined
  const reach = parseGap(gap)
  if (reach.before + reach.after === 0)
    throw new InputError(wrongOption('gap', gap, 'at least one word, as in 3-3'))
  if (tokens !== 'words' || stop !== 'none' || stem !== 'none' || !isPlain(termOptions(options)))
    throw new InputError(
      worded`${option('gap', gap)}: expected no other option of tokens, stems, stop words and n-grams with it`,
    )
  return reach
}

function stopTable(options: TextOptions): ByteTable | undefined {
  if (options.stop === 'none') return undefined
  if (options.stop !== 'own') return stopList(options.stop, options.tokens)
  const table = stopListFrom(options.stopWords ?? '', options.tokens)
  if (table.count === 0) throw new InputError(wrongOption('stop', 'own', 'at least one word in the list'))
  return table
}

function termOptions(options: TextOptions): TermOptions {
  const { words, ngrams, sparseWindow, chars } = options
  const [charsFrom, charsTo] = chars === '' ? [0, 0] : chars.split('-').map(Number)
  if (charsFrom > charsTo) {
    throw new InputError(wrongOption('chars', chars, 'the smaller length first, as in 2-5'))
  }
  if (!words && charsTo === 0)
    throw new InputError(worded`${option('words', false)}: expected ${option('chars')}, or no term is left`)
  if (!words && (ngrams > 1 || sparseWindow > 0)) {
    throw new InputError(
      worded`${option('words', false)}: expected neither ${option('ngrams')} nor ${option('sparseWindow')}, which are made of words`,
    )
  }
  if (sparseWindow > 0 && (sparseWindow < 3 || ngrams < 2)) {
    const asked = option('sparseWindow', sparseWindow)
    throw new InputError(
      sparseWindow < 3
        ? wrongOption('sparseWindow', sparseWindow, '0 or at least 3, as a gap needs a word between two')
        : worded`${asked}: expected ${option('ngrams', 2)} or more`,
    )
  }
  return { words, ngrams, sparseWindow, charsFrom, charsTo }
}

/** Whether tokens are terms as they are. */
function isPlain({ words, ngrams, charsTo }: TermOptions): boolean {
  return words && ngrams === 1 && charsTo === 0
}

const encoder = new TextEncoder()
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })
