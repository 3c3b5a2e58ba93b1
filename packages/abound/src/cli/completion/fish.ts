// For fish: a line for each command, flag and word.

import { type CompletedCommand, isOuter } from './completed-command.js'

export function fishScript(commands: readonly CompletedCommand[]): string {
  const lines = ['# Completion of abound for fish: abound completion fish | source']
  for (const { name, summary } of commands.filter(isOuter))
    lines.push(`complete -c abound -f -n __fish_use_subcommand -a ${quote(name)} -d ${quote(summary)}`)
  for (const { name, flags, words } of commands) {
    const seen = name.split(' ').map((word) => `__fish_seen_subcommand_from ${word}`)
    const start = `complete -c abound -n ${quote(seen.join('; and '))}`
    if (words.length > 0) lines.push(`${start} -a ${quote(words.join(' '))}`)
    for (const { names, help, takesValue, values } of flags) {
      const flag = names.map((one) => (one.startsWith('--') ? `-l ${one.slice(2)}` : `-s ${one.slice(1)}`))
      const value = values.length > 0 ? ` -x -a ${quote(values.join(' '))}` : takesValue ? ' -r' : ''
      lines.push(`${start} ${flag.join(' ')}${value} -d ${quote(help)}`)
    }
  }
  return `${lines.join('\n')}\n`
}

/** In fish a backslash and a quote are what needs one before it. */
function quote(text: string): string {
  return `'${text.replace(/[\\']/g, '\\$&')}'`
}
