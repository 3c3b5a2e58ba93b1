// Modules run by Node itself, as people run them: the tests' own imports would give them sources instead of the build.

import { execFileSync } from 'node:child_process'
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
for (const file of process.argv.slice(1)) {
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
  const node = ['--input-type=module', '--eval', RUNNER, '--', ...files]
  return deserialize(execFileSync(process.execPath, node, { maxBuffer: 2 ** 28 })) as readonly Result[]
}
