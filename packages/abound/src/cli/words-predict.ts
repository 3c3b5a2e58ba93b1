// abound words predict MODEL [TEXT]

import { type FilledGap, predictWords } from '../internal.js'
import { load } from '../node/internal.js'
import { numberFormat, parseDigits } from './digits.js'
import { typedText } from './prediction-input.js'
import { colours, list, parseWholeNumber, print } from './terminal.js'
import { openLines } from './text-files.js'

interface Flags {
  readonly top?: string
  readonly json?: boolean
}

const TOP = '5'
/** What of a text is shown around a gap. */
const SHOWN = 40
/** The gap that is answered: there may be others beside it. */
const GAP = '[_]'
const figure = numberFormat(parseDigits(undefined))

export async function predict(path: string, words: string[], flags: Flags): Promise<void> {
  const top = parseWholeNumber('--top', flags.top ?? TOP)
  const model = await load(path)
  const show = flags.json === true || process.stdout.isTTY !== true ? jsonLine : shown
  for await (const text of textsOf(words)) await print(show(text, predictWords(model, text, { top })))
}

async function* textsOf(words: readonly string[]): AsyncGenerator<string> {
  const text = typedText(words, undefined)
  if (text !== undefined) return yield text
  for (const path of words.length === 0 ? ['-'] : words) {
    const { source, report } = openLines(path)
    for await (const batch of source.documents()) for (const { text } of batch) yield String(text)
    report()
  }
}

function jsonLine(text: string, gaps: readonly FilledGap[]): string {
  const rounded = gaps.map(({ at, words }) => ({
    at,
    words: words.map(({ word, score }) => ({ word, score: Number(figure(score)) })),
  }))
  return `${JSON.stringify({ text, gaps: rounded })}\n`
}

/** Each gap among its neighbours, and below it the words for it. */
function shown(text: string, gaps: readonly FilledGap[]): string {
  return gaps
    .map(({ at, words }) => {
      const before = at > SHOWN ? `…${text.slice(at - SHOWN, at)}` : text.slice(0, at)
      const behind = text.slice(at).replace(/^_+/, '').slice(0, SHOWN)
      const rows = words.map(({ word, score }) => [word, figure(score)])
      const gap = at < text.length ? GAP : ` ${GAP}`
      return `${oneLine(before + gap + behind).replace(GAP, colours.bold(GAP))}\n${list(rows, '  ')}`
    })
    .join('')
}

/** Without what would move a terminal's cursor. */
function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
}
