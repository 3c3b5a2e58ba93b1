// Modules run by Node itself, as people run them: the tests' own imports would give them sources instead of the build.

import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { deserialize } from 'node:v8'

interface Result {
  /** Values of the module with what the comments behind them say. */
  readonly values: readonly (readonly [value: unknown, said: string])[]
  readonly error: string | undefined
}

const RUNNER = `
import { dirname } from 'node:path'
import { pathToFileURL } from 'node:url'
import { serialize } from 'node:v8'
const results = []
for (const file of process.argv.slice(2)) {
  const values = []
  globalThis.check = (value, said) => (values.push([value, said]), value)
  console.log = () => {}
  process.chdir(dirname(file))
  const error = await import(pathToFileURL(file).href).then(() => undefined, String)
  results.push({ values, error })
}
process.stdout.write(serialize(results))
`

/** Runs modules one after the other, each in its own folder. They call `check` with values and what is said of them. */
export function runModules(files: readonly string[]): readonly Result[] {
  // A file: threads that modules start could not take a program of the command line.
  const runner = join(dirname(files[0]), 'run-modules.mjs')
  writeFileSync(runner, RUNNER)
  return deserialize(
    execFileSync(process.execPath, [runner, ...files], { maxBuffer: 2 ** 28 }),
  ) as readonly Result[]
}
