// What callers of the library pass, checked at its doors: each error says what was expected and what was found.
// A text costs one `typeof`; what is no text is looked at more closely.

import type { Document } from '../contract.js'
import { InputError } from '../errors.js'
import { unknownOption } from '../options.js'
import { nearestName, shownValue, wrongOption } from '../wording.js'
import type { Documents } from './corpus.js'

/** The options of a method, each with what it takes. */
export type OptionTypes<Options> = { readonly [Name in keyof Options]-?: keyof typeof TYPES }

const TYPES = {
  number: ['a number', (value: unknown) => typeof value === 'number' && !Number.isNaN(value)],
  count: ['a whole number from 0', (value: unknown) => Number.isInteger(value) && (value as number) >= 0],
  string: ['a string', (value: unknown) => typeof value === 'string'],
  boolean: ['true or false', (value: unknown) => typeof value === 'boolean'],
  array: ['an array', (value: unknown) => Array.isArray(value)],
  any: ['', () => true],
} as const

/** Refuses options that are none, names that nobody reads, and values of another type. */
export function checkOptions<Options extends object>(
  method: string,
  options: Options,
  types: OptionTypes<Options>,
): void {
  if (!isObject(options) || Array.isArray(options)) {
    throw new InputError(
      `${method}: expected an object of options (${Object.keys(types).join(', ')}), found ${shownValue(options)}`,
    )
  }
  for (const name in options) {
    if (!Object.hasOwn(types, name)) throw new InputError(unknownOption(method, name, Object.keys(types)))
    const value = options[name]
    if (value === undefined) continue
    const [expected, allows] = TYPES[types[name]]
    if (!allows(value)) throw new InputError(wrongOption(name, value, expected))
  }
}

/** Refuses what is neither a text nor a document; `typeof input === 'string'` saves the call. */
export function checkInput(method: string, input: unknown): void {
  if (typeof input !== 'string') checkDocument(method, input, 'a text or a document { text }')
}

/** Refuses what is no document; its labels are checked where they are read. */
export function checkDocument(
  where: string,
  document: unknown,
  expected = 'a document { text, labels }',
): asserts document is Document {
  if (!isObject(document) || Array.isArray(document) || document instanceof Uint8Array)
    throw new InputError(`${where}: expected ${expected}, found ${shownValue(document)}`)
  const { text, vector, labels, notLabels } = document as Readonly<Record<string, unknown>>
  if (typeof text !== 'string' && (text !== undefined || vector === undefined)) {
    if (text === undefined)
      throw new InputError(`${where}: expected "text" in a document${othersIn(document)}`)
    if (!(text instanceof Uint8Array))
      throw new InputError(`${where}: expected "text" to be a string, found ${shownValue(text)}`)
  }
  checkList(where, 'labels', labels)
  checkList(where, 'notLabels', notLabels)
}

function checkList(where: string, name: string, list: unknown): void {
  if (list === undefined || Array.isArray(list)) return
  const hint = typeof list === 'string' ? ` (a single label is ${JSON.stringify([list])})` : ''
  throw new InputError(
    `${where}: expected "${name}" to be an array of strings${hint}, found ${shownValue(list)}`,
  )
}

function othersIn(document: object): string {
  const names = Object.keys(document)
  if (names.length === 0) return ', found an empty object'
  const meant = nearestName('text', names)
  return `, found ${names.slice(0, 8).join(', ')}${meant === undefined ? '' : `: is "${meant}" the text?`}`
}

/** Refuses what gives no documents. A text is an iterable of its characters, which nobody means. */
export function checkDocuments(method: string, documents: unknown): asserts documents is Documents {
  if (isObject(documents) && (Symbol.iterator in documents || Symbol.asyncIterator in documents)) return
  const expected = 'documents { text, labels } in an array or any other iterable'
  throw new InputError(`${method}: expected ${expected}, found ${shownValue(documents)}`)
}

/** Refuses what gives no texts; a text alone is an iterable of its characters, which nobody means. */
export function checkInputs(method: string, inputs: unknown): void {
  if (isObject(inputs) && (Symbol.iterator in inputs || Symbol.asyncIterator in inputs)) return
  throw new InputError(
    `${method}: expected texts in an array or any other iterable, found ${shownValue(inputs)}`,
  )
}

/** Refuses a value that is no string, such as the name of a label or of a file. */
export function checkString(method: string, what: string, value: unknown): asserts value is string {
  if (typeof value !== 'string' || value === '')
    throw new InputError(`${method}: expected ${what}, found ${shownValue(value)}`)
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null
}
