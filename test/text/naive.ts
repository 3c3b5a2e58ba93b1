// The tokenisers in the plainest way, on whole strings: what the byte version must equal.

import type { TokenKind } from '../../packages/abound/src/text/tokenise.js'

const RUNS = {
  words: /[\p{L}\p{M}\p{N}]+/gu,
  alpha: /[\p{L}\p{M}]+/gu,
  reuters: /\p{N}+|[\p{L}\p{M}]+/gu,
}
const UNSPACED =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u
const segmenter = new Intl.Segmenter('en', { granularity: 'word' })

export function naiveTokens(kind: TokenKind, text: string): string[] {
  const out: string[] = []
  for (const [run] of text.normalize('NFC').toLowerCase().matchAll(RUNS[kind])) {
    if (kind === 'reuters' && /\p{N}/u.test(run)) out.push('<number>')
    else if (UNSPACED.test(run)) for (const { segment } of segmenter.segment(run)) out.push(segment)
    else out.push(run)
  }
  return out
}
