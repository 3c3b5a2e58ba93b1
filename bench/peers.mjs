// Abound beside its peers, each from the same text in its own plain format: training, prediction, cold start, memory,
// size and quality.
//
//   ABOUND_DATA=… ABOUND_PEERS=… node bench/peers.mjs
//   --corpus NAME      a folder of ABOUND_DATA, `sample`, or TRAIN,TEST files of JSON lines; may be repeated
//                      (default: 20newsgroups and reuters21578)
//   --only NAME        contenders whose name contains it; may be repeated
//   --rounds N         medians of so many (5)
//   --limit SECONDS    for one process (300)
//   --no-save          leaves bench/results/peers, README.md and docs/ alone, as --only and files of your own do
//   --render           runs nothing: draws tables and figures anew from bench/results/peers
//   --list             who is found here
//
// ABOUND_BEFORE names the command (…/main.js) of an earlier build, to run beside this one. ABOUND_PEERS is the folder that bench/peers/install.sh filled. ABOUND_BENCH_TURN names a program that every batch of
// measured processes is started through, on a machine where work has to wait for its turn.

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { stop, whole } from './arguments.mjs'
import { checksOf } from './peers/checks.mjs'
import { entries } from './peers/contenders/index.mjs'
import { prepare, readCorpus } from './peers/corpora.mjs'
import { plainReport } from './peers/report.mjs'
import { runCorpus } from './peers/rounds.mjs'
import { renderPeers, saveBefore, savePeers } from './peers/save.mjs'
import { describeCommit, describeMachine } from './results.mjs'

const { values } = readArguments()
if (values.render) {
  renderPeers()
  process.exit(0)
}
const rounds = whole('--rounds', values.rounds)
const limit = whole('--limit', values.limit)
const wanted = entries().filter(
  ({ name }) => values.only.length === 0 || values.only.some((word) => name.includes(word)),
)
const found = wanted.flatMap((entry) => ('make' in entry ? [entry] : []))
for (const entry of wanted) if ('missing' in entry) console.log(`not found: ${entry.name} (${entry.missing})`)
if (values.list) {
  for (const { name } of found) console.log(`found: ${name}`)
  process.exit(0)
}

const machine = describeMachine()
const folder = mkdtempSync(join(tmpdir(), 'abound-peers-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) process.on(signal, () => process.exit(130))

for (const word of values.corpus) await runOn(word)

/** @param {string} word what --corpus named */
async function runOn(word) {
  const bench = word.replace(/\W+/g, '-')
  const at = join(folder, bench)
  mkdirSync(at)
  const corpus = prepare(documentsOf(word), at)
  const contenders = found.flatMap(({ make }) => make(corpus) ?? [])
  const tell = (/** @type {string} */ text) => console.error(`  ${word}, ${text}`)
  const lines = await runCorpus(corpus, contenders, { rounds, limit, tell })
  const { name, labels, single, train, test } = corpus
  const checks = checksOf({ bench, lines })
  const record = {
    bench,
    corpus: { name, labels, single, train, test },
    date: new Date().toISOString(),
    commit: describeCommit(),
    machine,
    rounds,
    checks,
    lines,
  }
  console.log(plainReport(record))
  if (checks.some(({ holds }) => !holds)) process.exitCode = 1
  rmSync(at, { recursive: true, force: true })
  // A run of some contenders would push the others out, and files of one's own are nobody else's.
  if (values['no-save'] || word.includes(',')) return
  if (process.env.ABOUND_BEFORE !== undefined) saveBefore(record)
  else if (values.only.length === 0) savePeers(record)
}

/** @param {string} word */
function documentsOf(word) {
  try {
    return readCorpus(word, process.env.ABOUND_DATA)
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error))
  }
}

function readArguments() {
  try {
    return parseArgs({
      options: {
        corpus: { type: 'string', multiple: true, default: ['20newsgroups', 'reuters21578'] },
        only: { type: 'string', multiple: true, default: [] },
        rounds: { type: 'string', default: '5' },
        limit: { type: 'string', default: '300' },
        'no-save': { type: 'boolean', default: false },
        render: { type: 'boolean', default: false },
        list: { type: 'boolean', default: false },
      },
    })
  } catch (error) {
    return stop(error instanceof Error ? error.message : String(error))
  }
}
