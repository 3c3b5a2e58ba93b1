// abound version

import type { Command } from 'commander'
import { print } from './terminal.js'
import { VERSION } from './version.js'

export function define(command: Command): void {
  command.addHelpText('after', '\nExamples:\n  abound version').action(() => print(`${VERSION}\n`))
}
