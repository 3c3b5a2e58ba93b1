// What `--help` shows. Of a command: the options that most runs need, and behind `--help GROUP` those below one of its
// headings; a heading's first word is the name of its group. Of all commands: what people start with, and the others by
// purpose.

import { type Command, Help, type HelpConfiguration, type Option } from 'commander'
import { InputError } from '../internal.js'
import { colours } from './terminal.js'

/** Headings of options that only one learner has; they are shown where it is named, and by `--help all`. */
export const LEARNER_HEADING = 'Learner '
const ALL = 'all'
const NAMED = 3
const WIDTH = 80

/** `help COMMAND GROUP` and `--help COMMAND GROUP` as `COMMAND --help GROUP`; all else as it is. */
export function helpBehindCommand(argv: readonly string[], isCommand: (word: string) => boolean): string[] {
  const [first, command, ...rest] = argv
  if (first !== 'help' && !((first === '--help' || first === '-h') && isCommand(command ?? '')))
    return [...argv]
  if (command === undefined) return ['--help']
  // A name that is none is answered as it is anywhere else.
  return isCommand(command) ? [command, '--help', ...rest] : [command]
}

/** The group that `--help` asks for. */
export function askedGroup(argv: readonly string[]): string | undefined {
  const word = argv[argv.findIndex((word) => word === '--help' || word === '-h') + 1]
  return word === undefined || word === argv[0] || word.startsWith('-') ? undefined : word
}

/** How help is laid out, `group` of its options being asked for. */
export function helpLayout(group: string | undefined): HelpConfiguration {
  const plain = Help.prototype
  return {
    styleTitle: (title) => colours.bold(title),
    // Without the arguments, which make the list too wide; the help of each has them.
    subcommandTerm: (command) => [command.name(), command.alias()].filter(Boolean).join('|'),
    visibleOptions(command) {
      if (command.parent === null) return []
      const options = plain.visibleOptions.call(this, command)
      if (group === ALL || groupsOf(command).size === 0) return options
      return options.filter((option) => groupOf(option) === (group ?? ''))
    },
    // Descriptions name the values in words of their own.
    optionDescription(option) {
      return plain.optionDescription.call(this, Object.create(option, { argChoices: { value: undefined } }))
    },
    argumentDescription: ({ description }) => description,
    formatHelp(command, helper) {
      const groups = groupsOf(command)
      if (group !== undefined && group !== ALL && groups.size > 0 && !groups.has(group))
        throw new InputError(`--help ${group}: expected one of ${[...groups.keys(), ALL].join(', ')}`)
      const text = plain.formatHelp.call(this, command, helper)
      return group === undefined ? text + moreOptions(command, groups) : text
    },
  }
}

/** The group of an option; empty for those that are always shown. */
function groupOf({ helpGroupHeading: heading = '' }: Option): string {
  return heading.startsWith(LEARNER_HEADING) ? LEARNER_HEADING : heading.split(/[ :,]/)[0].toLowerCase()
}

/** The options below each heading but those of learners. */
function groupsOf({ options }: Command): Map<string, Option[]> {
  const groups = new Map<string, Option[]>()
  for (const option of options) {
    const group = groupOf(option)
    if (option.hidden || group === '' || group === LEARNER_HEADING) continue
    groups.set(group, [...(groups.get(group) ?? []), option])
  }
  return groups
}

/** Where the other options are found. */
function moreOptions(command: Command, groups: ReadonlyMap<string, readonly Option[]>): string {
  if (groups.size === 0) return ''
  const rows = Array.from(groups, ([group, options]) => {
    const more = options.length > NAMED ? `, … (${options.length})` : ''
    const named = options.slice(0, NAMED).map(({ long }) => long)
    return [`--help ${group}`, `${named.join(', ')}${more}`]
  })
  const flag = command.options.find(({ long }) => long === '--learner' || long === '--learners')?.long
  if (flag !== undefined && command.options.some((option) => groupOf(option) === LEARNER_HEADING))
    rows.push([`${flag} NAME --help`, 'options of a learner, with its defaults'])
  rows.push([`--help ${ALL}`, 'all of them'])
  const width = Math.max(...rows.map(([term]) => term.length))
  const lines = rows.map(([term, what]) => `  ${term.padEnd(width)}  ${what}\n`)
  return `\n${colours.bold('More options:')}\n${lines.join('')}`
}

/** The text with its paragraphs filled as wide as the terminal is; indented lines stay as they are. */
export function wrapProse(text: string): string {
  const width = process.stdout.columns || WIDTH
  return text.replace(/^\S.*(?:\n\S.*)*$/gm, (paragraph) => {
    const [first, ...words] = paragraph.split(/\s+/)
    let line = first
    let filled = ''
    for (const word of words) {
      const fits = line.length + 1 + word.length <= width
      if (!fits) filled += `${line}\n`
      line = fits ? `${line} ${word}` : word
    }
    return filled + line
  })
}
