// `--learners "ff --margin 0.5, svm --cost 2"`: learners with their options, parted by commas.

import { Command, CommanderError } from 'commander'
import { type Contender, InputError, learnerNamed, RUN_OPTIONS, VECTOR_OPTIONS } from '../internal.js'
import { addTrainFlags, givenOptions } from './option-flags.js'

/** The contenders that a list names. Options given for all apply to the learners that have them. */
export function contendersFrom(list: string, shared: Readonly<Record<string, unknown>>): Contender[] {
  const contenders = list.split(',').map((line) => contenderFrom(line, shared))
  for (const option of Object.keys(shared)) {
    if (!contenders.some(({ options }) => Object.hasOwn(options, option)))
      throw new InputError(`--${option}: none of the learners has this option`)
  }
  const names = new Set<string>()
  for (const { name } of contenders) {
    if (names.has(name)) throw new InputError(`--learners: expected each once, found "${name}" twice`)
    names.add(name)
  }
  return contenders
}

function contenderFrom(line: string, shared: Readonly<Record<string, unknown>>): Contender {
  const words = line.trim().split(/\s+/).filter(Boolean)
  if (words.length === 0) throw new InputError('--learners: expected names parted by commas')
  const command = new Command().argument('<learner>').exitOverride()
  command.configureOutput({ writeErr() {}, writeOut() {} })
  addTrainFlags(command)
  try {
    command.parse(words, { from: 'user' })
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error
    const why = error.message.replace(/^error: /, '').replaceAll('\n', ' ')
    throw new InputError(`--learners "${words.join(' ')}": ${why}`)
  }
  const [learner] = command.args
  const known = learnerNamed(learner).options
  const options: Record<string, unknown> = {}
  for (const [option, value] of Object.entries({ ...shared, ...givenOptions(command) })) {
    const isShared = Object.hasOwn(RUN_OPTIONS, option) || Object.hasOwn(VECTOR_OPTIONS, option)
    const own = command.getOptionValueSource(option) === 'cli'
    if (own || isShared || Object.hasOwn(known, option)) options[option] = value
  }
  return { name: words.join(' '), learner, options }
}
