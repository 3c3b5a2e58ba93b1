// Predictions as a table to be read: a text, its label and how sure that is; further labels stand below the first. The
// widths are known before the first text, so that lines can be printed as they come.

import type { Classifier } from '../internal.js'
import { type NumberFormat, numberFormat, probabilityFormat } from './digits.js'
import type { LineWriter } from './prediction-lines.js'
import { colours } from './terminal.js'

/** Widths of the columns, and what the numbers are. */
interface TableLayout {
  readonly text: number
  readonly label: number
  readonly numbers: 'probability' | 'score'
}

const GAP = '  '
const LEAST_TEXT = 16
/** The most that labels may take of the width. */
const MOST_LABEL = 0.4
/** Bytes that a character may take. */
const WIDEST = 4

export function tableLayout(classifier: Classifier, columns: number): TableLayout {
  const most = Math.floor(columns * MOST_LABEL)
  let label = 'rejected'.length
  for (let id = 0; id < classifier.labelCount && label < most; id++)
    label = Math.max(label, Math.min(classifier.labelName(id).length, most))
  const numbers = classifier.calibrated ? 'probability' : 'score'
  const rest = columns - label - 'probability'.length - 2 * GAP.length
  return { text: Math.max(rest, LEAST_TEXT), label, numbers }
}

export function tableHeading({ text, label, numbers }: TableLayout): string {
  return `${colours.bold(`${'text'.padEnd(text)}${GAP}${'label'.padEnd(label)}${GAP}${numbers}`)}\n`
}

export function tableLines(layout: TableLayout, digits: number): LineWriter {
  const score = numberFormat(digits)
  const number: NumberFormat = layout.numbers === 'score' ? score : probabilityFormat(digits)
  return ({ id, text, labels, rejected }) => {
    const start = `${id === undefined ? '' : `${id}${GAP}`}${excerpt(text, layout.text)}`
    const rows = labels.map(({ label, score, probability }) => [label, number(probability ?? score)])
    if (rows.length === 0) rows.push([rejected ? 'rejected' : '–', ''])
    return rows
      .map(([label, figure], i) =>
        `${fit(i === 0 ? start : '', layout.text)}${GAP}${fit(label, layout.label)}${GAP}${figure}`.trimEnd(),
      )
      .join('\n')
      .concat('\n')
  }
}

/** The first words of a text, and no more of it than that takes. */
function excerpt(text: string | Uint8Array | undefined, width: number): string {
  if (text === undefined) return ''
  // Blanks in front and between words go, so a few more are looked at.
  const most = 4 * WIDEST * width
  return typeof text === 'string' ? text.slice(0, most) : new TextDecoder().decode(text.subarray(0, most))
}

/** As wide as this, without what would move a terminal's cursor. */
function fit(cell: string, width: number): string {
  const plain = cell.replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ').trim()
  const letters = [...plain]
  return letters.length > width ? `${letters.slice(0, width - 1).join('')}…` : plain.padEnd(width)
}
