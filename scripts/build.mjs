// Builds dist/ from src/: modules and types by tsc; the command in a few bundled files, as a cold start pays
// for every file it reads; a bundle for web pages; the page of `abound serve`.

import { execFileSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { bundleForBrowser } from './browser-bundle.mjs'
import { buildWeb } from './web.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
rmSync(`${root}dist`, { recursive: true, force: true })
execFileSync(process.execPath, [tsc, '-p', `${root}tsconfig.build.json`], { stdio: 'inherit' })
rmSync(`${root}dist/cli`, { recursive: true })
await build({
  absWorkingDir: root,
  // The files of threads and of cells lie beside the bundled parts, where those that start them look for them.
  entryPoints: [
    { in: 'src/cli/main.ts', out: 'main' },
    { in: 'src/node/crew-watch.ts', out: 'parts/crew-watch' },
    { in: 'src/node/crew-worker.ts', out: 'parts/crew-worker' },
    { in: 'src/cli/predict-thread.ts', out: 'parts/predict-thread' },
    { in: 'src/node/cell-process.ts', out: 'parts/cell-process' },
    { in: 'src/node/cluster/cluster-worker.ts', out: 'parts/cluster-worker' },
    { in: 'src/server/model/job-thread.ts', out: 'parts/job-thread' },
    { in: 'src/server/ranking/rank-thread.ts', out: 'parts/rank-thread' },
  ],
  outdir: 'dist/cli',
  bundle: true,
  splitting: true,
  chunkNames: 'parts/[name]-[hash]',
  format: 'esm',
  platform: 'node',
  target: 'node20',
  packages: 'external',
  minifySyntax: true,
  minifyWhitespace: true,
  logLevel: 'warning',
})
await bundleForBrowser(root)
chmodSync(`${root}dist/cli/main.js`, 0o755)
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
