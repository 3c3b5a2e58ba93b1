// A text whose words are marked by what they said for a label: blue with a line for it, orange with dots against it,
// stronger the more they said.

import { type Explanation, markLevel, type WordContribution } from '../pipeline/explanation.js'
import { formatProbability, formatSigned } from './figures.js'
import { html, type Markup } from './html.js'

/** The text with its marks; or the part of it (`most` characters) in which most was said, without empty lines. */
export function highlight({ text, words }: Explanation, most: number = Number.POSITIVE_INFINITY): Markup {
  const strongest = Math.max(...words.map(({ weight }) => Math.abs(weight)), Number.MIN_VALUE)
  const { from, to } = excerpt(text, words, most)
  const pieces: (Markup | string)[] = [from > 0 ? '… ' : '']
  const plain = (start: number, end: number): string =>
    most < Number.POSITIVE_INFINITY ? joinLines(text.slice(start, end)) : text.slice(start, end)
  let at = from
  for (const word of words) {
    if (word.from < from || word.to > to) continue
    const level = markLevel(word.weight, strongest)
    if (level === 0) continue
    const sign = word.weight < 0 ? 'a' : 'f'
    pieces.push(
      plain(at, word.from),
      html`<mark class="${sign} ${sign}${level}" title="${formatSigned(word.weight)}">${text.slice(word.from, word.to)}</mark>`,
    )
    at = word.to
  }
  pieces.push(plain(at, to), to < text.length ? ' …' : '')
  return html`<p class="text">${pieces}</p>`
}

/** Lines that were broken to fit a screen run on; an empty line begins a new one. */
function joinLines(text: string): string {
  return text.replace(/\s+/g, (blank) => (/\n\s*\n/.test(blank) ? '\n' : ' '))
}

/** The stretch of at most so many characters, from a word or the start, whose words said most. */
function excerpt(
  text: string,
  words: readonly WordContribution[],
  most: number,
): { readonly from: number; readonly to: number } {
  if (text.length <= most) return { from: 0, to: text.length }
  let best = { from: 0, said: -1 }
  let said = 0
  let first = 0
  for (const word of words) {
    said += Math.abs(word.weight)
    while (word.to - words[first].from > most) said -= Math.abs(words[first++].weight)
    if (said > best.said) best = { from: words[first].from, said }
  }
  // A beginning that fits is better than a cut.
  const from = best.from < most / 8 ? 0 : best.from
  const end = text.indexOf(' ', Math.min(text.length, from + most) - 24)
  const to = end < 0 || end > from + most ? from + most : end
  return { from, to: Math.min(text.length, to) }
}

/** How the score adds up: what the words said, and each of the strongest parts that no word said. */
export function sumLine({ score, words, rest, probability }: Explanation, what = 'score'): Markup {
  const said = words.reduce((sum, { weight }) => sum + weight, 0)
  const named = rest.slice(0, 3)
  const others = rest.slice(3)
  const parts = [
    words.length > 0 && html`words of the text ${formatSigned(said)}`,
    ...named.map(({ term, weight }) => html`<bdi>${term}</bdi> ${formatSigned(weight)}`),
    others.length > 0 &&
      `${others.length} more ${formatSigned(others.reduce((sum, { weight }) => sum + weight, 0))}`,
  ].filter((part) => part !== false)
  const joined = parts.flatMap((part, i) => (i === 0 ? [part] : [' · ', part]))
  return html`<p class="sum">${what} ${formatSigned(score)}${probability === undefined ? '' : `, probability ${formatProbability(probability)}`}${parts.length > 0 && html` = ${joined}`}</p>`
}

/** What the marks mean. */
export const KEY = html`<p class="key note"><span class="text"><mark class="f f4">Blue, underlined</mark></span> words spoke for
the label, <span class="text"><mark class="a a4">orange, dotted</mark></span> ones against it; the stronger the colour the more. Point at a word
for how much. A stem, a pair of words or a run of characters counts for the words that it is made of.</p>`
