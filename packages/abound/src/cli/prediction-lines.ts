// What is printed of a text's labels, a line each (predict, transduce).

import { type Command, Option } from 'commander'
import { type Classifier, InputError, type Prediction } from '../internal.js'
import { formatBeside, numberFormat, parseDigits, probabilityFormat } from './digits.js'
import { offer } from './offered-values.js'
import { tableHeading, tableLayout, tableLines } from './prediction-table.js'

export interface Line extends Prediction {
  readonly id: string | undefined
  readonly text: string | Uint8Array | undefined
}

/** How lines are written. Plain data. */
export interface LineSettings {
  readonly as: string
  /** Significant digits of numbers. */
  readonly digits: number
  /** Whether documents may be rejected. */
  readonly mayReject: boolean
  /** Below which lead they are. */
  readonly reject?: number
  /** Width of a table. */
  readonly columns: number
}

export type LineWriter = (line: Line) => string

const WRITERS: Readonly<Record<string, (settings: LineSettings, classifier: Classifier) => LineWriter>> = {
  jsonl: jsonWriter,
  tsv: tsvWriter,
  fasttext: () => fasttextLine,
  table: ({ digits, columns }, classifier) => tableLines(tableLayout(classifier, columns), digits),
}

/** By hand, as JSON.stringify would have it: it takes several times as long for so small an object. */
function jsonWriter({ digits, mayReject, reject }: LineSettings): LineWriter {
  const scores = jsonNumber(numberFormat(digits))
  const probabilities = jsonNumber(probabilityFormat(digits))
  const leads = reject === undefined ? numberFormat(digits) : formatBeside(reject, digits)
  return ({ id, labels, rejected, confidence }) => {
    let line = id === undefined ? '{"labels":[' : `{"id":${JSON.stringify(id)},"labels":[`
    for (let i = 0; i < labels.length; i++) {
      const { label, score, probability } = labels[i]
      line += `${i === 0 ? '' : ','}{"label":${quoted(label)},"score":${scores(score)}`
      line += probability === undefined ? '}' : `,"probability":${probabilities(probability)}}`
    }
    if (!mayReject) return `${line}]}\n`
    const known = Number.isFinite(confidence) ? `,"confidence":${leads(confidence)}` : ''
    return `${line}],"rejected":${rejected}${known}}\n`
  }
}

/** No label is empty, so an empty one says that this is none. */
function tsvWriter({ digits }: LineSettings): LineWriter {
  const scores = numberFormat(digits)
  return ({ id, labels, rejected }) => {
    const cells = rejected ? ['', 'rejected'] : labels.flatMap(({ label, score }) => [label, scores(score)])
    return `${[id ?? '', ...cells].map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`
  }
}

function fasttextLine({ labels, rejected }: Line): string {
  if (rejected) return 'rejected\n'
  let line = ''
  for (let i = 0; i < labels.length; i++) line += `${i === 0 ? '' : ' '}${prefixed(labels[i].label)}`
  return `${line}\n`
}

function jsonNumber(format: (x: number) => string): (x: number) => string {
  return (x) => (Number.isFinite(x) ? format(x) : 'null')
}

const MOST_KEPT = 1 << 16

/** What is made of labels, each time the same: they come again and again. */
function keeping(make: (label: string) => string): (label: string) => string {
  const kept = new Map<string, string>()
  return (label) => {
    const known = kept.get(label)
    if (known !== undefined) return known
    const text = make(label)
    if (kept.size < MOST_KEPT) kept.set(label, text)
    return text
  }
}

/** A label in JSON, and one as fastText writes it. */
const quoted = keeping(JSON.stringify)
const prefixed = keeping((label) => `__label__${label.replace(/\s/g, '_')}`)

/** Flags that say how lines are written. */
export interface FormatFlags {
  readonly as?: string
  readonly digits?: string
}

export function addFormatFlags(command: Command): Command {
  return command
    .addOption(
      offer(
        new Option(
          '--as <format>',
          `what to print: ${Object.keys(WRITERS).join(', ')} (default: table on a terminal, else jsonl)`,
        ),
        Object.keys(WRITERS),
      ),
    )
    .option('--digits <n>', 'significant digits of numbers, or full for every bit (default: 4)')
}

const COLUMNS = 80

/** What the flags ask for. */
export function lineSettings({ as, digits }: FormatFlags): Pick<LineSettings, 'as' | 'digits' | 'columns'> {
  if (as !== undefined && !Object.hasOwn(WRITERS, as))
    throw new InputError(`--as ${as}: expected ${Object.keys(WRITERS).join(', ')}`)
  return {
    as: as ?? (process.stdout.isTTY === true ? 'table' : 'jsonl'),
    digits: parseDigits(digits),
    columns: process.stdout.columns || COLUMNS,
  }
}

/** What is printed before the first line. */
export function headingOf({ as, columns }: LineSettings, classifier: Classifier): string {
  return as === 'table' ? tableHeading(tableLayout(classifier, columns)) : ''
}

export function writerOf(settings: LineSettings, classifier: Classifier): LineWriter {
  return WRITERS[settings.as](settings, classifier)
}
