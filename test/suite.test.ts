// Which tests need the build is told by their names, as the runner tells them by these: a test that ran the build under
// another name would run whatever was built last.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const root = fileURLToPath(new URL('.', import.meta.url))
const tests = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.test.ts'),
)
/** A path or a URL into what is built. */
const BUILD = /['"`/]dist\//

/** Whether a file of test/ or one that it imports from there names the build. */
function runsTheBuild(file: string, seen = new Set<string>()): boolean {
  if (seen.has(file)) return false
  seen.add(file)
  const text = readFileSync(join(root, file), 'utf8')
  const imported = Array.from(text.matchAll(/from '(\.[^']*)'/g), ([, path]) =>
    join(dirname(file), path).replace(/\.js$/, '.ts'),
  )
  return (
    BUILD.test(text) ||
    imported.some(
      (path) => !path.startsWith('..') && existsSync(join(root, path)) && runsTheBuild(path, seen),
    )
  )
}

describe('a test that runs the build', () => {
  it('is called *.built.test.ts', () => {
    const own = 'suite.test.ts'
    const wrong = tests.filter((name) => name !== own && !name.includes('.built.') && runsTheBuild(name))
    expect(wrong).toEqual([])
  })

  it('is found by what it imports', () => {
    expect(runsTheBuild('golden/golden.built.test.ts')).toBe(true)
    expect(runsTheBuild('data/csv.test.ts')).toBe(false)
  })
})
