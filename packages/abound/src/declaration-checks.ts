// What a declaration from outside must have: programs in JavaScript are told at once what is missing, not when it is first
// used.

import type { OptionSpec } from './contract.js'
import { InputError } from './errors.js'
import { checkOption, entries } from './options.js'
import { shownValue } from './wording.js'

/** What a field must hold; one that ends in `?` may be left out. */
type Expected = 'string' | 'boolean' | 'object' | 'array' | 'function' | readonly string[]
export type Fields = Readonly<Record<string, Expected>>

/** Refuses a declaration that lacks a field or has another kind of value there; `concept` is what errors call it. */
export function checkDeclaration(concept: string, declaration: unknown, fields: Fields): void {
  if (typeof declaration !== 'object' || declaration === null)
    throw new InputError(`expected a ${concept}, found ${shownValue(declaration)}`)
  const { name, ...rest } = declaration as Readonly<Record<string, unknown>>
  if (typeof name !== 'string')
    throw new InputError(`a ${concept} has no name: expected a string, found ${shownValue(name)}`)
  for (const [field, expected] of Object.entries(fields)) {
    const value = rest[field.replace('?', '')]
    if (value === undefined && field.endsWith('?')) continue
    if (!isKind(value, expected)) {
      throw new InputError(
        `${concept} ${name}: ${field.replace('?', '')}: expected ${inWords(expected)}, found ${shownValue(value)}`,
      )
    }
  }
}

const OPTION_KINDS = ['number', 'integer', 'boolean', 'choice', 'text']

/** Refuses options of a learner that are no options, whose default they would refuse, or whose name is `taken`. */
export function checkOptionSpecs(owner: string, specs: object, taken: readonly string[]): void {
  for (const [name, spec] of entries(specs as Readonly<Record<string, OptionSpec>>)) {
    const where = `${owner}: option ${name}`
    if (!/^[a-z][A-Za-z0-9]*$/.test(name)) throw new InputError(`${where}: expected a name such as minWeight`)
    if (taken.includes(name)) throw new InputError(`${where}: the name is that of an option of every learner`)
    checkDeclaration(`${owner}: option`, { ...spec, name }, { kind: OPTION_KINDS, help: 'string' })
    if (spec.kind === 'choice') checkDeclaration(`${owner}: option`, { ...spec, name }, { choices: 'array' })
    if (spec.kind === 'text') checkDeclaration(`${owner}: option`, { ...spec, name }, { expected: 'string' })
    try {
      checkOption(name, spec, spec.default)
    } catch (error) {
      throw new InputError(`${where}: its default is none of its values: ${(error as Error).message}`)
    }
  }
}

function isKind(value: unknown, expected: Expected): boolean {
  if (typeof expected !== 'string') return typeof value === 'string' && expected.includes(value)
  if (expected === 'array') return Array.isArray(value)
  if (expected === 'object') return typeof value === 'object' && value !== null && !Array.isArray(value)
  return typeof value === expected
}

function inWords(expected: Expected): string {
  if (typeof expected !== 'string') return `one of ${expected.join(', ')}`
  if (expected === 'boolean') return 'true or false'
  return expected === 'object' || expected === 'array' ? `an ${expected}` : `a ${expected}`
}
