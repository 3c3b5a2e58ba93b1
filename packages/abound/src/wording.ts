// How messages name options: `minDf` to a program, `--min-df` on the command line. A message is written once, with the
// options that it speaks of in it, and worded for whoever reads it.

/** A message for the two who may read it. */
export interface Wording {
  /** For a program: options by their names. */
  readonly message: string
  /** For the command line: options as flags. */
  readonly commandLine: string
  /** The option that is at fault, if one is. */
  readonly option?: string
}

/** An option that a message speaks of. */
interface OptionMention {
  readonly option: string
  readonly value?: unknown
}

/**
 * The flag of an option.
 *
 * @example
 * flagName('minWeight') // '--min-weight'
 */
export function flagName(option: string): string {
  return `--${option.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)}`
}

/** An option in a message, perhaps with the value it has or should have. */
export function option(name: string, value?: unknown): OptionMention {
  return { option: name, value }
}

/** A message with options in it, from a template. */
export function worded(
  texts: TemplateStringsArray,
  ...values: readonly (string | number | OptionMention | Wording)[]
): Wording {
  let message = texts[0]
  let commandLine = texts[0]
  for (const [i, value] of values.entries()) {
    const part = typeof value === 'object' ? value : { message: String(value), commandLine: String(value) }
    const inWords = 'message' in part ? part.message : message === '' ? atStart(part) : inCode(part)
    message += inWords + texts[i + 1]
    commandLine += ('message' in part ? part.commandLine : asFlag(part)) + texts[i + 1]
  }
  return { message, commandLine }
}

/** What is wrong with the value of an option. */
export function wrongOption(name: string, value: unknown, expected: string): Wording {
  return {
    message: `${name}: expected ${expected}, found ${shownValue(value)}`,
    commandLine: `${flagName(name)} ${String(value)}: expected ${expected}`,
    option: name,
  }
}

function atStart(mention: OptionMention): string {
  return mention.value === undefined ? mention.option : inCode(mention)
}

function inCode({ option, value }: OptionMention): string {
  if (value === undefined) return `\`${option}\``
  return `\`${option}: ${typeof value === 'string' ? `'${value}'` : String(value)}\``
}

function asFlag({ option, value }: OptionMention): string {
  const flag = flagName(option)
  if (value === undefined || value === true) return flag
  return value === false ? `--no-${flag.slice(2)}` : `${flag} ${String(value)}`
}

const MOST_SHOWN = 40

/** A value as a message shows it: short, on one line. */
export function shownValue(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return JSON.stringify(value.length > MOST_SHOWN ? `${value.slice(0, MOST_SHOWN)}…` : value)
    case 'object':
      if (value === null) return 'null'
      if (Array.isArray(value)) return `an array of ${value.length}`
      return isPlain(value) ? 'an object' : withArticle(value.constructor?.name ?? 'value')
    case 'function':
      return 'a function'
    case 'bigint':
      return `${value}n`
    default:
      return String(value)
  }
}

function withArticle(name: string): string {
  return `${/^[AEIOU]/.test(name) ? 'an' : 'a'} ${name}`
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === null || prototype === Object.prototype
}

/**
 * The name that is written most like this one, if any is much like it: at most a third of its letters are others.
 *
 * @example
 * nearestName('tpo', ['top', 'reject']) // 'top'
 */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  let nearest: string | undefined
  let least = Math.floor(Math.min(name.length, 12) / 3) + 0.5
  for (const one of known) {
    if (Math.abs(one.length - name.length) > least) continue
    const edits = editsBetween(name.toLowerCase(), one.toLowerCase())
    if (edits >= least) continue
    least = edits
    nearest = one
  }
  return nearest
}

/** Letters to insert, delete, replace or swap with their neighbour (Damerau). */
function editsBetween(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1]
      row[j] = Math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same ? 0 : 1))
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        row[j] = Math.min(row[j], before[j - 2] + 1)
    }
    before = last
    last = row
  }
  return last[b.length]
}
