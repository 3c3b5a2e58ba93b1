// Runs contenders, each in a fresh process, by turns (A B C, then C B A), and sums their figures up. The harness
// itself holds no corpus: on Linux a child's peak memory begins with what its parent held when it was started.

import { spawn } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { DIST } from './build.mjs'

/**
 * @typedef {object} Contender
 * @property {string} name
 * @property {string[]} args what follows `node`
 * @property {string} [against] the contender that its ratio is taken to
 * @property {string} [input] what it reads from standard input
 * @property {boolean} [terminal] whether its standard error should look like a terminal
 * @property {(run: Ended) => Record<string, Figure>} [figures] default: the JSON object it prints
 *
 * @typedef {number | string} Figure
 * @typedef {{ stdout: string, stderr: string, seconds: number, cpuSeconds: number, peakBytes: number }} Ended
 * @typedef {Record<string, Figure> & { seconds: number, cpuSeconds: number, peakBytes: number }} Run
 *
 * @typedef {object} Measure
 * @property {string} key the figure
 * @property {string} unit
 * @property {'higher' | 'lower'} better
 *
 * @typedef {{ what: string, holds: boolean }} Check
 *
 * @typedef {object} Plan
 * @property {string} corpus
 * @property {Measure[]} measures
 * @property {Contender[]} contenders
 * @property {(results: Results) => Check[]} checks
 *
 * @typedef {object} Bench
 * @property {string} about
 * @property {number} rounds
 * @property {(place: import('./places.mjs').Place) => Promise<Plan>} plan
 */

const USAGE = fileURLToPath(new URL('usage.cjs', import.meta.url))
export const CLI = fileURLToPath(new URL('bin/main.js', DIST))

/**
 * The arguments after `node` that run `abound …`.
 * @param {string[]} words
 */
export function abound(...words) {
  return [CLI, ...words]
}

/**
 * The arguments after `node` that run a script of bench/contenders/.
 * @param {string} name
 * @param {string[]} words
 */
export function script(name, ...words) {
  return [fileURLToPath(new URL(`contenders/${name}.mjs`, import.meta.url)), ...words]
}

/**
 * The figures of `abound train --json`, or of another that prints how many documents it read.
 * @param {Ended} ended
 */
export function trainFigures({ stdout, seconds, cpuSeconds }) {
  const { documents, features, labels, edges, modelBytes } = JSON.parse(stdout)
  return {
    documents,
    documentsPerSecond: documents / seconds,
    documentsPerCpuSecond: documents / cpuSeconds,
    ...(modelBytes === undefined ? {} : { features, labels, edges, modelMegabytes: modelBytes / 1e6 }),
  }
}

/**
 * Reads these measures, and the size of the model, from what `abound train --validate --json` prints.
 * @param {string[]} keys
 */
export function validationFigures(...keys) {
  return (/** @type {Ended} */ { stdout }) => {
    const { modelBytes, validation } = JSON.parse(stdout)
    const measures = Object.fromEntries(keys.map((key) => [key, validation[key]]))
    return { ...measures, modelMegabytes: modelBytes / 1e6 }
  }
}

/**
 * The environment without settings of Node's own, which add to every start of it here and would not elsewhere: extra
 * certificates alone take as long to load as Node.
 */
export function plainEnvironment() {
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.startsWith('NODE_')))
}

/**
 * Runs `node ARGS` and waits for it.
 * @param {Pick<Contender, 'args' | 'input' | 'terminal'>} command
 * @returns {Promise<Ended>}
 */
export function runOnce({ args, input = '', terminal = false }) {
  return new Promise((resolve, reject) => {
    const started = performance.now()
    const child = spawn(process.execPath, ['-r', USAGE, ...args], {
      stdio: ['pipe', 'pipe', 'pipe', 'pipe'],
      env: { ...plainEnvironment(), NO_COLOR: '1', ...(terminal ? { ABOUND_BENCH_TERMINAL: '1' } : {}) },
    })
    // A contender does not outlive the run.
    const kill = () => child.kill()
    process.once('exit', kill)
    let seconds = 0
    const heard = ['', '', '', '']
    for (const i of [1, 2, 3]) {
      const stream = /** @type {import('node:stream').Readable} */ (child.stdio[i])
      stream.setEncoding('utf8').on('data', (text) => {
        heard[i] += text
      })
    }
    child.on('error', reject)
    child.on('exit', () => {
      seconds = (performance.now() - started) / 1000
    })
    child.on('close', (code, signal) => {
      process.off('exit', kill)
      const [, stdout, stderr, usage] = heard
      if (code === 0 && usage !== '') resolve({ stdout, stderr, seconds, ...JSON.parse(usage) })
      else reject(new Error(`node ${args.join(' ')}\nended with ${signal ?? code}: ${stderr.slice(-2000)}`))
    })
    // A contender that does not read its input may be gone before it is written.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

/**
 * Runs all contenders of a plan for some rounds.
 * @param {Plan} plan
 * @param {number} rounds
 * @param {(text: string) => void} tell
 */
export async function runPlan({ contenders, measures }, rounds, tell) {
  /** @type {Map<string, Run[]>} */
  const runs = new Map(contenders.map(({ name }) => [name, []]))
  for (let round = 0; round < rounds; round++) {
    for (const contender of round % 2 === 0 ? contenders : contenders.toReversed()) {
      tell(`round ${round + 1} of ${rounds}: ${contender.name}`)
      const ended = await runOnce(contender)
      const figures = contender.figures?.(ended) ?? JSON.parse(ended.stdout)
      const { seconds, cpuSeconds, peakBytes } = ended
      runs.get(contender.name)?.push({ seconds, cpuSeconds, peakBytes, ...figures })
    }
  }
  return new Results(contenders, measures, runs)
}

/** What the runs of one bench came to. */
export class Results {
  /**
   * @param {Contender[]} contenders
   * @param {Measure[]} measures
   * @param {Map<string, Run[]>} runs
   */
  constructor(contenders, measures, runs) {
    this.contenders = contenders
    this.measures = measures
    this.byName = runs
  }

  /** @param {string} name */
  runs(name) {
    return this.byName.get(name) ?? []
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  numbers(name, key) {
    return this.runs(name)
      .map((run) => run[key])
      .filter((figure) => typeof figure === 'number')
  }

  /**
   * @param {string} name
   * @param {string} key
   */
  median(name, key) {
    return median(this.numbers(name, key))
  }

  /**
   * The median of a contender over that of another.
   * @param {string} name
   * @param {string} against
   * @param {string} key
   */
  ratio(name, against, key) {
    return this.median(name, key) / this.median(against, key)
  }

  /** @param {string} name */
  peakBytes(name) {
    return Math.max(...this.numbers(name, 'peakBytes'))
  }

  /**
   * Whether a figure was the same in all runs of all the contenders that have it.
   * @param {string} key
   */
  agree(key) {
    const found = [...this.byName.values()].flat().flatMap((run) => (key in run ? [run[key]] : []))
    return found.length > 1 && found.every((figure) => figure === found[0])
  }

  /** A line for each contender and measure. */
  lines() {
    return this.contenders.flatMap(({ name, against }) =>
      this.measures.flatMap(({ key, unit, better }) => {
        const numbers = this.numbers(name, key)
        if (numbers.length === 0) return []
        const best = better === 'higher' ? Math.max(...numbers) : Math.min(...numbers)
        const comparable = against !== undefined && this.numbers(against, key).length > 0
        const ratio = comparable ? this.ratio(name, against, key) : undefined
        const peakBytes = this.peakBytes(name)
        return [{ contender: name, unit, best, median: median(numbers), ratio, peakBytes }]
      }),
    )
  }
}

/** @param {number[]} numbers */
export function median(numbers) {
  const sorted = numbers.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
}

/**
 * @param {string} what
 * @param {number} found
 * @param {number} bound
 * @param {string} [unit]
 * @returns {Check}
 */
export function atLeast(what, found, bound, unit = '') {
  return { what: `${what}: ${show(found)}${unit}, expected at least ${bound}${unit}`, holds: found >= bound }
}

/**
 * @param {string} what
 * @param {number} found
 * @param {number} bound
 * @param {string} [unit]
 * @returns {Check}
 */
export function atMost(what, found, bound, unit = '') {
  return { what: `${what}: ${show(found)}${unit}, expected at most ${bound}${unit}`, holds: found <= bound }
}

/**
 * Three figures that count, thousands grouped.
 * @param {number} n
 */
export function show(n) {
  if (!Number.isFinite(n)) return String(n)
  return Math.abs(n) >= 100 ? Math.round(n).toLocaleString('en-US') : String(Number(n.toPrecision(3)))
}
