// What a thread of `abound predict` runs: the file of that command, as it was compiled.

import { runCompiled } from './compiled.js'
import type * as predictCommand from './predict-command.js'

runCompiled<typeof predictCommand>('./predict-command.js').predictThread()
