// All commands.

import { COMMANDS } from './commands.js'
import { runCommand } from './program.js'

await runCommand(COMMANDS)
