// What a shell is told of a command.

export interface CompletedCommand {
  /** As it is typed: of a command behind another both names. */
  readonly name: string
  readonly summary: string
  readonly flags: readonly CompletedFlag[]
  /** What may stand there beside flags and files. */
  readonly words: readonly string[]
}

interface CompletedFlag {
  readonly names: readonly string[]
  readonly help: string
  readonly takesValue: boolean
  /** The values it may have, as far as they can be listed; a file may be one where none are. */
  readonly values: readonly string[]
}

/** Those that are typed first; the others stand behind one of them. */
export function isOuter({ name }: CompletedCommand): boolean {
  return !name.includes(' ')
}

/** The text as one word of a shell. */
export function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}
