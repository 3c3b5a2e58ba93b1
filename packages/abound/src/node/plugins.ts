// Modules with learners, formats, measures and weightings from outside: files whose default export is what `extend` takes.
// Threads and processes that this program starts import them, too.

import { createHash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { InputError } from '../errors.js'
import { addedDeclarations, EXTENSION_KINDS, type Extensions, extend } from '../extend.js'
import { pluginAddresses } from '../threads/plugin-addresses.js'
import { shownValue } from '../wording.js'

/** What was declared by plugins, which other processes can load. */
const declaredByPlugins = new Set<unknown>()

const EXPECTED = `export default { ${EXTENSION_KINDS.join(', ')} }, any of these`

/**
 * Loads a module that declares learners, formats, measures or weightings, and adds them as `extend` does. Threads and
 * processes know them, too, which they do not of what a program passes to `extend` itself.
 *
 * @example
 * // arow.js: export default { learners: [defineLearner({ name: 'arow', … })] }
 * const load = () => loadPlugin('./arow.js') // then train(documents, { learner: 'arow' })
 */
export async function loadPlugin(path: string): Promise<Extensions> {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found === undefined) throw new InputError(`plugin ${path}: no such file`)
  if (found.isDirectory()) throw new InputError(`plugin ${path}: expected a module, it is a folder`)
  const address = pathToFileURL(path).href
  try {
    const declared = await importPlugin(address)
    if (!pluginAddresses.includes(address)) pluginAddresses.push(address)
    return declared
  } catch (error) {
    throw new InputError(`plugin ${path}: ${whatIsWrong(error)}`)
  }
}

/** Imports a plugin where its address is known to be one. */
export async function importPlugin(address: string): Promise<Extensions> {
  const { default: declared } = (await import(/* @vite-ignore */ address)) as { readonly default?: unknown }
  if (typeof declared !== 'object' || declared === null)
    throw new InputError(`expected ${EXPECTED}; found ${shownValue(declared)}`)
  const lists = Object.entries(declared)
  const kinds: readonly string[] = EXTENSION_KINDS
  for (const [name, list] of lists) {
    if (!kinds.includes(name)) throw new InputError(`expected ${EXPECTED}; found "${name}"`)
    if (!Array.isArray(list)) throw new InputError(`${name}: expected an array, found ${shownValue(list)}`)
  }
  if (lists.length === 0) throw new InputError(`expected ${EXPECTED}; found none`)
  extend(declared)
  for (const [, list] of lists) for (const one of list) declaredByPlugins.add(one)
  return declared
}

/** What the program itself has passed to `extend`, which no other thread or process could know of. */
function declaredHere(): readonly { readonly name: string }[] {
  const { learners, formats, weightings, measures } = addedDeclarations()
  return [...learners, ...formats, ...weightings, ...measures].filter((one) => !declaredByPlugins.has(one))
}

/** Whether the program itself has called `extend`. */
export function isExtendedHere(): boolean {
  return declaredHere().length > 0
}

/** Whether these options name what the program itself has passed to `extend`. */
export function onlyKnownHere(options: object): boolean {
  const names = new Set<unknown>(declaredHere().map(({ name }) => name))
  const isNamed = (value: unknown): boolean =>
    typeof value === 'object' && value !== null ? Object.values(value).some(isNamed) : names.has(value)
  return names.size > 0 && isNamed(options)
}

/** What the loaded modules hold, as a hash of their files; what these import is not in it. */
export function pluginFingerprint(): string {
  const hash = createHash('sha256')
  for (const address of pluginAddresses) hash.update(readFileSync(fileURLToPath(address))).update('\0')
  return hash.digest('hex')
}

/** In one line. */
function whatIsWrong(error: unknown): string {
  if (error instanceof InputError) return error.commandLine
  if (!(error instanceof Error)) return `it threw ${shownValue(error)}`
  const message = error.message.split('\n', 1)[0]
  const { code } = error as NodeJS.ErrnoException
  if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
    return /\.[cm]?tsx?\b/.test(message)
      ? `Node ${process.versions.node} runs no TypeScript: compile it, or use Node 22.18 or later`
      : 'expected a module: .js or .mjs'
  if (code === 'ERR_MODULE_NOT_FOUND' && /'abound'/.test(message))
    return `it imports abound, which is not installed where it lies: npm install abound there`
  const [at] = (error.stack ?? '').split('\n', 1)
  return `${/^file:.*:\d+$/.test(at) ? `line ${at.slice(at.lastIndexOf(':') + 1)}: ` : ''}${error.name}: ${message}`
}
