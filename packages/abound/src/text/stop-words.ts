// Stop-lists as byte tables, and dropping what they hold from a document's tokens.

import { InputError } from '../errors.js'
import { ByteTable } from '../structures/byte-table.js'
import { STOP_LISTS } from './stop-lists.js'
import { Tokeniser, type TokenKind } from './tokenise.js'
import { Tokens } from './tokens.js'

/** The languages that have a stop-list. */
export const STOP_LANGUAGES = Object.keys(STOP_LISTS) as readonly StopLanguage[]

export type StopLanguage = keyof typeof STOP_LISTS

/**
 * The stop-list of a language, cut as the tokeniser of that kind cuts text.
 *
 * ```ts
 * stopList('english').findString('the') >= 0 // true
 * ```
 */
export function stopList(language: string, kind: TokenKind = 'words'): ByteTable {
  if (!Object.hasOwn(STOP_LISTS, language)) {
    throw new InputError(`no stop-list ${language}: expected one of ${STOP_LANGUAGES.join(', ')}`)
  }
  return stopListFrom(STOP_LISTS[language as StopLanguage], kind)
}

/**
 * A stop-list from a text of your own: words parted by blanks or lines; a `#` begins a comment. An entry that
 * the tokeniser cuts drops all its parts: `don't` drops `don` and `t`. No entry drops `<number>`.
 *
 * ```ts
 * stopListFrom('re fw # of mail').count // 2
 * ```
 */
export function stopListFrom(text: string, kind: TokenKind = 'words'): ByteTable {
  const bytes = new TextEncoder().encode(text.replace(/#.*/g, ''))
  const tokens = new Tokens()
  new Tokeniser(kind === 'reuters' ? 'alpha' : kind).tokenise(bytes, 0, bytes.length, tokens)
  const table = new ByteTable(tokens.count)
  for (let i = 0; i < tokens.count; i++) {
    table.intern(tokens.bytes, tokens.starts[i], tokens.ends[i], tokens.hashes[i])
  }
  return table
}

/**
 * Drops the tokens that the table holds, in place; the others move together, with one space between them.
 *
 * ```ts
 * const tokens = new Tokens()
 * tokens.pushSpaced('the price of wheat')
 * removeStopWords(tokens, stopList('english'))
 * tokens.strings() // ['price', 'wheat']
 * ```
 */
export function removeStopWords(tokens: Tokens, table: ByteTable): void {
  const { bytes, starts, ends, hashes, count } = tokens
  let kept = 0
  let at = 1
  for (let i = 0; i < count; i++) {
    const start = starts[i]
    const end = ends[i]
    const hash = hashes[i]
    if (table.find(bytes, start, end, hash) >= 0) continue
    starts[kept] = at
    // One more than the token: the space behind it comes along.
    if (at !== start) for (let j = start; j <= end; j++) bytes[at++] = bytes[j]
    else at = end + 1
    ends[kept] = at - 1
    hashes[kept++] = hash
  }
  tokens.count = kept
}
