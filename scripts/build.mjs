// Builds the packages: modules and types by tsc; the command and the bundle for web pages of `abound`; the page of the
// server; the last measured figures of the papers, which `abound reproduce` lists.

import { execFileSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { bundleForBrowser } from './browser-bundle.mjs'
import { bundleCommand } from './command-bundle.mjs'
import { bundleDrawing } from './drawing-bundle.mjs'
import { bundleCore, bundleForNode } from './library-bundle.mjs'
import { packageReadme } from './package-readme.mjs'
import { BUILT_FROM, sourceHash } from './source-hash.mjs'
import { stripComments } from './strip-comments.mjs'
import { trimDeclarations } from './trim-declarations.mjs'
import { buildWeb } from './web.mjs'

// Of the sources as they are before it reads the first: what changes while it runs is not in it.
const builtFrom = sourceHash()
const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')

// In the order in which they need each other's types.
for (const name of ['abound', 'server', 'lab']) {
  const folder = `${root}packages/${name}/`
  rmSync(`${folder}dist`, { recursive: true, force: true })
  execFileSync(process.execPath, [tsc, '-p', `${folder}tsconfig.json`], { stdio: 'inherit' })
  cpSync(`${root}LICENSE`, `${folder}LICENSE`)
}
const abound = `${root}packages/abound/`
writeFileSync(`${abound}README.md`, packageReadme(readFileSync(`${root}README.md`, 'utf8')))
cpSync(`${root}CHANGELOG.md`, `${abound}CHANGELOG.md`)
// Once the others are compiled, which is against declarations of all of it.
trimDeclarations(abound)
stripComments(abound)
await bundleCore(abound)
await bundleForNode(abound)
await bundleDrawing(abound)
await bundleCommand(abound)
await bundleForBrowser(abound)
await buildWeb()
cpSync(`${root}docs/papers`, `${root}packages/lab/dist/docs/papers`, {
  recursive: true,
  filter: (path) => !/\.(md|svg)$/.test(path),
})
writeFileSync(BUILT_FROM, `${builtFrom}\n`)
