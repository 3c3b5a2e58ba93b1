// What a worker of `abound predict` starts with: the file of that command, as it was compiled.

import { runCompiled } from './compiled.js'
import type * as predictCommand from './predict-command.js'

runCompiled<typeof predictCommand>('./predict-command.js').work()
