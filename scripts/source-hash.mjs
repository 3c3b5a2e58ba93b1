// What the build is made of, as one hash: the build keeps it, and tests that run the build compare it with the sources.
// Times of files would not do, as a checkout changes them and not what they hold.

import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const PACKAGES = ['abound', 'server', 'lab']
/** Where the build keeps it; beside what it speaks of, so that it goes when that goes. */
export const BUILT_FROM = join(root, 'packages/abound/dist/built-from')

/** The hash of every file that the build reads. */
export function sourceHash() {
  const hash = createHash('sha256')
  for (const path of [
    ...PACKAGES.flatMap(filesOf),
    ...scripts(),
    'package-lock.json',
    'tsconfig.json',
    'README.md',
  ])
    hash
      .update(`${path}\0`)
      .update(readFileSync(join(root, path)))
      .update('\0')
  return hash.digest('hex')
}

/** Whether what was built last is of the sources as they are. */
export function isFresh() {
  return existsSync(BUILT_FROM) && readFileSync(BUILT_FROM, 'utf8').trim() === sourceHash()
}

/** @param {string} name */
function filesOf(name) {
  const folder = `packages/${name}`
  return [...under(`${folder}/src`), `${folder}/package.json`, `${folder}/tsconfig.json`]
}

/** The build's script and those that it imports. */
function scripts(found = ['scripts/build.mjs']) {
  for (const path of found) {
    const text = readFileSync(join(root, path), 'utf8')
    for (const [, name] of text.matchAll(/from '\.\/([\w-]+\.mjs)'/g))
      if (!found.includes(`scripts/${name}`)) found.push(`scripts/${name}`)
  }
  return found.toSorted()
}

/** @param {string} folder */
function under(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name).slice(root.length))
    .sort()
}
