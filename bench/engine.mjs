// Measures which loops are worth their compiled version: whole commands on real corpora, built as they are and with the plain
// version of one loop in place of the compiled one. Fresh processes by turns, CPU time of all threads, medians; a loop
// counts by its best command. Needs the build and ABOUND_DATA; writes results/engine.json and prints the table of
// docs/performance.md. With names of loops it measures only these and writes nothing.
// `node bench/engine.mjs [rounds [loop …]]`

import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { bundleCommand } from '../scripts/command-bundle.mjs'
import { whole } from './arguments.mjs'
import { CLI, runOnce } from './harness.mjs'
import { describeCommit, describeMachine } from './results.mjs'

const PACKAGE = fileURLToPath(new URL('../packages/abound/', import.meta.url))
/** Where a build finds the packages it needs. */
const BUILDS = fileURLToPath(new URL('../node_modules/.cache/engine-bench/', import.meta.url))
/** A command has to take this many times as long without a compiled loop. */
const LEAST = 1.3
/** Bytes of text to predict: with them, the start of a process counts for little. */
const PREDICTED_BYTES = 60e6

const CORPORA = {
  '20newsgroups': ['20newsgroups/train.jsonl.gz', '20newsgroups/test.jsonl.gz'],
  reuters21578: ['reuters21578/modapte-train.jsonl.gz', 'reuters21578/modapte-test.jsonl.gz'],
  'nvd-cve': ['nvd-cve/train.jsonl.gz', 'nvd-cve/test.jsonl.gz'],
  clinc150: ['clinc150/train.jsonl.gz', 'clinc150/test.jsonl.gz'],
  ohsumed: ['ohsumed/train.jsonl.gz', 'ohsumed/test.jsonl.gz'],
  'yso-finna': ['yso-finna/train.jsonl.gz', 'yso-finna/test.jsonl.gz'],
  bibtex: ['bibtex/train.svm.gz', 'bibtex/test.svm.gz'],
  delicious: ['delicious/train.svm.gz', 'delicious/test.svm.gz'],
}
/** The loops that a command runs, and the corpora it is measured on. */
const COMMANDS = {
  'train ff': {
    loops: ['jsonTexts', 'words', 'termRow'],
    corpora: ['20newsgroups', 'reuters21578', 'nvd-cve'],
  },
  'train svm': {
    loops: ['jsonTexts', 'words', 'termRow', 'jointPass'],
    corpora: ['20newsgroups', 'reuters21578', 'clinc150'],
  },
  'predict ff': {
    loops: ['jsonTexts', 'words', 'termRow', 'listScorer'],
    corpora: ['20newsgroups', 'reuters21578', 'nvd-cve', 'ohsumed', 'yso-finna', 'bibtex', 'delicious'],
  },
  'predict svm': {
    loops: ['jsonTexts', 'words', 'termRow', 'denseScorer'],
    corpora: ['20newsgroups', 'reuters21578', 'clinc150'],
  },
  'predict ff, one text': { loops: ['arrays'], corpora: ['20newsgroups', 'nvd-cve'] },
}

const ENGINE = 'engine/wasm/wasm-engine'

/**
 * Builds the command with the plain version of a loop, or of none; gives its file.
 * @param {string} [loop]
 */
async function buildWithout(loop) {
  const folder = `${BUILDS}${loop ?? 'as it is'}/`
  for (const part of ['src', 'dist', 'package.json'])
    cpSync(`${PACKAGE}${part}`, folder + part, { recursive: true })
  for (const file of [`${folder}src/${ENGINE}.ts`, `${folder}dist/${ENGINE}.js`]) {
    const source = readFileSync(file, 'utf8')
    const changed = source.replace(new RegExp(`^  ${loop}[:,].*$`, 'm'), `  ${loop}: plainEngine.${loop},`)
    if (changed === source && loop !== undefined) throw new Error(`${file} has no loop ${loop}`)
    writeFileSync(file, `import { plainEngine } from '../plain/plain-engine.js'\n${changed}`)
  }
  await bundleCommand(folder)
  return `${folder}dist/bin/main.js`
}

/** The arguments after `node ABOUND`, and what is read from standard input. */
function wordsOf(/** @type {string} */ command, /** @type {Files} */ { train, test, models, out }) {
  const learner = command.includes('svm') ? 'svm' : 'ff'
  const options = [
    '--learner',
    learner,
    '--probabilities',
    'none',
    '--thresholds',
    'fixed:0',
    '--threads',
    '1',
  ]
  if (command.startsWith('train')) return { words: ['train', train, '--quiet', '-o', out, ...options] }
  const predict = ['predict', models[learner], '--top', '1', '--threads', '1']
  return command.endsWith('one text')
    ? { words: predict, input: 'Corn prices fell\n' }
    : { words: [...predict, test] }
}

/** @typedef {{ train: string, test: string, models: Record<string, string>, out: string }} Files */

/** Writes the plain files of a corpus, and trains its models. */
async function filesOf(/** @type {string} */ corpus, /** @type {string} */ folder) {
  const file = (/** @type {string} */ name) => join(folder, `${corpus}-${name}`)
  const ending = CORPORA[corpus][0].replace(/^.*train|\.gz$/g, '')
  const [train, test] = CORPORA[corpus].map((path) =>
    gunzipSync(readFileSync(join(process.env.ABOUND_DATA ?? '', path))),
  )
  const files = {
    train: file(`train${ending}`),
    test: file(`test${ending}`),
    models: { ff: file('ff.abound'), svm: file('svm.abound') },
    out: file('out'),
  }
  writeFileSync(files.train, train)
  const times = Math.ceil(PREDICTED_BYTES / test.length)
  writeFileSync(files.test, Buffer.concat(Array.from({ length: times }, () => test)))
  for (const learner of ['ff', 'svm']) {
    const needed = Object.entries(COMMANDS).some(
      ([name, { corpora }]) => name.startsWith(`predict ${learner}`) && corpora.includes(corpus),
    )
    const { words } = wordsOf(`train ${learner}`, { ...files, out: files.models[learner] })
    if (needed) await runOnce({ args: [CLI, ...words] })
  }
  return files
}

/** Median CPU milliseconds of a command by each of these builds, by turns. */
async function measure(/** @type {Map<string, string>} */ builds, command, files, rounds) {
  const { words, input } = wordsOf(command, files)
  const runs = new Map([...builds.keys()].map((name) => [name, /** @type {number[]} */ ([])]))
  for (let round = 0; round < rounds; round++) {
    const order = round % 2 === 0 ? [...builds] : [...builds].reverse()
    for (const [name, cli] of order) {
      const { cpuSeconds } = await runOnce({ args: [cli, ...words], input })
      runs.get(name)?.push(cpuSeconds * 1000)
    }
  }
  return new Map([...runs].map(([name, times]) => [name, median(times)]))
}

/** @param {number[]} numbers */
function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1] + sorted[sorted.length >> 1]) / 2
}

const rounds = whole('rounds', process.argv[2] ?? '5')
const only = process.argv.slice(3)
const all = [...new Set(Object.values(COMMANDS).flatMap((command) => command.loops))]
const loops = only.length === 0 ? all : all.filter((loop) => only.includes(loop))
const machine = describeMachine()
const folder = mkdtempSync(join(tmpdir(), 'abound-engine-'))
const table = []
try {
  const builds = new Map([['', await buildWithout()]])
  for (const loop of loops) builds.set(loop, await buildWithout(loop))
  for (const corpus of Object.keys(CORPORA)) {
    const files = await filesOf(corpus, folder)
    for (const [command, { loops: run, corpora }] of Object.entries(COMMANDS)) {
      const measured = run.filter((loop) => loops.includes(loop))
      if (!corpora.includes(corpus) || measured.length === 0) continue
      const chosen = new Map(['', ...measured].map((loop) => [loop, builds.get(loop)]))
      const times = await measure(chosen, command, files, rounds)
      const compiled = times.get('')
      for (const loop of measured) {
        const plain = times.get(loop)
        const ratio = Number((plain / compiled).toFixed(2))
        table.push({ loop, command, corpus, plainMs: Math.round(plain), wasmMs: Math.round(compiled), ratio })
        console.error(Object.values(table.at(-1) ?? {}).join(' '))
      }
    }
  }
} finally {
  rmSync(folder, { recursive: true })
  rmSync(BUILDS, { recursive: true, force: true })
}
if (only.length === 0) {
  const runs = [{ rounds, predictedMegabytes: PREDICTED_BYTES / 1e6, table }]
  const date = new Date().toISOString().slice(0, 10)
  writeFileSync(
    new URL('results/engine.json', import.meta.url),
    `${JSON.stringify({ date, commit: describeCommit(), machine, runs }, null, 1)}\n`,
  )
}
console.log('| loop | command | corpus | plain, CPU ms | compiled, CPU ms | ratio | |')
console.log('| --- | --- | --- | ---: | ---: | ---: | --- |')
for (const loop of loops) {
  const own = table.filter((one) => one.loop === loop)
  const best = own.reduce((a, b) => (b.ratio > a.ratio ? b : a))
  const verdict = best.ratio >= LEAST ? 'stays' : 'goes'
  console.log(
    `| ${loop} | ${best.command} | ${best.corpus} | ${best.plainMs} | ${best.wasmMs} | ${best.ratio}× | ${verdict} |`,
  )
}
