// Option specs → command-line flags: names, help and on/off forms come from the data.

import { readFileSync } from 'node:fs'
import { type Command, Help, Option } from 'commander'
import {
  AUTO,
  entries,
  expectation,
  flagName,
  InputError,
  LEARNERS,
  type Learner,
  learnerNamed,
  type OptionSpec,
  type OptionSpecs,
  RUN_OPTIONS,
  VECTOR_OPTIONS,
  WORD_LEARNERS,
  WORD_OPTIONS,
} from '../internal.js'
import { askedGroup, LEARNER_HEADING } from './help.js'
import { offer } from './offered-values.js'

/** The option for a stop list of the user's own: on the command line it is the name of a file. */
const OWN = 'own'
const STOP_LISTS =
  VECTOR_OPTIONS.stop.kind === 'choice' ? VECTOR_OPTIONS.stop.choices.filter((name) => name !== OWN) : []

/** Options that take the name of a file: what is expected of them. Counts (`tsvm`) may stand there themselves. */
const FILE_EXPECTED: Readonly<Record<string, string>> = {
  stop: `one of ${STOP_LISTS.join(', ')}, or a file of words (# begins a comment)`,
  positives: 'share, a number (below 1: a part of them), or a file of label⇥number lines',
  taxonomy: 'a file of child⇥parent lines',
}

/** Headings of options. */
export const TRAINING = 'Training:'

/** Adds the flags of the run, of texts and of every learner. */
export function addTrainFlags(command: Command): void {
  command.optionsGroup(TRAINING)
  addSpecs(command, RUN_OPTIONS)
  command.optionsGroup('Text and vectors:')
  addSpecs(command, VECTOR_OPTIONS)
  for (const learner of LEARNERS) {
    if (entries(learner.options).length === 0) continue
    command.optionsGroup(`${LEARNER_HEADING}${learner.name}:`)
    addSpecs(command, learner.options)
  }
  showNamedLearners(command)
}

/** With `--learner NAME` or `--learners`, `--help` shows the options of these: all of them, with their own defaults. */
function showNamedLearners(command: Command): void {
  const inherited = command.configureHelp()
  const { visibleOptions } = Object.assign(new Help(), inherited)
  command.configureHelp({
    ...inherited,
    visibleOptions(shown) {
      const { learner, learners = learner } = shown.opts<{ learner?: string; learners?: string }>()
      if (learners === undefined || learners === AUTO || askedGroup(process.argv.slice(2)) !== undefined)
        return visibleOptions.call(this, shown)
      return learners.split(',').flatMap((line) => {
        const { name, options } = learnerNamed(line.trim().split(/\s/)[0])
        return entries<OptionSpecs<Record<string, unknown>>>(options).flatMap(([option, spec]) =>
          flagsOf(option, spec)
            .filter(({ hidden }) => !hidden)
            .map((flag) => flag.helpGroup(`${LEARNER_HEADING}${name}:`)),
        )
      })
    },
  })
}

/** Adds the flags of models of words. */
export function addWordFlags(command: Command): void {
  addSpecs(command, WORD_OPTIONS)
  for (const learner of WORD_LEARNERS) {
    command.optionsGroup(`${LEARNER_HEADING}${learner.name}:`)
    addSpecs(command, learner.options)
  }
  showNamedLearners(command)
}

/** Those that were given, by name. */
export function givenWordOptions(command: Command): Record<string, unknown> {
  return typedOptions(command, [WORD_OPTIONS, ...WORD_LEARNERS.map(({ options }) => options)])
}

/** Adds the flags of texts alone. */
export function addVectorFlags(command: Command): void {
  command.optionsGroup('Text and vectors:')
  addSpecs(command, VECTOR_OPTIONS)
}

/** Adds the flags of one learner, of texts and of the run. */
export function addLearnerFlags(command: Command, { options }: Pick<Learner, 'options'>): void {
  addSpecs(command, options)
  command.optionsGroup(TRAINING)
  addSpecs(command, RUN_OPTIONS)
  command.optionsGroup('Text and vectors:')
  addSpecs(command, VECTOR_OPTIONS)
}

function addSpecs<Options>(command: Command, specs: OptionSpecs<Options>): void {
  for (const [name, spec] of entries(specs)) {
    if (command.options.some((option) => option.long === flagName(name))) continue
    if (name === 'stopWords') continue
    for (const option of flagsOf(name, spec)) command.addOption(option)
  }
}

function flagsOf(name: string, spec: OptionSpec): Option[] {
  const flag = flagName(name)
  if (spec.kind !== 'boolean') {
    const shown = spec.default === '' ? '' : ` (default: ${spec.default})`
    const expected = FILE_EXPECTED[name] ?? expectation(spec)
    const option = new Option(`${flag} <value>`, `${spec.help}; ${expected}${shown}`)
    const values = name === 'stop' ? STOP_LISTS : spec.kind === 'choice' ? spec.choices : []
    return [values.length > 0 ? offer(option, values) : option]
  }
  const off = `--no-${flag.slice(2)}`
  // Both forms are understood, as learners that share an option may differ in its default; help shows the one
  // that changes it.
  const on = new Option(flag, spec.help)
  const no = new Option(off, `switch off: ${spec.help}`)
  return spec.default ? [no, on.hideHelp()] : [on, no.hideHelp()]
}

/** The options that were given, by name; files that they name are read. */
export function givenOptions(command: Command): Record<string, unknown> {
  const all: OptionSpecs<Record<string, unknown>>[] = [RUN_OPTIONS, VECTOR_OPTIONS]
  const given = typedOptions(command, [...all, ...LEARNERS.map(({ options }) => options)])
  if (typeof given.stop === 'string' && !STOP_LISTS.includes(given.stop)) {
    given.stopWords = readStopList(given.stop)
    given.stop = OWN
  }
  if (typeof given.positives === 'string') given.positives = readPositives(given.positives)
  if (typeof given.taxonomy === 'string') given.taxonomy = readFor('taxonomy', given.taxonomy)
  return given
}

function typedOptions(
  command: Command,
  all: readonly OptionSpecs<Record<string, unknown>>[],
): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const specs of all) {
    for (const [name] of entries(specs)) {
      // Commander gives a switch that can be turned off a value of its own: only what was typed counts.
      if (command.getOptionValueSource(name) === 'cli') given[name] = command.getOptionValue(name)
    }
  }
  return given
}

/** The lines of a file of counts, unless it is no file's name that was given. */
function readPositives(given: string): string {
  if (given === 'share' || (given.trim() !== '' && !Number.isNaN(Number(given)))) return given
  const text = readFor('positives', given)
  if (!text.includes('\t'))
    throw new InputError(`--positives ${given}: expected lines of a label, a tab and a number in the file`)
  return text
}

function readStopList(path: string): string {
  const text = readFor('stop', path)
  if (text.replace(/#.*/g, '').trim() === '') {
    throw new InputError(`--stop ${path}: expected at least one word in the file`)
  }
  return text
}

/** The file that an option names. */
function readFor(option: string, path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new InputError(`${flagName(option)} ${path}: expected ${FILE_EXPECTED[option]}`)
  }
}
