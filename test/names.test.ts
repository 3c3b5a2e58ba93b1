// One name, one thing, in all three packages: no two exported types or classes share a name, and no two files of rooms.
// Files of commands, routes and papers are named after what they serve, learners' index.ts after their folder.

import { readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'

const PACKAGES = fileURLToPath(new URL('../packages/', import.meta.url))
/** Named by the verbs of the command line and of the platform, by routes, and by what every paper has. */
const OFTEN = /\/src\/(cli|node|bin|commands|routes|papers\/\w+)\//

const files = ['abound/src', 'server/src', 'lab/src'].flatMap((folder) =>
  readdirSync(join(PACKAGES, folder), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts') && !path.endsWith('.as.ts'))
    .map((path) => `${folder}/${path}`)
    .sort(),
)

/** The names that are there more than once, with where. */
function shared(named: readonly (readonly [name: string, path: string])[]): Record<string, string[]> {
  const paths = new Map<string, string[]>()
  for (const [name, path] of named) paths.set(name, [...(paths.get(name) ?? []), path])
  return Object.fromEntries([...paths].filter(([, all]) => all.length > 1))
}

/** The types and classes that a source exports, re-exports aside. */
function exportedTypes(text: string): string[] {
  return [...text.matchAll(/^export (?:abstract )?(?:class|interface|type) (\w+)/gm)].map(([, name]) => name)
}

describe('names', () => {
  it('of exported types and classes mean one thing', () => {
    const types = files.flatMap((path) =>
      exportedTypes(readFileSync(join(PACKAGES, path), 'utf8')).map((name) => [name, path] as const),
    )
    expect(types.length).toBeGreaterThan(100)
    expect(shared(types)).toEqual({})
  })

  it('of files in rooms mean one thing', () => {
    const rooms = files.filter(
      (path) => /\/src\/.*\//.test(path) && !OFTEN.test(path) && basename(path) !== 'index.ts',
    )
    expect(rooms.length).toBeGreaterThan(100)
    expect(shared(rooms.map((path) => [basename(path), path] as const))).toEqual({})
  })

  it('are found where they are twice', () => {
    expect(
      exportedTypes(
        'export type A = 1\nexport interface B {}\nexport class C {}\nexport type { D } from "x"',
      ),
    ).toEqual(['A', 'B', 'C'])
    expect(
      shared([
        ['A', 'one.ts'],
        ['B', 'one.ts'],
        ['A', 'two.ts'],
      ]),
    ).toEqual({ A: ['one.ts', 'two.ts'] })
  })
})
