// The commands that people start most, each bundled into one file with the packages that it needs, as a cold start pays
// for every file it reads and for every line the engine compiles: `dist/bin/main.js` picks the one that is asked for.
// `predict` comes without what trains, and beside it lies what the engine made of it; all other commands run as the
// modules that they are.

import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'esbuild'
import { learnersAsData } from './learners-as-data.mjs'
import { licencesOf } from './licences.mjs'

/** Packages that become part of them. */
const WITHIN = ['commander', 'picocolors', 'stemmer']

/** @type {import('esbuild').BuildOptions} */
const SHARED = {
  bundle: true,
  platform: 'node',
  target: 'node20',
  minify: true,
  logLevel: 'warning',
}

/**
 * Bundles into `dist/bin/`; the rest of `dist/` is there already.
 * @param {string} root
 */
export async function bundleCommand(root) {
  const outdir = `${root}dist/bin`
  rmSync(outdir, { recursive: true, force: true })
  const { dependencies } = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
  /** @type {import('esbuild').BuildOptions} */
  const alone = {
    ...SHARED,
    absWorkingDir: root,
    outdir,
    format: 'cjs',
    // What is loaded later is required: a script that is run as it was compiled cannot import.
    supported: { 'dynamic-import': false },
    // One byte a letter, so that nothing needs to be decoded.
    charset: 'ascii',
    // What other packages of ours bring is for the command as modules, which shares their modules of this one.
    external: [
      ...Object.keys(dependencies).filter((name) => !WITHIN.includes(name)),
      './drawing-tools.js',
      '@abound/*',
    ],
    define: { 'import.meta.url': 'moduleUrl' },
    footer: { js: licencesOf(WITHIN) },
  }
  await build({
    ...alone,
    entryPoints: [{ in: 'src/bin/predict-command.ts', out: 'predict-command' }],
    plugins: [await learnersAsData(root), leftOut()],
    banner: { js: "const moduleUrl=require('node:url').pathToFileURL(__filename).href;" },
  })
  await build({
    ...alone,
    entryPoints: [{ in: 'src/bin/train-command.ts', out: 'train-command' }],
    plugins: [runAsModules()],
    // Its threads run modules that lie where they do for all commands.
    banner: {
      js: "const moduleUrl=require('node:url').pathToFileURL(require('node:path').join(__dirname,'..','bundle','train.js')).href;",
    },
  })
  await build({
    ...SHARED,
    absWorkingDir: root,
    outdir,
    entryPoints: [
      { in: 'src/bin/main.ts', out: 'main' },
      { in: 'src/bin/worker.ts', out: 'worker' },
    ],
    format: 'cjs',
    plugins: [
      {
        name: 'all commands are modules',
        setup: (builder) =>
          builder.onResolve({ filter: /every-command\.js$/ }, () => ({
            path: '../bundle/every-command.js',
            external: true,
          })),
      },
    ],
  })
  chmodSync(`${outdir}/main.js`, 0o755)
  writeFileSync(`${outdir}/package.json`, '{ "type": "commonjs" }\n')
  keepCompiled(outdir)
}

/**
 * Leaves out of `abound train` what it never runs, as `src/bin/main.ts` takes the modules where flags ask for it: pages of
 * reports, and all of the library, which is there for plugins.
 * @returns {import('esbuild').Plugin}
 */
function runAsModules() {
  return {
    name: 'run as modules',
    setup(builder) {
      builder.onResolve({ filter: /\/(report|node\/internal)\.js$/ }, ({ kind, path }) =>
        kind === 'dynamic-import' ? { path, external: true } : undefined,
      )
    },
  }
}

/**
 * Leaves out of `abound predict` what it never runs: what is loaded later by code that is left out too, and
 * child_process, which Commander loads for commands that are programs of their own.
 * @returns {import('esbuild').Plugin}
 */
function leftOut() {
  return {
    name: 'left out',
    setup(builder) {
      builder.onResolve({ filter: /^\./ }, ({ kind, path }) =>
        kind === 'dynamic-import' && !/\/(parquet|zstd)\.js$/.test(path)
          ? { path, external: true }
          : undefined,
      )
      builder.onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
        /[\\/]commander[\\/]/.test(importer) ? { path: 'nothing', namespace: 'nothing' } : undefined,
      )
      builder.onLoad({ filter: /.*/, namespace: 'nothing' }, () => ({ contents: '' }))
    },
  }
}

/**
 * Writes beside the bundled `predict` what this engine has made of it after some runs, on enough text for the functions that
 * only much of it needs. `train` takes less CPU without such a file (0.47 s for 0.53 s on the sample's test part).
 * @param {string} outdir
 */
function keepCompiled(outdir) {
  const folder = mkdtempSync(join(tmpdir(), 'abound-build-'))
  const [data, model] = [join(folder, 'data.jsonl'), join(folder, 'model.abound')]
  writeFileSync(data, madeUp(600))
  const train = ['train', data, '--quiet', '-o', model, '--learner', 'ff']
  const trained = spawnSync(process.execPath, [`${outdir}/main.js`, ...train], { encoding: 'utf8' })
  if (trained.status !== 0) throw new Error(`train could not be run: ${trained.stderr}`)
  const runs = [
    ['predict', model],
    ['predict', model, data],
  ]
  const file = `${outdir}/predict-command.js`
  const to = file.replace(/\.js$/, `.${process.arch}-v8-${process.versions.v8}.bin`)
  // As src/bin/compiled.ts runs it.
  const run = `const { readFileSync, writeFileSync } = require('node:fs')
const { basename } = require('node:path')
const file = ${JSON.stringify(file)}
const script = new (require('node:vm').Script)(require('node:module').wrap(readFileSync(file, 'latin1')), { filename: basename(file) })
const module1 = { exports: {} }
script.runInThisContext()(module1.exports, require, module1, file, ${JSON.stringify(outdir)})
const runs = ${JSON.stringify(runs)}
const next = async () => {
  for (const words of runs) {
    process.argv = [process.execPath, file, ...words]
    await module1.exports.run()
  }
  writeFileSync(${JSON.stringify(to)}, script.createCachedData())
}
next()`
  const { status, stderr } = spawnSync(process.execPath, ['-e', run], {
    input: 'Corn prices fell\n',
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${file} could not be compiled: ${stderr}`)
  rmSync(folder, { recursive: true })
}

/**
 * Documents of made-up words.
 * @param {number} count
 */
function madeUp(count) {
  const lines = Array.from({ length: count }, (_, d) => {
    const words = Array.from({ length: 60 }, (_, w) => `word${(d * 7919 + w * w * 104729) % (37 * (w + 3))}`)
    return JSON.stringify({ text: `"${words.join(' ')}"`, labels: [`label${d % 40}`] })
  })
  return `${lines.join('\n')}\n`
}
