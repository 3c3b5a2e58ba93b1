// A text cut into its words and what is between them, as the server cuts it for an explanation.

export interface WordPiece {
  readonly text: string
  readonly from: number
  readonly word: boolean
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’_-][\p{L}\p{N}\p{M}]+)*/gu
/** After this many words the rest is one piece: nobody strikes them out one by one. */
const MOST_WORDS = 3000

export function splitIntoPieces(text: string): WordPiece[] {
  const pieces: WordPiece[] = []
  let at = 0
  let words = 0
  for (const match of text.matchAll(WORD)) {
    if (words++ === MOST_WORDS) break
    if (match.index > at) pieces.push({ text: text.slice(at, match.index), from: at, word: false })
    pieces.push({ text: match[0], from: match.index, word: true })
    at = match.index + match[0].length
  }
  if (at < text.length) pieces.push({ text: text.slice(at), from: at, word: false })
  return pieces
}

/** The text without the words that begin at these places. */
export function withoutWords(pieces: readonly WordPiece[], struck: ReadonlySet<number>): string {
  return pieces.map(({ text, from, word }) => (word && struck.has(from) ? ' ' : text)).join('')
}
