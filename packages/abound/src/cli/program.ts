// The command line: finds the command, loads only that, and turns errors into exit codes. 0: done;
// 2: bad usage or bad input, one line on standard error; 1: a fault of ours.

import { Command, CommanderError, Option } from 'commander'
import { InputError } from '../internal.js'
import { checkEngine } from '../node/internal.js'
import type { CommandEntry, CommandModule, Commands } from './command-entry.js'
import { endWithReader, fail } from './terminal.js'
import { VERSION } from './version.js'

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

async function main(commands: Commands, argv: readonly string[]): Promise<void> {
  const asked = argv.find((word) => !word.startsWith('-')) ?? ''
  const known = Object.entries(commands).find(([name, { alias }]) => asked === name || asked === alias)?.[1]
  if (known !== undefined && known.plugins !== false) await loadPlugins(argv)
  const help = known !== undefined ? `abound ${asked} --help` : 'abound --help'
  const program = new Command('abound')
    .description('Sorts text into topics: trains, ranks, explains, measures.')
    .version(VERSION)
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(`abound: ${usageError(text)} (see ${help})\n`) })
    .addHelpText(
      'after',
      `
Examples:
  abound train news.jsonl -o news.abound
  echo "Wheat exports rose 4 pct" | abound predict news.abound --top 3
  abound evaluate news.abound test.jsonl`,
    )
  for (const [name, { summary, alias, plugins = true, load }] of Object.entries(commands)) {
    const command = program.command(name).description(summary).exitOverride()
    if (alias !== undefined) command.alias(alias)
    // Only the command that was asked for is loaded: a cold start should not read the others.
    const isAsked = asked === name || asked === alias || (asked === 'help' && argv.includes(name))
    const module = isAsked ? await load() : asked === 'help' ? await loadIfInstalled(load) : undefined
    if (module === undefined) continue
    module.define(command)
    if (plugins) addPluginFlag(command)
  }
  await program.parseAsync(argv, { from: 'user' })
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
  command.addOption(new Option(`${PLUGIN} <file>`, help).helpGroup('Options:'))
}

/** A command for the list of all; undefined where its package is not installed, which is no error there. */
async function loadIfInstalled(load: CommandEntry['load']): Promise<CommandModule | undefined> {
  try {
    return await load()
  } catch (error) {
    if (error instanceof InputError) return undefined
    throw error
  }
}

/** Commander's message in one line, like all errors. */
function usageError(text: string): string {
  return text
    .replace(/^error: /, '')
    .replace(/\n\(Did you mean (.*)\)/, ': did you mean $1')
    .trim()
    .replaceAll('\n', ' ')
}
