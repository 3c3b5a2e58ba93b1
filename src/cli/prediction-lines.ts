// What is printed of a text's labels, a line each (predict, transduce).

import { type Command, Option } from 'commander'
import { InputError, type Prediction } from '../index.js'

interface Line extends Prediction {
  readonly id: string | undefined
  /** Whether it could have been rejected. */
  readonly choosy: boolean
}

const WRITERS: Readonly<Record<string, (line: Line) => string>> = {
  jsonl: ({ id, labels, choosy, rejected, confidence }) =>
    `${JSON.stringify({
      ...(id === undefined ? {} : { id }),
      labels,
      ...(choosy ? { rejected } : {}),
      ...(choosy && Number.isFinite(confidence) ? { confidence } : {}),
    })}\n`,
  // No label is empty, so an empty one says that this is none.
  tsv: ({ id, labels, rejected }) =>
    `${[id ?? '', ...(rejected ? ['', 'rejected'] : labels.flatMap(({ label, score }) => [label, String(score)]))].map((cell) => cell.replace(/[\t\r\n]/g, ' ')).join('\t')}\n`,
  fasttext: ({ labels, rejected }) =>
    rejected
      ? 'rejected\n'
      : `${labels.map(({ label }) => `__label__${label.replace(/\s/g, '_')}`).join(' ')}\n`,
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
