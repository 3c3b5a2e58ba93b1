// A text in a terminal whose words are marked by what they said: colours where there are any, else signs.

import { type Explanation, markLevel } from '../internal.js'
import { colours } from './terminal.js'

/** The text with marks, its control characters made harmless, each line behind an indent. */
export function markedText({ text, words }: Explanation, indent = '  '): string {
  const strongest = Math.max(...words.map(({ weight }) => Math.abs(weight)), Number.MIN_VALUE)
  let out = ''
  let at = 0
  for (const { from, to, weight } of words) {
    const level = markLevel(weight, strongest)
    if (level === 0) continue
    out += printable(text.slice(at, from)) + markWord(printable(text.slice(from, to)), weight, level)
    at = to
  }
  out += printable(text.slice(at))
  return out
    .trimEnd()
    .split('\n')
    .map((line) => `${indent}${line}\n`)
    .join('')
}

/** What the marks mean. */
export function markKey(): string {
  if (!colours.isColorSupported) return '⁺ for it, ⁻ against it'
  return `${colours.cyan('for it')}, ${colours.yellow('against it')}`
}

/** Blue tones for, yellow ones against: most people who do not see red and green apart see these. */
function markWord(word: string, weight: number, level: number): string {
  if (!colours.isColorSupported) return word + (weight < 0 ? '⁻' : '⁺').repeat(Math.ceil(level / 2))
  const tone = weight < 0 ? colours.yellow : colours.cyan
  const ground = weight < 0 ? colours.bgYellow : colours.bgCyan
  if (level <= 2) return tone(word)
  return level <= 4 ? colours.bold(tone(word)) : colours.bold(colours.black(ground(word)))
}

/** What a text may hold must not move the cursor or change the terminal. */
function printable(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])[\p{Cc}\p{Bidi_Control}]/gu, '\ufffd')
}
