// What draws plots in Node, Observable Plot and a document to draw in, as one file of the package: who installs Abound
// to rank texts installs neither. Their licences stand at its end.

import { appendFileSync } from 'node:fs'
import { build } from 'esbuild'
import { licencesOf } from './licences.mjs'

/**
 * Bundles `dist/bundle/drawing-tools.js`, beside what loads it.
 * @param {string} root
 */
export async function bundleDrawing(root) {
  const outfile = `${root}dist/bundle/drawing-tools.js`
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['src/node/drawing-tools.ts'],
    outfile,
    bundle: true,
    format: 'esm',
    platform: 'node',
    target: 'node20',
    minify: true,
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
  })
  const names = Object.keys(metafile.inputs).flatMap((path) => {
    const within = path.lastIndexOf('node_modules/')
    return within < 0 ? [] : (/^(?:@[^/]+\/)?[^/]+/.exec(path.slice(within + 'node_modules/'.length)) ?? [])
  })
  appendFileSync(outfile, `${licencesOf([...new Set(names)].sort())}\n`)
}
