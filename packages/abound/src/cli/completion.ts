// abound completion SHELL: a script that makes a shell complete commands, flags, their values and files. All of it is read
// off the commands as they are declared.

import { Argument, type Command } from 'commander'
import { InputError } from '../internal.js'
import { bashScript } from './completion/bash.js'
import type { CompletedCommand } from './completion/completed-command.js'
import { fishScript } from './completion/fish.js'
import { zshScript } from './completion/zsh.js'
import { offer } from './offered-values.js'
import { print } from './terminal.js'

const SCRIPTS: Readonly<Record<string, (commands: readonly CompletedCommand[]) => string>> = {
  bash: bashScript,
  zsh: zshScript,
  fish: fishScript,
}
const SHELLS = Object.keys(SCRIPTS)

export function define(command: Command): void {
  command
    .addArgument(offer(new Argument('<shell>', `which shell: ${SHELLS.join(', ')}`), SHELLS))
    .addHelpText(
      'after',
      `
Examples:
  source <(abound completion bash)        # in ~/.bashrc
  source <(abound completion zsh)         # in ~/.zshrc, after compinit
  abound completion fish | source         # in ~/.config/fish/config.fish`,
    )
    .action(async (shell: string) => {
      const script = Object.hasOwn(SCRIPTS, shell) ? SCRIPTS[shell] : undefined
      if (script === undefined)
        throw new InputError(`completion ${shell}: expected one of ${SHELLS.join(', ')}`)
      await print(script(completedCommands(command.parent!)))
    })
}

/** All commands with their flags, those of commands behind them. */
function completedCommands(program: Command): CompletedCommand[] {
  const commands = program.commands.flatMap((command) => [
    completed(command.name(), command),
    ...command.aliases().map((alias) => completed(alias, command)),
    ...command.commands.map((inner) => completed(`${command.name()} ${inner.name()}`, inner)),
  ])
  const names = program.commands.map((command) => command.name())
  return [...commands, { name: 'help', summary: 'help of a command', flags: [], words: names }]
}

function completed(name: string, command: Command): CompletedCommand {
  const flags = command.options
    .filter(({ hidden }) => !hidden)
    .map(({ short, long, description, required, optional, variadic, argChoices = [] }) => ({
      names: [short, long].filter((flag) => flag !== undefined && flag !== null),
      help: firstWords(description),
      takesValue: required || optional || variadic,
      values: argChoices,
    }))
  const help = { names: ['-h', '--help'], help: 'help', takesValue: false, values: [] }
  const inner = command.commands.map((one) => one.name())
  return {
    name,
    summary: command.description(),
    flags: [...flags, help],
    words: [...inner, ...command.registeredArguments.flatMap(({ argChoices = [] }) => argChoices)],
  }
}

/** As much as a list has room for. */
function firstWords(help: string): string {
  const [start] = help.split(/[;:(]/)
  return start.trim()
}
