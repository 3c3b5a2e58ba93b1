// Running a bundled file without compiling it again: beside it lies what the engine that built it had made of it, which
// that very engine takes as it is. A newer Node keeps such things by itself; any other compiles the file.

import { readFileSync } from 'node:fs'

/** Runs a CommonJS file that lies beside this one. */
export function runCompiled(name: string): void {
  const file = require.resolve(name)
  // Named as in scripts/command-bundle.mjs.
  const cachedData = contents(file.replace(/\.js$/, `.${process.arch}-v8-${process.versions.v8}.bin`))
  if (cachedData === undefined) {
    const { enableCompileCache } = process.getBuiltinModule('node:module') as {
      enableCompileCache?(): unknown
    }
    enableCompileCache?.()
    require(file)
    return
  }
  const vm = process.getBuiltinModule('node:vm')
  const { wrap } = process.getBuiltinModule('node:module')
  const script = new vm.Script(wrap(readFileSync(file, 'latin1')), {
    filename: file,
    cachedData,
  })
  const module = { exports: {} }
  script.runInThisContext()(module.exports, require, module, file, __dirname)
}

/** Undefined where there is no such file. */
function contents(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
