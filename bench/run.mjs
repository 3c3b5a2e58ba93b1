// Runs the benches.
//
//   node bench/run.mjs                      all
//   node bench/run.mjs tokenise load        some
//   node bench/run.mjs --list               says which there are
//   --rounds N       so many rounds instead of each bench's own number
//   --megabytes N    size of the file that `stream` makes (1024)
//   --no-save        leaves bench/results/ alone
//
// ABOUND_DATA names the folder of corpora, ABOUND_DIST the build (default dist/). The exit code is 1 if a check
// misses or a contender fails.

import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stop, whole } from './arguments.mjs'
import { DIST } from './build.mjs'
import { runPlan } from './harness.mjs'
import { Place, Skip } from './places.mjs'
import { checkLine, describeCommit, describeMachine, plainTable, save } from './results.mjs'

const BENCHES = [
  'tokenise',
  'train-ff',
  'large',
  'growth',
  'svm',
  'multiclass',
  'prune',
  'shrink',
  'boost',
  'boost-rounds',
  'transduction',
  'labels',
  'stream',
  'predict',
  'load',
  'cold',
  'import',
  'event-loop',
  'serve',
  'serve-batch',
  'keys',
  'report',
  'bundle',
  'libraries',
  'austen',
  'late',
  'sorted',
  'check',
  'learners-news',
  'learners-reuters',
  'costs',
  'auto-news',
  'auto-reuters',
  'auto-banking',
  'auto-ohsumed',
  'auto-clinc',
  'auto-webkb',
  'auto-bibtex',
  'auto-nvd',
  'auto-yso',
]

const { values, positionals } = readArguments()
const names = positionals.length > 0 ? positionals : BENCHES
const megabytes = whole('--megabytes', values.megabytes ?? '1024')
const machine = describeMachine()

if (values.list) {
  for (const name of BENCHES) console.log(`${name.padEnd(12)} ${(await benchNamed(name)).about}`)
  process.exit(0)
}
if (!existsSync(new URL('bin/main.js', DIST))) stop('there is no build: run `npm run build` first')

const folder = mkdtempSync(join(tmpdir(), 'abound-bench-'))
const place = new Place(folder, megabytes)
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

if (machine.loadAverage > machine.cores / 4)
  console.error(`The machine is busy (load ${machine.loadAverage}): figures will be noisy.`)
for (const name of names) await runBench(name)

/** @param {string} name */
async function runBench(name) {
  const bench = await benchNamed(name)
  const rounds = values.rounds === undefined ? bench.rounds : whole('--rounds', values.rounds)
  console.log(`\n${name}: ${bench.about}`)
  try {
    const plan = await bench.plan(place)
    const results = await runPlan(plan, rounds, (text) => console.error(`  ${name}, ${text}`))
    const table = results.lines()
    const checks = plan.checks(results)
    console.log(`Corpus: ${plan.corpus}; rounds: ${rounds}\n\n${plainTable(table)}`)
    for (const check of checks) console.log(checkLine(check))
    if (checks.some(({ holds }) => !holds)) process.exitCode = 1
    if (values['no-save']) return
    const runs = Object.fromEntries(results.byName)
    const { about } = bench
    const { corpus } = plan
    const date = new Date().toISOString()
    save({ bench: name, about, corpus, date, commit: describeCommit(), machine, rounds, table, checks, runs })
  } catch (error) {
    if (error instanceof Skip) return console.log(`skipped: ${error.message}`)
    process.exitCode = 1
    console.log(`FAILED: ${error instanceof Error ? error.message : error}`)
  }
}

/**
 * @param {string} name
 * @returns {Promise<import('./harness.mjs').Bench>}
 */
async function benchNamed(name) {
  return (await import(`./benches/${name}.mjs`)).default
}

function readArguments() {
  try {
    const read = parseArgs({
      allowPositionals: true,
      options: {
        list: { type: 'boolean', default: false },
        rounds: { type: 'string' },
        megabytes: { type: 'string' },
        'no-save': { type: 'boolean', default: false },
      },
    })
    for (const name of read.positionals)
      if (!BENCHES.includes(name)) stop(`there is no bench ${name}: expected ${BENCHES.join(', ')}`)
    return read
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error))
  }
}
