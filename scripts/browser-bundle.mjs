// The bundle for web pages: src/browser.ts and what it needs, minified, as an ES module. Snowball's stemmers are a
// file of their own, which is fetched when a model needs one. Batch learners are data in it, and nothing is WebAssembly,
// which a page may forbid.

import { readFileSync, rmSync } from 'node:fs'
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
    plugins: [await learnersAsData(root), plainLoops()],
  })
}

/**
 * In place of compiled code, none: whoever would run it has plain loops for that.
 * @returns {import('esbuild').Plugin}
 */
function plainLoops() {
  return {
    name: 'plain loops',
    setup(builder) {
      builder.onLoad(
        { filter: /[\\/]src[\\/]engine[\\/](scan|compiled-scores|focus-rows|webassembly)\.ts$/ },
        ({ path }) => {
          const names = [...readFileSync(path, 'utf8').matchAll(/^export function (\w+)/gm)].map(
            ([, name]) => name,
          )
          return { contents: names.map((name) => `export function ${name}() {}\n`).join(''), loader: 'js' }
        },
      )
      builder.onLoad({ filter: /[\\/]src[\\/]engine[\\/]wasm[\\/][^\\/]+-wasm\.ts$/ }, () => ({
        contents: "export const WASM = ''",
        loader: 'js',
      }))
    },
  }
}
