// A line of the table as a shell would take it: NAME=value before the command, words with quotes around
// blanks, and `< file`.

export interface CommandLine {
  readonly env: Readonly<Record<string, string>>
  readonly program: string
  readonly args: readonly string[]
  /** The file behind `<`. */
  readonly input: string | undefined
}

export function parseCommandLine(line: string): CommandLine {
  const words = Array.from(line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g), ([, one, two, plain]) => ({
    text: one ?? two ?? plain,
    quoted: plain === undefined,
  }))
  const env: Record<string, string> = {}
  while (words.length > 0 && !words[0].quoted && /^[A-Z_]+=/.test(words[0].text)) {
    const [name, value] = words.shift()!.text.split('=', 2)
    env[name] = value
  }
  const redirected = words.findIndex(({ text, quoted }) => text === '<' && !quoted)
  const input = redirected < 0 ? undefined : words[redirected + 1].text
  const [program, ...args] = (redirected < 0 ? words : words.slice(0, redirected)).map(({ text }) => text)
  return { env, program, args, input }
}
