// What is wrong with the input, as opposed to a fault in the program. The command line answers these with one line and
// exit code 2, a service with 400.

import type { Wording } from './wording.js'

/**
 * Bad input or bad usage: one line that says what was expected and what was found.
 *
 * @example
 * const problem = await fromBytes(new Uint8Array(0)).catch((error: unknown) => error)
 * problem instanceof InputError // true
 * String(problem) // 'InputError: model: not an Abound model (it is empty)'
 * problem.code // 'ABOUND_INPUT'
 */
export class InputError extends Error {
  override readonly name = 'InputError'
  /** The same for all of them, also where a program has two copies of this package. */
  readonly code = 'ABOUND_INPUT'
  /** The option whose value is wrong, where it is one. */
  readonly option: string | undefined
  /** The message as the command line says it: options as flags. */
  readonly commandLine: string

  constructor(message: string | Wording) {
    const { message: text, commandLine, option } = typeof message === 'string' ? plain(message) : message
    super(text)
    this.commandLine = commandLine
    this.option = option
  }
}

/**
 * Bad data in a file: `file:line: what was expected`.
 *
 * @example
 * const error = new DataError('news.csv', 7, 'expected 3 cells as in the header, found 2')
 * error.message // 'news.csv:7: expected 3 cells as in the header, found 2'
 * error.line // 7
 */
export class DataError extends InputError {
  readonly file: string
  /** Line (or record, where a format has no lines), counted from 1; 0 for the file as a whole. */
  readonly line: number

  constructor(file: string, line: number, message: string | Wording) {
    const where = line > 0 ? `${file}:${line}: ` : `${file}: `
    const worded = typeof message === 'string' ? plain(message) : message
    super({ ...worded, message: where + worded.message, commandLine: where + worded.commandLine })
    this.file = file
    this.line = line
  }
}

function plain(message: string): Wording {
  return { message, commandLine: message }
}
