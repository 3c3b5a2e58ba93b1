// The command line: finds the command, loads only that, and turns errors into exit codes. 0: done;
// 2: bad usage or bad input, one line on standard error; 1: a fault of ours.

import { Command, CommanderError } from 'commander'
import { checkEngine } from '../node/internal.js'
import type { CommandEntry, CommandModule, Commands } from './command-entry.js'
import { askedGroup, helpBehindCommand, helpLayout, wrapProse } from './help.js'
import { endWithReader, fail } from './terminal.js'
import { VERSION } from './version.js'

const HELP_SUMMARY = 'help of a command, or of a group of its options: abound help train text'
const PLUGIN = '--plugin'

/** Runs the command that the process was started with. */
export async function runCommand(commands: Commands): Promise<void> {
  endWithReader()
  try {
    checkEngine()
    await main(commands, process.argv.slice(2))
  } catch (error) {
    if (error instanceof CommanderError) process.exitCode = error.exitCode === 0 ? 0 : 2
    else fail(error)
  }
}

async function main(commands: Commands, typed: readonly string[]): Promise<void> {
  const isCommand = (word: string): boolean =>
    Object.entries(commands).some(([name, { alias }]) => word === name || word === alias)
  const argv = helpBehindCommand(typed, isCommand)
  const asked = argv.find((word) => !word.startsWith('-')) ?? ''
  const known = Object.entries(commands).find(([name, { alias }]) => asked === name || asked === alias)?.[1]
  if (known !== undefined && known.plugins !== false) await loadPlugins(argv)
  const help = known !== undefined ? `abound ${asked} --help` : 'abound --help'
  const program = new Command('abound')
    .description('Sorts text into topics: trains, ranks, explains, measures.')
    .usage('COMMAND …')
    .version(VERSION)
    .exitOverride()
    .configureHelp(helpLayout(askedGroup(argv)))
    .configureOutput({
      outputError: (text, write) => write(`abound: ${usageError(text)} (see ${help})\n`),
      writeOut: (text) => process.stdout.write(wrapProse(text)),
    })
    .addHelpText(
      'after',
      '\nabound COMMAND --help has the usual options of a command, and how to see the others.',
    )
  for (const [name, entry] of Object.entries(commands)) {
    const { summary, group, alias, plugins = true } = entry
    const command = program.command(name).description(summary).helpGroup(group).exitOverride()
    if (alias !== undefined) command.alias(alias)
    // Only the command that was asked for is loaded: a cold start should not read the others.
    const isAsked = asked === name || asked === alias
    if (known === undefined) command.summary(listed(entry))
    if (!isAsked && known?.needsAll !== true) continue
    const module = isAsked ? await entry.load() : await loadIfInstalled(entry)
    module?.define(command)
    if (plugins) addPluginFlag(command)
  }
  program.addHelpCommand(
    new Command('help').arguments('[command] [group]').description(HELP_SUMMARY).helpGroup('Help:'),
  )
  await program.parseAsync(argv, { from: 'user' })
}

/** Undefined where its package is not installed, which is no error of another command. */
async function loadIfInstalled({ load, missing }: CommandEntry): Promise<CommandModule | undefined> {
  return missing?.() === undefined ? load() : undefined
}

/** What the list of all commands says of one. */
function listed({ summary, example, missing }: CommandEntry): string {
  const needed = missing?.()
  return [summary, example, needed && `needs npm install ${needed}`].filter(Boolean).join('\n')
}

/** Loads the plugins that are named: flags and help of a command follow from what they declare. */
async function loadPlugins(argv: readonly string[]): Promise<void> {
  for (const [i, word] of argv.entries()) {
    if (word === '--') return
    const path =
      word === PLUGIN
        ? argv[i + 1]
        : word.startsWith(`${PLUGIN}=`)
          ? word.slice(PLUGIN.length + 1)
          : undefined
    // Loaded where there are any: the bundles of single commands do without.
    if (path !== undefined) await (await import('../node/internal.js')).loadPlugin(path)
  }
}

/** They are loaded by now; here the flag is for help, and for errors about other flags. */
function addPluginFlag(command: Command): void {
  const help = 'a module with learners, formats, measures or weightings of your own (repeatable)'
  command.optionsGroup('Plugins:').option(`${PLUGIN} <file>`, help)
}

/** Commander's message in one line, like all errors. */
function usageError(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\)/, ': did you mean $1')
    .trim()
    .replaceAll('\n', ' ')
}
