// What a case runs in, and what it may do there: run the command, and record the hash of what comes out.

import { spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { sha256 } from './files.mjs'

/**
 * @typedef {object} Case
 * @property {string} name
 * @property {boolean} [bundled] whether it does without ABOUND_DATA
 * @property {(at: Workspace) => Promise<void>} run
 *
 * @typedef {Record<string, string>} Hashes by what was hashed
 * @typedef {{ hashes: Hashes } | { failure: string }} Outcome
 * @typedef {{ about: Record<string, string>, data: Hashes, cases: Record<string, Hashes> }} Kept
 * @typedef {{ code: number | null, stdout: Buffer, stderr: string }} Run
 * @typedef {{ input?: string | Buffer, env?: Record<string, string> }} RunSettings
 */

/** Nothing takes nearly so long: what does hangs. */
export const TIMEOUT_MS = 1_200_000
/** Of a case folder, where the corpora are. */
export const DATA = '../../data'

/** Members of JSON that change from run to run. */
const MASKED_KEYS =
  /"(seconds|cpuSeconds|peakMemoryBytes|trainSeconds|trainCpuSeconds|documentsPerSecond|date|machine)":\s*(?:\{[^{}]*\}|"[^"]*"|[\d.e+-]+|null)/g

/** What golden runs print of times and memory: less is masked than in test/golden/compare.ts, sizes of models stay. */
const MASKS = /** @type {const} */ ([
  [
    / in \d+\.\d\d s \((?:[\d.]+ [µm]s a document, )?peak memory [\d.]+ [kMGT]?B\)/g,
    ' in <time> (peak memory <memory>)',
  ],
  [/, [\d.]+ [kMGT]?B of rows/g, ', <size> of rows'],
  // The last columns of a comparison.
  [/ +train s +docs\/s +memory +model$/gm, '  <times and sizes>'],
  [/ +\d+\.\d +[\d,]+ +[\d.]+ [kMG]?B +[\d.]+ [kMG]?B$/gm, '  <times and sizes>'],
])

/** @param {string} text */
export function maskTimesInText(text) {
  return MASKS.reduce((masking, [pattern, mask]) => masking.replace(pattern, mask), maskTimes(text))
}

/**
 * JSON without times and memory, byte for byte the same otherwise.
 * @param {string} text
 */
export function maskTimes(text) {
  return text.replace(MASKED_KEYS, '"$1":<$1>')
}

/** What would change the looks of the output, or what there is to read. */
const UNSET = ['NO_COLOR', 'FORCE_COLOR', 'CI', 'COLUMNS', 'NODE_OPTIONS', 'NODE_ENV', 'ABOUND_DATA']

/** @param {Record<string, string>} more */
export function environment(more) {
  const env = { ...process.env }
  for (const name of UNSET) delete env[name]
  return { ...env, ...more }
}

/** The folder in which a case runs commands, and what it has found. */
export class Workspace {
  /** @type {Hashes} */
  hashes = {}

  /**
   * @param {string} folder
   * @param {string} command
   * @param {string | undefined} keepIn
   */
  constructor(folder, command, keepIn) {
    this.folder = folder
    this.command = command
    this.keepIn = keepIn
    mkdirSync(folder, { recursive: true })
  }

  /**
   * Runs the command with these words, however it ends.
   * @param {string[]} words
   * @param {RunSettings} [settings]
   * @returns {Promise<Run>}
   */
  run(words, { input = '', env = {} } = {}) {
    const child = spawn(process.execPath, [this.command, ...words], {
      cwd: this.folder,
      env: environment(env),
      stdio: 'pipe',
      timeout: TIMEOUT_MS,
    })
    /** @type {Buffer[]} */
    const out = []
    /** @type {Buffer[]} */
    const err = []
    child.stdout.on('data', (part) => out.push(part))
    child.stderr.on('data', (part) => err.push(part))
    // A run may end before it has read all.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
    return new Promise((done, failed) => {
      child.once('error', failed)
      child.once('close', (code) =>
        done({ code, stdout: Buffer.concat(out), stderr: Buffer.concat(err).toString() }),
      )
    })
  }

  /**
   * Runs a command line (words parted by blanks) that must end well; what it prints.
   * @param {string} line
   * @param {RunSettings} [settings]
   */
  async abound(line, settings) {
    const { code, stdout, stderr } = await this.run(line.split(' '), settings)
    if (code === 0) return stdout
    throw new Error(`abound ${line}: exit ${code}: ${stderr.trim().split('\n').at(-1)}`)
  }

  /**
   * Hashes what a command line prints.
   * @param {string} what
   * @param {string} line
   * @param {RunSettings} [settings]
   */
  async recordOutput(what, line, settings) {
    this.record(what, await this.abound(line, settings))
  }

  /**
   * Hashes the JSON that a command line prints, without times.
   * @param {string} what
   * @param {string} line
   * @param {RunSettings} [settings]
   */
  async recordJson(what, line, settings) {
    this.record(what, maskTimes((await this.abound(line, settings)).toString()))
  }

  /**
   * Hashes a file.
   * @param {string} what
   * @param {string} file
   */
  recordFile(what, file) {
    this.record(what, this.read(file))
  }

  /** @param {string} file */
  read(file) {
    return readFileSync(join(this.folder, file))
  }

  /**
   * @param {string} what
   * @param {Buffer | string} bytes
   */
  record(what, bytes) {
    if (Object.hasOwn(this.hashes, what)) throw new Error(`two hashes of ${what}`)
    this.hashes[what] = sha256(bytes)
    if (this.keepIn === undefined) return
    const file = join(this.keepIn, what.replaceAll(/[^\w .,-]/g, '_'))
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, bytes)
  }
}

export const TWO_THREADS = ', 2 threads'

/** @param {1 | 2} threads */
export function threadSuffix(threads) {
  return threads === 1 ? '' : TWO_THREADS
}

export const THREADS = /** @type {const} */ ([1, 2])
