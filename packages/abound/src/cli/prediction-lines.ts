// What is printed of a text's labels, a line each (predict, transduce).

import { type Command, Option } from 'commander'
import { InputError, type Prediction } from '../internal.js'

interface Line extends Prediction {
  readonly id: string | undefined
  /** Whether it could have been rejected. */
  readonly mayReject: boolean
}

const WRITERS: Readonly<Record<string, (line: Line) => string>> = {
  // By hand, as JSON.stringify would have it: it takes several times as long for so small an object.
  jsonl: ({ id, labels, mayReject, rejected, confidence }) => {
    let line = id === undefined ? '{"labels":[' : `{"id":${JSON.stringify(id)},"labels":[`
    for (let i = 0; i < labels.length; i++) {
      const { label, score, probability } = labels[i]
      line += `${i === 0 ? '' : ','}{"label":${quoted(label)},"score":${jsonNumber(score)}`
      line += probability === undefined ? '}' : `,"probability":${jsonNumber(probability)}}`
    }
    if (!mayReject) return `${line}]}\n`
    const known = Number.isFinite(confidence) ? `,"confidence":${jsonNumber(confidence)}` : ''
    return `${line}],"rejected":${rejected}${known}}\n`
  },
  // No label is empty, so an empty one says that this is none.
  tsv: ({ id, labels, rejected }) =>
    `${[id ?? '', ...(rejected ? ['', 'rejected'] : labels.flatMap(({ label, score }) => [label, String(score)]))].map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`,
  fasttext: ({ labels, rejected }) => {
    if (rejected) return 'rejected\n'
    let line = ''
    for (let i = 0; i < labels.length; i++) line += `${i === 0 ? '' : ' '}${prefixed(labels[i].label)}`
    return `${line}\n`
  },
}

function jsonNumber(x: number): string {
  return Number.isFinite(x) ? String(x) : 'null'
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
