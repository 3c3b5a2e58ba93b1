// What programs in Node import: the package's entries and the files of its threads, bundled together into a few files, as
// an import pays for every file that it reads. All entries share what they have in common, so that a learner that is added
// through one is known to all. Bundlers for other platforms get the modules that tsc made.

import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

/** The entries by the names that package.json knows them by. */
const ENTRIES = {
  index: 'node/index',
  internal: 'node/internal',
  reports: 'node/reports',
  data: 'data/index',
  learners: 'learners/index',
  measures: 'measure/index',
  vectors: 'vector/index',
  command: 'cli/index',
  'every-command': 'cli/every-command',
}

/** What threads start with. */
const THREADS = {
  worker: 'node/worker',
  'command-worker': 'cli/worker',
  'pool/fork-join-watch': 'node/pool/fork-join-watch',
}

/**
 * Bundles into `dist/bundle/`.
 * @param {string} root of the package
 */
export async function bundleForNode(root) {
  const outdir = `${root}dist/bundle`
  rmSync(outdir, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    outdir,
    entryPoints: [
      ...Object.entries(ENTRIES).map(([out, path]) => ({ in: `entry:${path}`, out })),
      ...Object.entries(THREADS).map(([out, path]) => ({ in: `src/${path}.ts`, out })),
    ],
    bundle: true,
    splitting: true,
    chunkNames: '[name]-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names stay, for stack traces. One byte a letter, so that nothing needs to be decoded.
    minifyWhitespace: true,
    minifySyntax: true,
    charset: 'ascii',
    legalComments: 'none',
    logLevel: 'warning',
    packages: 'external',
    external: ['./drawing-tools.js'],
    plugins: [entries(root), commandWorker()],
  })
}

/**
 * Every entry has the library's at first: so each needs all that this needs, which is then one file rather than a
 * file for each set of entries that share some of it.
 * @param {string} root
 * @returns {import('esbuild').Plugin}
 */
function entries(root) {
  return {
    name: 'entries',
    setup(builder) {
      builder.onResolve({ filter: /^entry:/ }, ({ path }) => ({
        path: path.slice('entry:'.length),
        namespace: 'entry',
      }))
      builder.onLoad({ filter: /.*/, namespace: 'entry' }, ({ path }) => ({
        contents: `import './src/node/index.ts'\nexport * from './src/${path}.ts'\n`,
        resolveDir: root,
        loader: 'ts',
      }))
    },
  }
}

/**
 * The workers of the library and of the command are both called worker.js where they are modules in folders of their own.
 * @returns {import('esbuild').Plugin}
 */
function commandWorker() {
  return {
    name: 'worker of the command',
    setup(builder) {
      builder.onLoad({ filter: /[\\/]cli[\\/]batch-threads\.ts$/ }, ({ path }) => ({
        contents: readFileSync(path, 'utf8').replace(`'./worker.js'`, `'./command-worker.js'`),
        loader: 'ts',
      }))
    },
  }
}
