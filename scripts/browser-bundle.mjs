// The bundle for web pages: src/browser.ts and what it needs, minified, as an ES module. Snowball's stemmers are a
// file of their own, which is fetched when a model needs one. Batch learners are data in it.

import { rmSync } from 'node:fs'
import { build } from 'esbuild'
import { learnersAsData } from './learners-as-data.mjs'

/**
 * Bundles into `dist/browser/`; `dist/learners/` is there already.
 * @param {string} root
 */
export async function bundleForBrowser(root) {
  const outdir = `${root}dist/browser`
  rmSync(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: 'src/browser.ts', out: 'abound.min' }],
    outdir,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash].min',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins: [await learnersAsData(root)],
  })
}
