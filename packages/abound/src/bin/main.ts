#!/usr/bin/env node
// The command's first file, bundled as CommonJS: to load an ES module takes Node longer than one text takes us.
// `abound predict` and `abound train` are files by themselves, so that one text on the command line costs little, and a
// few documents; whatever else may be meant, also by `abound --help predict`, is told apart where all commands are known.
// Flags that bring what these files leave out, too.

import { runCompiled } from './compiled.js'

/** They need other packages, what draws, or the modules that a plugin imports. */
const MORE = ['--cluster', '--report', '--plugin']

type Alone = typeof import('./predict-command.js') | typeof import('./train-command.js')

const [, , asked, ...words] = process.argv
const alone = (asked === 'predict' || asked === 'train') && !words.some(bringsMore)
if (alone) void runCompiled<Alone>(`./${asked}-command.js`).run()
else import('../cli/every-command.js')

function bringsMore(word: string): boolean {
  return MORE.some((flag) => word === flag || word.startsWith(`${flag}=`))
}
