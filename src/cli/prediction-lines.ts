// What is printed of a text's labels, a line each (predict, transduce).

import { type Command, Option } from 'commander'
import { InputError, type Prediction } from '../index.js'

interface Line extends Prediction {
  readonly id: string | undefined
  /** Whether it could have been rejected. */
  readonly choosy: boolean
}

const WRITERS: Readonly<Record<string, (line: Line) => string>> = {
  // By hand, as JSON.stringify would have it: it takes several times as long for so small an object.
  jsonl: ({ id, labels, choosy, rejected, confidence }) => {
    let line = id === undefined ? '{"labels":[' : `{"id":${JSON.stringify(id)},"labels":[`
    for (let i = 0; i < labels.length; i++) {
      const { label, score, probability } = labels[i]
      line += `${i === 0 ? '' : ','}{"label":${quoted(label)},"score":${jsonNumber(score)}`
      line += probability === undefined ? '}' : `,"probability":${jsonNumber(probability)}}`
    }
    if (!choosy) return `${line}]}\n`
    const known = Number.isFinite(confidence) ? `,"confidence":${jsonNumber(confidence)}` : ''
    return `${line}],"rejected":${rejected}${known}}\n`
  },
  // No label is empty, so an empty one says that this is none.
  tsv: ({ id, labels, rejected }) =>
    `${[id ?? '', ...(rejected ? ['', 'rejected'] : labels.flatMap(({ label, score }) => [label, String(score)]))].map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`,
  fasttext: ({ labels, rejected }) =>
    rejected
      ? 'rejected\n'
      : `${labels.map(({ label }) => `__label__${label.replace(/\s/g, '_')}`).join(' ')}\n`,
}

function jsonNumber(x: number): string {
  return Number.isFinite(x) ? String(x) : 'null'
}

const QUOTED = new Map<string, string>()
const MOST_QUOTED = 1 << 16

/** A label in JSON; the same ones come again and again. */
function quoted(label: string): string {
  const known = QUOTED.get(label)
  if (known !== undefined) return known
  const text = JSON.stringify(label)
  if (QUOTED.size < MOST_QUOTED) QUOTED.set(label, text)
  return text
}

/** Flags that say how lines are written. */
export interface FormatFlags {
  readonly as: string
}

export function addFormatFlag(command: Command): Command {
  return command.addOption(
    new Option('--as <format>', `what to print: ${Object.keys(WRITERS).join(', ')}`).default(
      'jsonl',
      'jsonl',
    ),
  )
}

export function writerOf({ as }: FormatFlags): (line: Line) => string {
  const write = WRITERS[as]
  if (write === undefined) throw new InputError(`--as ${as}: expected ${Object.keys(WRITERS).join(', ')}`)
  return write
}
