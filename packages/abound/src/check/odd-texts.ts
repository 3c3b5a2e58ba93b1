// Texts that are unlike the others: empty, unreadable, far shorter or longer, in another script or language, mostly
// digits or markup. What counts as odd depends on the rest: what a twentieth of the texts have is how this data is,
// and is not reported (empty and unreadable texts always are).
//
// `add` makes one scan over the bytes of a text and keeps 15 bytes of what it saw; `odd` decides when all are known.

import { decodeAt } from '../text/characters.js'
import type { Tokens } from '../text/tokens.js'
import { Growing } from './growing.js'
import { Languages } from './languages.js'
import { LATIN, NO_SCRIPT, SCRIPTS, scriptOf } from './scripts.js'

/** What can be odd about a text, worst first. */
export type OddTextKind =
  | 'empty'
  | 'unreadable'
  | 'other-script'
  | 'other-language'
  | 'few-letters'
  | 'markup'
  | 'short'
  | 'long'

interface OddText {
  readonly kind: OddTextKind
  readonly document: number
  /** The higher, the odder, within a kind. */
  readonly score: number
  readonly what: string
}

/** Beyond this share of the texts nothing is odd. */
const RARE = 0.05
/** Shares of a text's characters that are not blank. */
const FEW_LETTERS = 0.35
const MUCH_MARKUP = 0.4
const UNREADABLE = 0.01
/** With fewer characters or letters, shares say nothing. */
const ENOUGH_CHARACTERS = 20
const ENOUGH_LETTERS = 10
/** Too long: this many times the median, in words, and more than LONG. Too short likewise. */
const TIMES_LONGER = 30
const LONG = 1000
const TIMES_SHORTER = 20
const SHORT = 8
/** Letters in the name of a tag. */
const LONGEST_NAME = 20
/** Characters in a tag: what is longer is a `<` and a `>` that have nothing to do with each other. */
const LONGEST_TAG = 500

const EMPTY = 1
const LOST = 2
const CONTROL = 4
const MISREAD = 8
const FEW = 16
const MARKED = 32
const VECTOR = 64
const SCRIPT_SHIFT = 8
const LANGUAGE_SHIFT = 16

export class OddTexts {
  private readonly languages = new Languages()
  /** Words of each text, and its signs: flags, script and language in one number. */
  private readonly words = new Growing()
  private readonly signs = new Growing()
  private readonly letters = new Uint32Array(SCRIPTS.length)

  /** Adds the next text: its bytes and its words. */
  add(bytes: Uint8Array, length: number, tokens: Tokens): void {
    const language = this.languages.guess(tokens)
    this.words.push(tokens.count)
    this.signs.push(this.look(bytes, length) | ((language + 1) << LANGUAGE_SHIFT))
  }

  /** Adds a document that is no text: nothing is odd about it. */
  addOther(): void {
    this.words.push(0)
    this.signs.push(VECTOR | (NO_SCRIPT << SCRIPT_SHIFT))
  }

  odd(): OddText[] {
    const signs = this.signs.view()
    const out: OddText[] = []
    const add = (kind: OddTextKind, document: number, score: number, what: string): void => {
      out.push({ kind, document, score, what })
    }
    const isText = (i: number): boolean => (signs[i] & EMPTY) === 0 && this.words.at(i) > 0
    for (let i = 0; i < signs.length; i++) {
      if (signs[i] & EMPTY) add('empty', i, 1, 'nothing but blanks')
      if (signs[i] & LOST) add('unreadable', i, 3, 'lost characters (U+FFFD)')
      else if (signs[i] & MISREAD) add('unreadable', i, 2, 'UTF-8 that was read as Latin-1')
      else if (signs[i] & CONTROL) add('unreadable', i, 1, 'control characters')
    }
    const rare: OddText[][] = [this.few(FEW, 'few-letters', 'mostly digits and signs')]
    rare.push(this.few(MARKED, 'markup', 'mostly markup'))
    const script = (i: number): number => (signs[i] >>> SCRIPT_SHIFT) & 0xff
    rare.push(this.others('other-script', isText, script, NO_SCRIPT, SCRIPTS))
    const language = (i: number): number => (signs[i] >>> LANGUAGE_SHIFT) - 1
    rare.push(this.others('other-language', isText, language, -1, this.languages.names))
    rare.push(...this.byLength())
    for (const kind of rare) if (kind.length <= RARE * signs.length) out.push(...kind)
    return out
  }

  private few(flag: number, kind: OddTextKind, what: string): OddText[] {
    const out: OddText[] = []
    const signs = this.signs.view()
    for (let i = 0; i < signs.length; i++)
      if (signs[i] & flag) out.push({ kind, document: i, score: 1, what })
    return out
  }

  /** The texts that are not as nearly all others are: `of` says what a text is, `unknown` if that is not clear. */
  private others(
    kind: OddTextKind,
    isText: (i: number) => boolean,
    of: (i: number) => number,
    unknown: number,
    names: readonly string[],
  ): OddText[] {
    const counts = new Uint32Array(names.length)
    let all = 0
    const { count } = this.signs
    for (let i = 0; i < count; i++) {
      if (!isText(i) || of(i) === unknown) continue
      counts[of(i)]++
      all++
    }
    const usual = counts.indexOf(Math.max(...counts))
    // Data of several languages has no usual one.
    if (counts[usual] < (1 - RARE) * all) return []
    const out: OddText[] = []
    for (let i = 0; i < count; i++) {
      const own = of(i)
      if (!isText(i) || own === unknown || own === usual) continue
      const what = `${capitalise(names[own])}, nearly all others are ${capitalise(names[usual])}`
      out.push({ kind, document: i, score: this.words.at(i), what })
    }
    return out
  }

  private byLength(): [OddText[], OddText[]] {
    const { words } = this
    const sorted = words.view().slice().sort()
    const median = sorted[sorted.length >>> 1] ?? 0
    const short: OddText[] = []
    const long: OddText[] = []
    const formatWords = (n: number): string =>
      `${n} word${n === 1 ? '' : 's'}, half of the texts have ${median} or more`
    for (let i = 0; i < words.count; i++) {
      const n = words.at(i)
      if ((this.signs.at(i) & (EMPTY | VECTOR | FEW)) !== 0 || median === 0) continue
      if (n === 0) short.push({ kind: 'short', document: i, score: median + 1, what: 'not one word' })
      else if (n * TIMES_SHORTER < median && n < SHORT)
        short.push({ kind: 'short', document: i, score: median / n, what: formatWords(n) })
      else if (n > median * TIMES_LONGER && n > LONG)
        long.push({ kind: 'long', document: i, score: n / median, what: formatWords(n) })
    }
    return [short, long]
  }

  /** Flags and script of a text. */
  private look(bytes: Uint8Array, length: number): number {
    const { letters } = this
    letters.fill(0)
    let characters = 0
    let ascii = 0
    let controls = 0
    let lost = 0
    let misread = 0
    let inTags = 0
    let tag = -1
    for (let i = 0; i < length; ) {
      const b = bytes[i]
      if (b < 0x80) {
        i++
        if (b <= 0x20 || b === 0x7f) {
          if (b !== 0x20 && b !== 0x7f && (b < 0x09 || b > 0x0d)) controls++
          continue
        }
        // A line of dashes is a line, not forty signs.
        if (i < 2 || b !== bytes[i - 2]) characters++
        const lower = b | 0x20
        if (lower >= 0x61 && lower <= 0x7a) ascii++
        if (b === 0x3c) tag = opensTag(bytes, i, length) ? characters : -1
        else if (b === 0x3e && tag >= 0) {
          if (characters - tag < LONGEST_TAG) inTags += characters - tag + 1
          tag = -1
        }
        continue
      }
      characters++
      const codePoint = decodeAt(bytes, i, length)
      if (codePoint < 0 || codePoint === 0xfffd) lost++
      if (codePoint < 0) {
        i++
        continue
      }
      // Ã or Â and a sign from U+0080 to U+00BF, â and €: the bytes of one character read as several.
      if ((codePoint === 0xc3 || codePoint === 0xc2) && bytes[i + 2] === 0xc2) misread++
      else if (codePoint === 0xe2 && bytes[i + 2] === 0xe2 && bytes[i + 3] === 0x82 && bytes[i + 4] === 0xac)
        misread++
      if (codePoint < 0xa0) controls++
      const script = scriptOf(codePoint)
      if (script !== NO_SCRIPT) letters[script]++
      i += codePoint < 0x800 ? 2 : codePoint < 0x10000 ? 3 : 4
    }
    letters[LATIN] += ascii
    let all = 0
    let most = 0
    for (let s = 0; s < letters.length; s++) {
      all += letters[s]
      if (letters[s] > letters[most]) most = s
    }
    const clear = all >= ENOUGH_LETTERS && letters[most] * 2 > all
    let flags = (clear ? most : NO_SCRIPT) << SCRIPT_SHIFT
    if (characters === 0) flags |= controls === 0 ? EMPTY : CONTROL
    if (lost > 0) flags |= LOST
    if (controls > UNREADABLE * (characters + controls)) flags |= CONTROL
    if (misread > 1 && misread > UNREADABLE * all) flags |= MISREAD
    if (characters >= ENOUGH_CHARACTERS && all < FEW_LETTERS * characters) flags |= FEW
    if (characters >= ENOUGH_CHARACTERS && inTags > MUCH_MARKUP * characters) flags |= MARKED
    return flags
  }
}

/** Whether what follows a `<` makes it a tag: a name, and a blank, `/` or `>` behind it. Addresses are none. */
function opensTag(bytes: Uint8Array, i: number, length: number): boolean {
  if (bytes[i] === 0x21) return true
  if (bytes[i] === 0x2f) i++
  const from = i
  while (i < length && i < from + LONGEST_NAME && isNamePart(bytes[i])) i++
  return i > from && i < length && (bytes[i] <= 0x20 || bytes[i] === 0x2f || bytes[i] === 0x3e)
}

function isNamePart(b: number): boolean {
  const lower = b | 0x20
  return (lower >= 0x61 && lower <= 0x7a) || (b >= 0x30 && b <= 0x39) || b === 0x2d || b === 0x3a
}

/** english → English */
function capitalise(name: string): string {
  return name[0].toUpperCase() + name.slice(1)
}
