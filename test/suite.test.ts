// What holds for all files. Tests that need the build are told by their names, as the runner tells them by these: one that
// ran the build under another name would run whatever was built last.

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { relativeFile, unusedExports } from './unused-exports.js'

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

const MOST_LINES = 400
const HOUSE = fileURLToPath(new URL('..', import.meta.url))
const CODE = /\.(ts|mjs|cjs|js|svelte|css|py|sh)$/

/** The texts of all source files, by path. */
const sources = new Map(
  ['packages/abound/src', 'packages/server/src', 'packages/lab/src', 'test', 'bench', 'scripts'].flatMap(
    (folder) =>
      readdirSync(join(HOUSE, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => CODE.test(name))
        .map((name) => [`${folder}/${name}`, readFileSync(join(HOUSE, folder, name), 'utf8')] as const),
  ),
)
/** Exported for other packages and for people, and what is loaded by its name. */
const ENTRY =
  /^packages\/\w+\/src\/((\w+\/)?(index|internal)|browser|browser-worker|custom|node\/reports|bin\/.*|commands\/.*)\.ts$|\.as\.ts$/

describe('a source file', () => {
  it(`has at most ${MOST_LINES} lines`, () => {
    const long = [...sources].filter(([, text]) => text.split('\n').length - 1 > MOST_LINES)
    expect(long.map(([path]) => path)).toEqual([])
  })

  it('exports nothing that no other file imports', () => {
    expect(unusedExports(sources, (path) => ENTRY.test(path), relativeFile)).toEqual([])
  })

  it('is found where it exports too much', () => {
    const files = new Map([
      ['packages/abound/src/a.ts', 'export const a = 1\nexport type B = 2\nexport function c() {}\n'],
      ['packages/abound/src/b.ts', "import { a, type B as D } from './a.js'\nexport class E {}\n"],
      ['test/b.test.ts', "const b = await import('../packages/abound/src/b.js')\n"],
    ])
    expect(unusedExports(files, () => false, relativeFile)).toEqual(['packages/abound/src/a.ts: c'])
  })
})
