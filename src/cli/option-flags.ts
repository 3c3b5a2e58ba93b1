// Option specs → command-line flags: names, help and on/off forms come from the data.

import { readFileSync } from 'node:fs'
import { type Command, Option } from 'commander'
import {
  entries,
  expectation,
  flagName,
  InputError,
  LEARNERS,
  type OptionSpec,
  type OptionSpecs,
  RUN_OPTIONS,
  VECTOR_OPTIONS,
} from '../index.js'

/** Adds the flags of the run, of texts and of every learner. */
export function addTrainFlags(command: Command): void {
  command.optionsGroup('Training:')
  addSpecs(command, RUN_OPTIONS)
  command.optionsGroup('Text and vectors:')
  addSpecs(command, VECTOR_OPTIONS)
  for (const learner of LEARNERS) {
    if (entries(learner.options).length === 0) continue
    command.optionsGroup(`Learner ${learner.name}:`)
    addSpecs(command, learner.options)
  }
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
    return [new Option(`${flag} <value>`, `${spec.help}; ${expectation(spec)}${shown}`)]
  }
  const off = `--no-${flag.slice(2)}`
  if (!spec.default) return [new Option(flag, spec.help)]
  // On by default: the help shows how to switch it off; saying it outright is understood too.
  return [new Option(off, `switch off: ${spec.help}`), new Option(flag, spec.help).hideHelp()]
}

/** The options that were given, under their own names; a stop-list's file is read. */
export function givenOptions(command: Command): Record<string, unknown> {
  const given: Record<string, unknown> = {}
  for (const specs of [RUN_OPTIONS, VECTOR_OPTIONS, ...LEARNERS.map(({ options }) => options)]) {
    for (const [name] of entries(specs)) {
      // Commander gives a switch that can be turned off a value of its own: only what was typed counts.
      if (command.getOptionValueSource(name) === 'cli') given[name] = command.getOptionValue(name)
    }
  }
  const { stop } = VECTOR_OPTIONS
  if (typeof given.stop === 'string' && stop.kind === 'choice' && !stop.choices.includes(given.stop)) {
    given.stopWords = readStopList(given.stop, stop.choices)
    given.stop = 'own'
  }
  return given
}

function readStopList(path: string, names: readonly string[]): string {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    throw new InputError(
      `--stop ${path}: expected ${names.filter((name) => name !== 'own').join(', ')}, or a file of stop-words`,
    )
  }
}
