// Running text → sentences of words, however it is cut into pieces: what words are predicted in.

import { NO_SPACES, segmentsOf } from './string-tokens.js'

/** What stands for a word that is missing, and for another one in the same text. */
export const GAP = '_'
export const OTHER_GAP = '__'

/** A sentence, or what there is of one. */
export interface Sentence {
  /** The words; `GAP` for one that is missing, `OTHER_GAP` where more than one `_` stands for it. */
  readonly words: readonly string[]
  /** Where each begins and ends, in UTF-16 units from the start of all text. */
  readonly starts: readonly number[]
  readonly ends: readonly number[]
  /** Whether it is known where it ends. */
  readonly closed: boolean
}

/** How text is cut. */
interface SentenceOptions {
  /** Words in lower case. */
  readonly lowerCase: boolean
  /** Whether `_`s by themselves stand for a word that is missing. */
  readonly gaps: boolean
}

/** Longer sentences, and longer runs without a blank, are cut: memory is bounded whatever the text. */
const MOST_WORDS = 256
const LONGEST_RUN = 1024

const PIECE =
  /[\p{L}\p{M}\p{N}]+(?:(?:['’‐‑-]|(?<=\p{N})[.,](?=\p{N}))[\p{L}\p{M}\p{N}]+)*|(?<![\p{L}\p{M}\p{N}_])_+(?![\p{L}\p{M}\p{N}_])|[。．｡！？؟۔।॥]/gu
const ENDS_ALONE = /^[。．｡！？؟۔।॥]/u
const STOPS = '.!?…'
/** What may close behind a stop. */
const CLOSERS = '"\'”’»›)]}*_'
const LOWER_CASE = /^\p{Ll}/u
const FULL_STOP = '.'

/** A full stop behind these, or behind a single letter, ends no sentence. */
const ABBREVIATIONS = new Set(
  'mr mrs ms messrs dr prof rev hon st capt col gen lt sgt jr sr mme mlle vs etc vol cf eg ie fig'.split(' '),
)

/**
 * Cuts running text into sentences. A sentence ends at a full stop, a question or exclamation mark, unless a word in lower
 * case follows or the stop is an abbreviation's; at an empty line; and at the end of the text.
 *
 * ```ts
 * const found = []
 * const cutter = new SentenceCutter({ lowerCase: true, gaps: false }, ({ words }) => found.push(words))
 * cutter.push('Mr. Hill sat do')
 * cutter.push('wn. He read.')
 * cutter.end()
 * found // [['mr', 'hill', 'sat', 'down'], ['he', 'read']]
 * ```
 */
export class SentenceCutter {
  private readonly options: SentenceOptions
  private readonly emit: (sentence: Sentence) => void
  /** The start of a run whose end has not been read yet, and where it stands. */
  private run = ''
  private at = 0
  /** Line ends since the last run. */
  private lines = 0
  /** Whether a sentence ends before the next word, unless that is in lower case. */
  private stopped = false
  private words: string[] = []
  private starts: number[] = []
  private ends: number[] = []

  constructor(options: SentenceOptions, emit: (sentence: Sentence) => void) {
    this.options = options
    this.emit = emit
  }

  push(text: string): void {
    const all = this.run + text
    const base = this.at
    let done = 0
    for (const { 0: run, index } of all.matchAll(/\S+/g)) {
      this.skip(all, done, index)
      done = index
      while (all.length - done > 0 && index + run.length - done > LONGEST_RUN) {
        this.take(all.slice(done, done + LONGEST_RUN), base + done)
        done += LONGEST_RUN
      }
      if (index + run.length === all.length) {
        this.run = all.slice(done)
        this.at = base + done
        return
      }
      this.take(all.slice(done, index + run.length), base + done)
      done = index + run.length
    }
    this.skip(all, done, all.length)
    this.run = ''
    this.at = base + all.length
  }

  /** Says that the text ends here; `closed`: as a sentence does. */
  end(closed = true): void {
    if (this.run !== '') this.take(this.run, this.at)
    this.close(closed || this.stopped)
    this.run = ''
    this.at = 0
    this.lines = 0
  }

  /** Counts the line ends between two runs. */
  private skip(text: string, from: number, to: number): void {
    for (let i = from; i < to; i++) if (text.charCodeAt(i) === 10) this.lines++
  }

  private take(run: string, at: number): void {
    if (this.lines > 1) this.close(true)
    this.lines = 0
    let last = ''
    for (const { 0: piece, index } of run.matchAll(PIECE)) {
      if (ENDS_ALONE.test(piece)) {
        this.close(true)
        continue
      }
      const isGap = piece.startsWith(GAP)
      if (isGap && !this.options.gaps) continue
      if (this.stopped && !LOWER_CASE.test(piece)) this.close(true)
      this.stopped = false
      last = piece
      if (isGap) this.add(piece === GAP ? GAP : OTHER_GAP, at + index, at + index + piece.length)
      else if (NO_SPACES.test(piece)) {
        let from = at + index
        for (const segment of segmentsOf(piece)) {
          this.add(this.folded(segment), from, from + segment.length)
          from += segment.length
        }
      } else this.add(this.folded(piece), at + index, at + index + piece.length)
    }
    const stop = stopOf(run)
    if (stop !== '') this.stopped = stop !== FULL_STOP || !isAbbreviation(last)
  }

  private folded(word: string): string {
    const composed = word.normalize('NFC').replace(/’/g, "'").replace(/[‐‑]/g, '-')
    return this.options.lowerCase ? composed.toLowerCase() : composed
  }

  private add(word: string, start: number, end: number): void {
    if (this.words.length === MOST_WORDS) this.close(false)
    this.words.push(word)
    this.starts.push(start)
    this.ends.push(end)
  }

  private close(closed: boolean): void {
    const { words, starts, ends } = this
    this.stopped = false
    if (words.length === 0) return
    this.words = []
    this.starts = []
    this.ends = []
    this.emit({ words, starts, ends, closed })
  }
}

/** The stops that a run ends with. */
function stopOf(run: string): string {
  let to = run.length
  while (to > 0 && CLOSERS.includes(run[to - 1])) to--
  let from = to
  while (from > 0 && STOPS.includes(run[from - 1])) from--
  return run.slice(from, to)
}

function isAbbreviation(word: string): boolean {
  return ABBREVIATIONS.has(word.toLowerCase()) || /^\p{L}$/u.test(word)
}
