// Option specs as data → defaults, validation messages, command-line flags.

import type { OptionSpec, OptionSpecs } from './contract.js'
import { InputError } from './errors.js'
import { flagName, nearestName, option, type Wording, worded, wrongOption } from './wording.js'

/**
 * Options as the words of a command line; texts of several lines, which come from files, are left out.
 *
 * @example
 * optionFlags({ minDf: 2, average: true, shuffle: false }) // ['--min-df', '2', '--average', '--no-shuffle']
 */
export function optionFlags(options: Readonly<Record<string, unknown>>): string[] {
  return Object.entries(options).flatMap(([name, value]) => {
    if (typeof value === 'boolean') return [value ? flagName(name) : `--no-${flagName(name).slice(2)}`]
    return String(value).includes('\n') ? [] : [flagName(name), String(value)]
  })
}

/** `--passes` of a learner; `when` says in which case it counts, if not always. */
export function passesOption(passes = 1, when = ''): OptionSpec {
  const help = `how often the training documents are gone through${when}`
  return { kind: 'integer', default: passes, min: 1, max: 1000, help }
}

/** `--average` of a learner. */
export function averageOption(average: boolean): OptionSpec {
  return {
    kind: 'boolean',
    default: average,
    help: 'use the mean of the weights over all steps, not the last',
  }
}

/** `--vote` of a learner. */
export function voteOption(): OptionSpec {
  return {
    kind: 'boolean',
    default: false,
    help:
      'let the weights after every step vote, each as often as they lasted (the voted perceptron), in place of the last or ' +
      'of their mean. Exact, so every step is stored: for small data, as --kernel',
  }
}

/** Why shards cannot learn with `--average`. */
export const AVERAGE_ON_SHARDS = '--average is a mean over steps made one after the other'

/** `--prune` of a learner. */
export function pruneOption(): OptionSpec {
  return {
    kind: 'number',
    default: 0,
    min: 0,
    help: 'drop weights nearer to 0 than this, and say what that does to size and measures; try 0.05 to 0.1',
  }
}

/** The default of every option. */
export function defaultOptions<Options>(specs: OptionSpecs<Options>): Options {
  const out: Record<string, unknown> = {}
  for (const [name, spec] of entries(specs)) out[name] = spec.default
  return out as Options
}

/** Defaults, overridden by what is given; refuses unknown names and values out of range. */
export function resolveOptions<Options>(
  specs: OptionSpecs<Options>,
  given: Readonly<Record<string, unknown>>,
  owner: string,
): Options {
  const out: Record<string, unknown> = {}
  for (const [name, spec] of entries(specs)) {
    const value = Object.hasOwn(given, name) ? given[name] : undefined
    out[name] = value === undefined ? spec.default : checkOption(name, spec, value)
  }
  for (const [name, value] of Object.entries(given)) {
    if (value === undefined || Object.hasOwn(out, name)) continue
    throw new InputError(unknownOption(owner, name, Object.keys(out)))
  }
  return out as Options
}

/**
 * The value in its own type (from a flag's text or as given); refuses what the spec does not allow.
 *
 * @example
 * checkOption('passes', learners.ff.options.passes, '3') // 3
 */
export function checkOption(name: string, spec: OptionSpec, value: unknown): unknown {
  const fail = (): never => {
    const text = spec.kind === 'choice' && typeof value !== 'string' ? 'a string, ' : ''
    throw new InputError(wrongOption(name, value, text + expectation(spec)))
  }
  switch (spec.kind) {
    case 'number':
    case 'integer': {
      const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value
      if (typeof number !== 'number' || !Number.isFinite(number)) return fail()
      if (spec.kind === 'integer' && !Number.isSafeInteger(number)) return fail()
      if (spec.min !== undefined && number < spec.min) return fail()
      if (spec.max !== undefined && number > spec.max) return fail()
      return number
    }
    case 'boolean':
      return typeof value === 'boolean' ? value : fail()
    case 'choice':
      return typeof value === 'string' && spec.choices.includes(value) ? value : fail()
    case 'text':
      return typeof value === 'string' && (spec.pattern?.test(value) ?? true) ? value : fail()
  }
}

/**
 * What a value must be, in words: for errors and help.
 *
 * @example
 * expectation(learners.ff.options.passes) // 'a whole number from 1 to 1000'
 */
export function expectation(spec: OptionSpec): string {
  switch (spec.kind) {
    case 'number':
    case 'integer': {
      const what = spec.kind === 'integer' ? 'a whole number' : 'a number'
      if (spec.min !== undefined && spec.max !== undefined) return `${what} from ${spec.min} to ${spec.max}`
      if (spec.min !== undefined) return `${what}, at least ${spec.min}`
      return spec.max !== undefined ? `${what}, at most ${spec.max}` : what
    }
    case 'boolean':
      return 'true or false'
    case 'choice':
      return `one of ${spec.choices.join(', ')}`
    case 'text':
      return spec.expected
  }
}

/**
 * The options of a spec by name, in the order they were declared.
 *
 * @example
 * entries(learners.ff.options).map(([name]) => name) // ['margin', 'passes', …]
 */
export function entries<Options>(specs: OptionSpecs<Options>): [string, OptionSpec][] {
  return Object.entries(specs) as [string, OptionSpec][]
}

/**
 * That nobody reads an option: which was perhaps meant, or which there are. `others` may be meant too, but are too many to
 * be listed.
 */
export function unknownOption(
  owner: string,
  name: string,
  own: readonly string[],
  others: readonly string[] = [],
): Wording {
  const { message, commandLine } = worded`${owner} has no option ${option(name)}`
  const meant = nearestName(name, [...own, ...others])
  const listed = (names: readonly string[]): string =>
    names.length > 0 ? `: it has ${names.join(', ')}` : ''
  return meant === undefined
    ? { message: message + listed(own), commandLine: commandLine + listed(own.map(flagName)), option: name }
    : {
        message: `${message}: did you mean \`${meant}\`?`,
        commandLine: `${commandLine}: did you mean ${flagName(meant)}?`,
        option: name,
      }
}
