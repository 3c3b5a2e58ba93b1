// The bundles for web pages, minified, as ES modules: src/browser.ts and what it needs, in which batch learners are data, and
// src/browser-worker.ts, with all that trains. Snowball's stemmers are a file of their own beside them, which is fetched when
// a model needs one.

import { rmSync } from 'node:fs'
import { build } from 'esbuild'
import { learnersAsData } from './learners-as-data.mjs'

/**
 * Bundles into `dist/browser/`; `dist/learners/` is there already.
 * @param {string} root
 */
export async function bundleForBrowser(root) {
  rmSync(`${root}dist/browser`, { recursive: true, force: true })
  await bundle(root, 'browser', 'abound.min', [await learnersAsData(root)])
  await bundle(root, 'browser-worker', 'abound-worker.min', [])
}

/**
 * @param {string} root
 * @param {string} name of the source
 * @param {string} out
 * @param {import('esbuild').Plugin[]} plugins
 */
async function bundle(root, name, out, plugins) {
  await build({
    absWorkingDir: root,
    entryPoints: [{ in: `src/${name}.ts`, out }],
    outdir: `${root}dist/browser`,
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash].min',
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    plugins,
  })
}
