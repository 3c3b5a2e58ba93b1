// Shows that two builds of the command do the same to the bit: runs a fixed list of cases through the command line and
// keeps a sha256 of all that comes out, or compares with what was kept.
//
//   node scripts/same-bits.mjs write FILE [--command PATH]                    keeps the hashes
//   node scripts/same-bits.mjs check FILE [--command PATH] [--expected FILE]  compares; exit code 1 if any differs
//
// PATH is the main.js of the command, by default the one that this repository has built. --expected names a JSON file
// {case: reason} of what was meant to change. --only TEXT runs the cases whose names have TEXT in them, and --keep
// FOLDER keeps all that was hashed: so can two commands be held against each other by `diff -r`. --seconds says what
// each case took.
//
// Both commands must know `predict --digits` (from 19 November 2026 on).
//
// Cases on the bundled sample and the golden runs are always run, those on other corpora where ABOUND_DATA names the
// folder that has them. What is trained is trained with one thread and with two. Times and memory are masked.

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { clusterCases } from './same-bits/cluster-cases.mjs'
import { commandCases, paperCases } from './same-bits/command-cases.mjs'
import { writeCorpora } from './same-bits/corpora.mjs'
import { firstExisting } from './same-bits/files.mjs'
import { formatCases } from './same-bits/format-cases.mjs'
import { goldenCases } from './same-bits/golden-cases.mjs'
import { largeCases, learnerCases, optionCases, vectorCases } from './same-bits/learner-cases.mjs'
import { compare, hashesByCase, reportThreads, runAll } from './same-bits/run.mjs'
import { serverCase } from './same-bits/server-case.mjs'
import { textCases } from './same-bits/text-cases.mjs'

/** @import { Hashes, Kept } from './same-bits/workspace.mjs' */

/** Where a build puts the command: the first that is there is the one. */
const BUILT = ['packages/abound/dist/bin/main.js', 'packages/abound/dist/cli/main.js', 'dist/cli/main.js']

const { values: flags, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    command: { type: 'string' },
    expected: { type: 'string' },
    only: { type: 'string' },
    keep: { type: 'string' },
    seconds: { type: 'boolean' },
  },
})
const [task, file, ...others] = positionals
if ((task !== 'write' && task !== 'check') || file === undefined || others.length > 0) {
  console.error('usage: node scripts/same-bits.mjs write|check FILE [--command PATH] [--expected FILE]')
  process.exit(2)
}
const started = performance.now()
const command = resolve(flags.command ?? firstExisting(BUILT))
if (!existsSync(command)) throw new Error(`${command} is missing`)
const corpora = process.env.ABOUND_DATA || undefined
const only = flags.only ?? ''
const scratch = mkdtempSync(join(tmpdir(), 'abound-same-bits-'))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, () => {
    rmSync(scratch, { recursive: true, force: true })
    process.exit(1)
  })
}
try {
  const data = writeCorpora(join(scratch, 'data'), corpora)
  // What takes longest comes first, so that one thread does not work alone at the end.
  const all = [
    ...largeCases(),
    ...paperCases(),
    ...commandCases(),
    ...clusterCases(),
    ...learnerCases(),
    ...vectorCases(),
    ...optionCases(),
    ...textCases(),
    ...formatCases(),
    serverCase(),
    ...goldenCases(scratch),
  ]
  const asked = all.filter(({ name }) => name.includes(only))
  const cases = asked.filter(({ bundled }) => bundled === true || corpora !== undefined)
  if (cases.length < asked.length)
    console.log(
      `not run, as ABOUND_DATA names no folder: ${asked.length - cases.length} of ${asked.length} cases`,
    )
  const outcomes = await runAll(cases, {
    scratch,
    command,
    keep: flags.keep,
    seconds: flags.seconds === true,
  })
  console.log(`${cases.length} cases in ${((performance.now() - started) / 1000).toFixed(0)} s`)
  reportThreads(outcomes)
  if (task === 'write') {
    const found = hashesByCase(outcomes)
    const about = { node: process.version, platform: `${process.platform} ${process.arch}` }
    writeFileSync(file, `${JSON.stringify({ about, data, cases: found }, undefined, 1)}\n`)
    const hashes = Object.values(found).reduce((sum, each) => sum + Object.keys(each).length, 0)
    console.log(`wrote ${file} (${Object.keys(found).length} cases, ${hashes} hashes)`)
    if (outcomes.size > Object.keys(found).length) process.exitCode = 1
  } else {
    /** @type {Kept} */
    const kept = JSON.parse(readFileSync(file, 'utf8'))
    if (kept.about.node !== process.version)
      console.log(`other Node: ${process.version}, and ${kept.about.node} when hashes were kept`)
    for (const [name, hash] of Object.entries(data)) {
      if (kept.data[name] !== hash) console.log(`other data: ${name}`)
    }
    const skipped = new Set(asked.filter((one) => !cases.includes(one)).map(({ name }) => name))
    const compared = Object.fromEntries(
      Object.entries(kept.cases).filter(([name]) => name.includes(only) && !skipped.has(name)),
    )
    /** @type {Record<string, string>} */
    const expected = flags.expected === undefined ? {} : JSON.parse(readFileSync(flags.expected, 'utf8'))
    if (compare(outcomes, compared, expected)) process.exitCode = 1
  }
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
