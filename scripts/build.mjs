// Builds dist/ from src/: modules and types by tsc; the command in a few bundled files; a bundle for web pages; the
// page of `abound serve`.

import { execFileSync } from 'node:child_process'
import { cpSync, existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { bundleForBrowser } from './browser-bundle.mjs'
import { bundleCommand } from './command-bundle.mjs'
import { buildWeb } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
rmSync(`${root}dist`, { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' })
await bundleCommand(root)
await bundleForBrowser(root)
await buildWeb()
// The driver that Spark runs, as source: it is compiled against the Spark that is there.
cpSync(`${root}cluster`, `${root}dist/cluster`, { recursive: true })
// The last measured figures of the papers, which `abound reproduce` lists.
if (existsSync(`${root}docs/papers`)) {
  cpSync(`${root}docs/papers`, `${root}dist/docs/papers`, {
    recursive: true,
    filter: (path) => !/\.(md|svg)$/.test(path),
  })
}
