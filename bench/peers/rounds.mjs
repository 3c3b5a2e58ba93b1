// Runs contenders by turns in fresh processes; what counts is the median of the rounds.

import { spawn } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { median, plainEnvironment } from '../harness.mjs'
import { beside } from './contenders/kit.mjs'
import { judge } from './judge.mjs'

/**
 * @typedef {import('./contenders/kit.mjs').Contender} Contender
 * @typedef {import('./contenders/kit.mjs').Command} Command
 * @typedef {import('./corpora.mjs').Prepared} Prepared
 *
 * @typedef {object} Took what the kernel says of a process
 * @property {number} wall
 * @property {number} cpu
 * @property {number} peak bytes
 *
 * @typedef {Took & { status: number | 'late', error: string }} Measured
 *
 * @typedef {object} Line
 * @property {string} name
 * @property {string} settings
 * @property {string} version
 * @property {'abound' | 'peer'} side
 * @property {number} threads
 * @property {{ train: number, test: number }} [sample] how many documents it was given, where not all
 * @property {string} [failed] why it has no figures
 * @property {Took} [train] median of the rounds; of Python without its start
 * @property {Took} [trainProcess] the whole process, where that differs
 * @property {Took} [cold] one text, the whole process
 * @property {Took} [predict] many texts, the whole process
 * @property {number} [timedOn] how many they are
 * @property {number} [documentsPerCpuSecond] of prediction, the start taken off
 * @property {number} [documentsPerSecond] the same by wall time
 * @property {number} [modelBytes]
 * @property {import('./judge.mjs').Quality} [quality]
 * @property {{ train: Took, trainProcess: Took, cold: Took, predict: Took }[]} [rounds]
 */

/** Seconds of measured work in one batch, where ABOUND_BENCH_TURN hands out turns. */
const BATCH = 100
/** What a contender is thought to take before it is known. */
const UNKNOWN = 15
const ONE_THREAD = { OMP_NUM_THREADS: '1', OPENBLAS_NUM_THREADS: '1', MKL_NUM_THREADS: '1' }

/**
 * @param {Prepared} corpus
 * @param {Contender[]} contenders
 * @param {{ rounds: number, limit: number, tell: (text: string) => void }} how
 * @returns {Promise<Line[]>}
 */
export async function runCorpus(corpus, contenders, { rounds, limit, tell }) {
  /** @type {Map<Contender, Line & { rounds: NonNullable<Line['rounds']> }>} */
  const lines = new Map(
    contenders.map((contender) => {
      const { name, settings, version, side, threads = 1, sample } = contender
      const line = { name, settings, version, side, threads, rounds: [] }
      return [
        contender,
        sample !== undefined && cut(corpus, sample) ? { ...line, sample: least(corpus, sample) } : line,
      ]
    }),
  )
  /** @type {Map<Contender, number>} */
  const seconds = new Map()
  for (let round = 0; round < rounds; round++) {
    const alive = contenders.filter((contender) => lines.get(contender)?.failed === undefined)
    for (const batch of batches(round % 2 === 0 ? alive : alive.toReversed(), seconds)) {
      tell(`round ${round + 1} of ${rounds}: ${batch.map(({ name }) => name).join('; ')}`)
      const commands = batch.map((contender) => commandsOf(corpus, contender, round === 0))
      const took = await measure(commands.flat(), limit)
      let at = 0
      for (const [i, contender] of batch.entries()) {
        const mine = took.slice(at, (at += commands[i].length))
        const line = lines.get(contender)
        if (line === undefined) continue
        seconds.set(
          contender,
          mine.reduce((sum, { wall }) => sum + wall, 0),
        )
        const bad = mine.find(({ status }) => status !== 0)
        if (bad !== undefined) {
          line.failed =
            bad.status === 'late' ? `more than ${limit} s` : (bad.error.trim().split('\n').at(-1) ?? '')
          tell(`${contender.name}: ${line.failed}`)
          continue
        }
        const [trainProcess, cold, predict] = mine.map(plain)
        const train = contender.ownTimes ? { ...trainProcess, ...ownTimes(contender) } : trainProcess
        line.rounds.push({ train, trainProcess, cold, predict })
        if (round === 0) {
          line.modelBytes = await bytesOf(contender.model)
          try {
            line.quality = judged(corpus, contender)
          } catch (error) {
            line.failed = error instanceof Error ? error.message : String(error)
            tell(`${contender.name}: ${line.failed}`)
          }
        }
      }
    }
  }
  return [...lines].map(([contender, line]) => summedUp(corpus, contender, line))
}

/**
 * @param {Prepared} corpus
 * @param {Contender} contender
 * @param {Line & { rounds: NonNullable<Line['rounds']> }} line
 * @returns {Line}
 */
function summedUp(corpus, contender, line) {
  if (line.failed !== undefined) return line
  const of = (/** @type {'train' | 'trainProcess' | 'cold' | 'predict'} */ step) =>
    middle(line.rounds.map((round) => round[step]))
  const timed = timedOn(corpus, contender)
  const rate = (/** @type {'cpu' | 'wall'} */ time) =>
    median(line.rounds.map(({ cold, predict }) => (timed.documents - 1) / (predict[time] - cold[time])))
  return {
    ...line,
    timedOn: timed.documents,
    train: of('train'),
    ...(contender.ownTimes ? { trainProcess: of('trainProcess') } : {}),
    cold: of('cold'),
    predict: of('predict'),
    documentsPerCpuSecond: rate('cpu'),
    documentsPerSecond: rate('wall'),
  }
}

/**
 * Training, one text, many texts; in the first round the rankings too.
 * @param {Prepared} corpus
 * @param {Contender} contender
 * @param {boolean} first
 * @returns {Command[]}
 */
function commandsOf(corpus, contender, first) {
  return [
    contender.train,
    contender.predict('one', `${contender.model}.one`),
    contender.predict(timedOn(corpus, contender).part, `${contender.model}.many`),
    ...(first ? contender.rank(testPart(corpus, contender), `${contender.model}.ranks`) : []),
  ]
}

/**
 * The documents that a contender's prediction is timed on.
 * @param {Prepared} corpus
 * @param {Contender} contender
 */
function timedOn(corpus, { sample, fast }) {
  if (sample !== undefined && cut(corpus, sample))
    return { part: corpus.partOf('test', sample.test), documents: sample.test }
  return fast ? { part: 'plenty', documents: corpus.plenty } : { part: 'many', documents: corpus.many }
}

/**
 * @param {Prepared} corpus
 * @param {Contender} contender
 */
function testPart(corpus, contender) {
  return corpus.partOf('test', contender.sample?.test)
}

/**
 * Whether a sample leaves documents out.
 * @param {Prepared} corpus
 * @param {{ train: number, test: number } | undefined} sample
 */
function cut(corpus, sample) {
  return sample !== undefined && (sample.train < corpus.train || sample.test < corpus.test)
}

/**
 * @param {Prepared} corpus
 * @param {{ train: number, test: number }} sample
 */
function least(corpus, sample) {
  return { train: Math.min(corpus.train, sample.train), test: Math.min(corpus.test, sample.test) }
}

/**
 * @param {Prepared} corpus
 * @param {Contender} contender
 */
function judged(corpus, contender) {
  const part = testPart(corpus, contender)
  const texts = contender
    .rank(part, `${contender.model}.ranks`)
    .map(({ output }) => readFileSync(output, 'utf8'))
  const answers = contender.answers(texts)
  return judge(answers, corpus.truth.slice(0, answers.length), corpus, contender.firstOnly === true)
}

/**
 * Contenders whose work fits a batch.
 * @param {Contender[]} contenders
 * @param {Map<Contender, number>} seconds
 */
function batches(contenders, seconds) {
  /** @type {Contender[][]} */
  const all = []
  let room = 0
  for (const contender of contenders) {
    const takes = seconds.get(contender) ?? UNKNOWN
    if (takes > room) {
      all.push([])
      room = BATCH
    }
    all.at(-1)?.push(contender)
    room -= takes
  }
  return all
}

/**
 * @param {Command[]} commands
 * @param {number} limit
 * @returns {Promise<Measured[]>}
 */
function measure(commands, limit) {
  const turn = process.env.ABOUND_BENCH_TURN
  const words = [...(turn === undefined ? [] : [turn]), 'python3', beside('measure.py')]
  const list = commands.map((command) => ({ ...command, seconds: limit, env: ONE_THREAD }))
  return new Promise((resolve, reject) => {
    const child = spawn(words[0], words.slice(1), {
      stdio: ['pipe', 'pipe', 'inherit'],
      env: plainEnvironment(),
    })
    const kill = () => child.kill()
    process.once('exit', kill)
    let heard = ''
    child.stdout.setEncoding('utf8').on('data', (text) => {
      heard += text
    })
    child.on('error', reject)
    child.on('close', (code) => {
      process.off('exit', kill)
      if (code === 0) resolve(JSON.parse(heard))
      else reject(new Error(`${words.join(' ')} ended with ${code}`))
    })
    child.stdin.end(JSON.stringify(list))
  })
}

/** @param {Measured} measured */
function plain({ wall, cpu, peak }) {
  return { wall, cpu, peak }
}

/** @param {Contender} contender */
function ownTimes({ train }) {
  const { cpu, wall } = JSON.parse(readFileSync(train.output, 'utf8').trim().split('\n').at(-1) ?? '')
  return { cpu, wall }
}

/**
 * The median times of all rounds, and the highest peak.
 * @param {Took[]} all
 */
function middle(all) {
  return {
    wall: median(all.map(({ wall }) => wall)),
    cpu: median(all.map(({ cpu }) => cpu)),
    peak: Math.max(...all.map(({ peak }) => peak)),
  }
}

/** @param {string} path */
async function bytesOf(path) {
  const stat = statSync(path)
  if (!stat.isDirectory()) return stat.size
  const names = await readdir(path, { recursive: true })
  return names.reduce((sum, name) => {
    const part = statSync(join(path, name))
    return sum + (part.isDirectory() ? 0 : part.size)
  }, 0)
}
