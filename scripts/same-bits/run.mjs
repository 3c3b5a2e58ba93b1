// Runs cases, two at a time, and compares what came out with what was kept.

import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { TWO_THREADS, Workspace } from './workspace.mjs'

/** @import { Case, Hashes, Outcome } from './workspace.mjs' */

const AT_ONCE = 2

/**
 * Runs cases, two at a time; what came out of each.
 * @param {Case[]} cases
 * @param {{ scratch: string, command: string, keep: string | undefined, seconds: boolean }} settings
 * @returns {Promise<Map<string, Outcome>>}
 */
export async function runAll(cases, { scratch, command, keep, seconds }) {
  /** @type {Map<string, Outcome>} */
  const outcomes = new Map()
  const waiting = [...cases.entries()]
  const worker = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [number, { name, run }] = next
      const started = performance.now()
      const folder = join(scratch, 'cases', String(number))
      const at = new Workspace(folder, command, keep === undefined ? undefined : join(keep, fileName(name)))
      try {
        await run(at)
        outcomes.set(name, { hashes: at.hashes })
      } catch (error) {
        outcomes.set(name, { failure: error instanceof Error ? error.message : String(error) })
      }
      rmSync(folder, { recursive: true, force: true })
      if (seconds) console.error(`${((performance.now() - started) / 1000).toFixed(1)} s  ${name}`)
      if (process.stderr.isTTY) process.stderr.write(`\r${outcomes.size} of ${cases.length} `)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  if (process.stderr.isTTY) process.stderr.write('\r')
  return new Map(cases.map(({ name }) => [name, /** @type {Outcome} */ (outcomes.get(name))]))
}

/** @param {string} name */
function fileName(name) {
  return name
    .split('/')
    .map((part) => part.replaceAll(/[^\w .,-]/g, '_'))
    .join('/')
}

/** @param {Map<string, Outcome>} outcomes */
export function reportThreads(outcomes) {
  for (const [name, outcome] of outcomes) {
    if ('failure' in outcome) continue
    const others = Object.entries(outcome.hashes)
      .filter(([what, hash]) => (outcome.hashes[`${what}${TWO_THREADS}`] ?? hash) !== hash)
      .map(([what]) => what)
    if (others.length > 0) console.log(`not the same on 2 threads: ${name}: ${others.join(', ')}`)
  }
}

/** @param {Map<string, Outcome>} outcomes */
export function hashesByCase(outcomes) {
  /** @type {Record<string, Hashes>} */
  const cases = {}
  for (const [name, outcome] of outcomes) {
    if ('failure' in outcome) console.log(`failed: ${name}: ${outcome.failure}`)
    else cases[name] = outcome.hashes
  }
  return cases
}

/**
 * How a case differs from what was kept; undefined if it does not.
 * @param {Outcome} outcome
 * @param {Hashes} kept
 */
function describeDifference(outcome, kept) {
  if ('failure' in outcome) return `failed: ${outcome.failure}`
  const all = [...new Set([...Object.keys(kept), ...Object.keys(outcome.hashes)])]
  const others = all.filter((what) => kept[what] !== outcome.hashes[what])
  if (others.length === 0) return undefined
  return `${others.join('; ')} (${others.length} of ${all.length})`
}

/**
 * Says what differs; whether anything does that is not expected to.
 * @param {Map<string, Outcome>} outcomes
 * @param {Record<string, Hashes>} kept
 * @param {Record<string, string>} expected
 */
export function compare(outcomes, kept, expected) {
  let same = 0
  let wrong = 0
  for (const [name, hashes] of Object.entries(kept)) {
    const outcome = outcomes.get(name)
    const difference =
      outcome === undefined ? 'there is no such case any more' : describeDifference(outcome, hashes)
    if (difference === undefined) {
      same++
      if (Object.hasOwn(expected, name)) console.log(`has not changed, though said to: ${name}`)
    } else if (Object.hasOwn(expected, name)) {
      console.log(`changed as said: ${name}: ${expected[name]}`)
    } else {
      wrong++
      console.log(`differs: ${name}: ${difference}`)
    }
  }
  for (const name of outcomes.keys()) {
    if (!Object.hasOwn(kept, name)) console.log(`nothing was kept to compare with: ${name}`)
  }
  console.log(`same: ${same} of ${Object.keys(kept).length}`)
  return wrong > 0
}
