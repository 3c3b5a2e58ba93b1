// What programs import. For Node: the package's entries and the files of its threads, bundled together into a few files, as
// an import pays for every file that it reads. For the bundlers of all other platforms: the entries of the core. In both, all
// entries share what they have in common, so that a learner that is added through one is known to all.

import { readFileSync, rmSync } from 'node:fs'
import { build } from 'esbuild'

/** Entries by the names that package.json knows them by: of both kinds of platforms, and of Node. */
const CORE = {
  data: 'data/index',
  learners: 'learners/index',
  measures: 'measure/index',
  vectors: 'vector/index',
  words: 'words/index',
}
const ENTRIES = {
  ...CORE,
  index: 'node/index',
  internal: 'node/internal',
  reports: 'node/reports',
  command: 'cli/index',
}

/** What the command and threads start with. */
const PROGRAMS = {
  'every-command': 'cli/every-command',
  worker: 'node/worker',
  'command-worker': 'cli/worker',
  'pool/fork-join-watch': 'node/pool/fork-join-watch',
}

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  bundle: true,
  splitting: true,
  chunkNames: '[name]-[hash]',
  format: 'esm',
  // One byte a letter, so that nothing needs to be decoded.
  charset: 'ascii',
  legalComments: 'none',
  logLevel: 'warning',
  packages: 'external',
}

/**
 * Bundles into `dist/core/`.
 * @param {string} root of the package
 */
export async function bundleCore(root) {
  const outdir = `${root}dist/core`
  rmSync(outdir, { recursive: true, force: true })
  await build({
    ...SHARED,
    absWorkingDir: root,
    outdir,
    entryPoints: Object.entries({ ...CORE, index: 'index' }).map(([out, path]) => ({
      in: `src/${path}.ts`,
      out,
    })),
    platform: 'neutral',
    target: 'es2022',
    minify: true,
  })
}

/**
 * Bundles into `dist/bundle/`.
 * @param {string} root of the package
 */
export async function bundleForNode(root) {
  const outdir = `${root}dist/bundle`
  rmSync(outdir, { recursive: true, force: true })
  await build({
    ...SHARED,
    absWorkingDir: root,
    outdir,
    entryPoints: [
      ...Object.entries(ENTRIES).map(([out, path]) => ({ in: `entry:${path}`, out })),
      ...Object.entries(PROGRAMS).map(([out, path]) => ({ in: `src/${path}.ts`, out })),
    ],
    platform: 'node',
    target: 'node20',
    // Names stay, for stack traces.
    minifyWhitespace: true,
    minifySyntax: true,
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
