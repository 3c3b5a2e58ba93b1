#!/usr/bin/env node
// The command's first file, bundled as CommonJS: to load an ES module takes Node longer than one text takes us.
// `abound predict` and `abound train` are files by themselves, so that one text on the command line costs little, and a
// few documents; whatever else may be meant, also by `abound --help predict`, is told apart where all commands are known.

import { runCompiled } from './compiled.js'

type Alone = typeof import('./predict-command.js') | typeof import('./train-command.js')

const [, , asked] = process.argv
if (asked === 'predict' || asked === 'train') void runCompiled<Alone>(`./${asked}-command.js`).run()
else import('./every-command.js')
