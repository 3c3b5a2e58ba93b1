// Running a bundled file without compiling it again: beside it lies what the engine that built it had made of it, which
// that very engine takes as it is. A newer Node keeps such things by itself; any other compiles the file.

import { readFileSync } from 'node:fs'

/** What a CommonJS file exports that lies beside this one. */
export function runCompiled<Exports>(name: string): Exports {
  const file = require.resolve(name)
  // Named as in scripts/command-bundle.mjs.
  const cachedData = contents(file.replace(/\.js$/, `.${process.arch}-v8-${process.versions.v8}.bin`))
  if (cachedData === undefined) {
    const { enableCompileCache } = process.getBuiltinModule('node:module') as {
      enableCompileCache?(): unknown
    }
    enableCompileCache?.()
    return require(file)
  }
  const vm = process.getBuiltinModule('node:vm')
  const { wrap } = process.getBuiltinModule('node:module')
  const script = new vm.Script(wrap(readFileSync(file, 'latin1')), {
    filename: file,
    cachedData,
  })
  const module = { exports: {} as Exports }
  script.runInThisContext()(module.exports, require, module, file, __dirname)
  return module.exports
}

/** Undefined where there is no such file. */
function contents(file: string): Buffer | undefined {
  try {
    return readFileSync(file)
  } catch {
    return undefined
  }
}
