#!/usr/bin/env node
// The command's first file, bundled as CommonJS: to load an ES module takes Node longer than one text takes us.
// `abound predict` is a file by itself, so that one text on the command line costs little; whatever else may be meant,
// also by `abound --help predict`, is told apart where all commands are known.

import { runCompiled } from './compiled.js'

if (process.argv[2] === 'predict') runCompiled('./predict-command.js')
else import('./every-command.js')
