// The flags of every command that reads data, and the opened source.

import { type Command, Option } from 'commander'
import { FORMATS, InputError, shownFormats } from '../internal.js'
import { folder, openSources, type Source, type SourceSettings } from '../node/internal.js'
import { offer } from './offered-values.js'
import { formatCount, warn } from './terminal.js'

export interface DataFlags {
  readonly from?: string
  readonly fields?: string
  readonly textColumn?: string
  readonly labelColumn?: string
  readonly labelSeparator?: string
  /** Only of `train`. */
  readonly weightColumn?: string
  readonly skipBad?: boolean
}

const SHOWN_WARNINGS = 5

/** The heading of what few runs need to say of their data. */
export const DATA = 'Data:'

/** What a command reads labelled texts from, for the help of its argument. */
export function dataKinds(): string {
  return [...shownFormats(), folder.shownAs, 'or -'].join(', ')
}

function tables(): string {
  const titles = FORMATS.filter(({ columns }) => columns).map(({ title }) => title)
  return `${titles.slice(0, -1).join(', ')} and ${titles[titles.length - 1]}`
}

export function addDataFlags(command: Command): Command {
  return command
    .addOption(
      offer(
        new Option(
          '--from <format>',
          `what standard input or an unusual file name holds: ${FORMATS.map(({ name }) => name).join(', ')}`,
        ),
        FORMATS.map(({ name }) => name),
      ),
    )
    .option('--fields <names>', 'fields read as text, in this order (default: text)')
    .option('--text-column <name>', `column of the text in ${tables()} (default: text)`)
    .option('--label-column <name>', 'column of the labels (default: labels or label)')
    .addOption(
      new Option('--label-separator <text>', 'what parts several labels in one cell').helpGroup(DATA),
    )
    .addOption(
      new Option('--skip-bad', 'go on after a malformed record, and say how many there were').helpGroup(DATA),
    )
}

/** How to read, as far as flags say. */
export function sourceSettings(flags: DataFlags): SourceSettings {
  return {
    ...(flags.fields === undefined ? {} : { fields: fieldsFrom(flags.fields) }),
    ...optional('from', flags.from),
    ...optional('textColumn', flags.textColumn),
    ...optional('labelColumn', flags.labelColumn),
    ...optional('labelSeparator', flags.labelSeparator),
    ...optional('weightColumn', flags.weightColumn),
  }
}

/** Opens the data; `report`, called at the end, says what was skipped. */
export function openData(
  paths: readonly string[],
  flags: DataFlags,
  {
    textBytes = false,
    withoutLabels = false,
    plainLines = false,
  }: Pick<SourceSettings, 'textBytes' | 'withoutLabels' | 'plainLines'> = {},
): { source: Source; report(): void } {
  let bad = 0
  let firstBad = ''
  let warnings = 0
  let readings = 0
  const source = openSources(paths, {
    ...sourceSettings(flags),
    textBytes,
    withoutLabels,
    plainLines,
    ...(flags.skipBad === true
      ? {
          onBad: (error: InputError) => {
            // In another pass the same records are malformed again.
            if (readings > 1) return
            if (bad++ === 0) firstBad = error.commandLine
          },
        }
      : {}),
    onWarning: (message: string) => {
      if (readings > 1) return
      if (warnings++ < SHOWN_WARNINGS) warn(message)
    },
  })
  return {
    source: {
      ...source,
      documents() {
        readings++
        return source.documents()
      },
      blocks:
        source.blocks &&
        (() => {
          readings++
          return source.blocks!()
        }),
    },
    report() {
      if (bad > 0)
        warn(`skipped ${formatCount(bad)} malformed record${bad === 1 ? '' : 's'}, the first: ${firstBad}`)
      if (warnings > SHOWN_WARNINGS) warn(`${formatCount(warnings - SHOWN_WARNINGS)} more of these`)
      bad = 0
      warnings = 0
    },
  }
}

function fieldsFrom(text: string): string[] {
  const fields = text.split(',').map((field) => field.trim())
  if (fields.some((field) => field === ''))
    throw new InputError(`--fields ${text}: expected names parted by commas`)
  return fields
}

function optional<K extends string>(name: K, value: string | undefined): { [P in K]?: string } {
  return value === undefined ? {} : ({ [name]: value } as { [P in K]?: string })
}
