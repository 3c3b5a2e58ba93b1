// What a thread of `abound predict` runs, where the command is a file of its own: that very file, as it was compiled.

import { runCompiled } from './compiled.js'
import type * as predictCommand from './predict-command.js'

runCompiled<typeof predictCommand>('./predict-command.js').predictThread()
