// What is wrong with the input, as opposed to a fault in the program. The command line answers
// these with one line and exit code 2.

/**
 * Bad input or bad usage: one line that says what is wrong and what was expected.
 *
 * @example
 * const problem = await fromBytes(new Uint8Array(0)).catch((error: unknown) => error)
 * problem instanceof InputError // true
 * String(problem) // 'InputError: model: not an Abound model (it is empty)'
 */
export class InputError extends Error {
  override readonly name = 'InputError'
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

  constructor(file: string, line: number, message: string) {
    super(line > 0 ? `${file}:${line}: ${message}` : `${file}: ${message}`)
    this.file = file
    this.line = line
  }
}
