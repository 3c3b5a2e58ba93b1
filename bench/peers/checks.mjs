// What Abound promises beside its peers, as ratios within one run: those of each round, of which the median counts. A
// machine that is fast in one minute and slow in the next is so to both sides of a round.

import { atLeast, median } from '../harness.mjs'
import { BEFORE } from './contenders/abound.mjs'

/**
 * @typedef {import('./rounds.mjs').Line} Line
 * @typedef {import('../harness.mjs').Check} Check
 */

/**
 * @param {{ bench: string, lines: Line[] }} record
 * @returns {Check[]} none for corpora about which nothing is promised, or where those compared were not found
 */
export function checksOf({ bench, lines }) {
  const line = (/** @type {string} */ name) =>
    lines.find((line) => line.name === name && line.failed === undefined)
  const [ff, svm, twoSvm, twoFf] = ['ff', 'svm', 'svm, 2 threads', 'ff, 2 threads'].map((name) =>
    line(`abound ${name}`),
  )
  const [fastText, vw, liblinear] = ['fastText', 'Vowpal Wabbit', 'LIBLINEAR'].map(line)
  /** @type {Check[]} */
  const checks = []
  if (bench !== '20newsgroups' && bench !== 'reuters21578') return checks
  for (const name of ['ff', 'ff, 2 threads', 'svm', 'svm, 2 threads']) {
    const [now, before] = [line(`abound ${name}`), line(`${BEFORE} ${name}`)]
    if (now?.train && before?.train) checks.push(...notSlower(name, now, before))
  }
  if (bench === '20newsgroups' && ff?.train) {
    if (vw?.train) checks.push(atLeast('train, ff over Vowpal Wabbit, CPU', ratio(ff, vw, trainCpu), 2, '×'))
    if (fastText?.train)
      checks.push(atLeast('train, ff over fastText, CPU', ratio(ff, fastText, trainCpu), 20, '×'))
    const best = Math.max(vw?.quality?.accuracy ?? 0, fastText?.quality?.accuracy ?? 0)
    checks.push(atLeast('accuracy of ff', ff.quality?.accuracy ?? 0, Number(best.toFixed(4))))
  }
  if (svm?.train && liblinear?.train) {
    const key = bench === '20newsgroups' ? 'accuracy' : 'averagePrecision'
    const theirs = liblinear.quality?.[key] ?? 0
    checks.push(
      atLeast(
        'train, svm over LIBLINEAR with its vectoriser, CPU',
        ratio(svm, liblinear, trainCpu),
        1.3,
        '×',
      ),
      // Equal but for the last documents: half a point in a hundred.
      atLeast(`quality of svm (${key})`, svm.quality?.[key] ?? 0, Number((theirs - 0.005).toFixed(4))),
    )
    if (twoSvm?.train)
      checks.push(
        atLeast(
          'train, svm on two threads over LIBLINEAR, wall',
          ratio(twoSvm, liblinear, ({ train }) => train.wall),
          2,
          '×',
        ),
      )
  }
  for (const [name, one, two] of /** @type {const} */ ([
    ['ff', ff, twoFf],
    ['svm', svm, twoSvm],
  ])) {
    if (one?.documentsPerCpuSecond && fastText?.documentsPerCpuSecond)
      checks.push(
        atLeast(
          `predict, ${name} over fastText, documents/s of CPU`,
          ratio(one, fastText, secondsADocument('cpu')),
          1.3,
          '×',
        ),
      )
    if (one?.documentsPerSecond && two?.documentsPerSecond)
      checks.push(
        atLeast(
          `predict, ${name} on two threads over one, documents/s`,
          ratio(two, one, secondsADocument('wall')),
          1.7,
          '×',
        ),
      )
  }
  return checks
}

/**
 * What a build promises beside an earlier one.
 * @param {string} name
 * @param {Line} now
 * @param {Line} before
 */
function notSlower(name, now, before) {
  return [
    atLeast(`train, ${name}, over the build before, CPU`, ratio(now, before, trainCpu), 0.95, '×'),
    atLeast(
      `predict, ${name}, over the build before, CPU`,
      ratio(now, before, secondsADocument('cpu')),
      0.95,
      '×',
    ),
  ]
}

/**
 * @typedef {NonNullable<Line['rounds']>[number]} Round
 * @typedef {(round: Round, line: Line) => number} Cost
 */

/** @type {Cost} */
const trainCpu = ({ train }) => train.cpu

/**
 * Of prediction, the start taken off.
 * @param {'cpu' | 'wall'} time
 * @returns {Cost}
 */
function secondsADocument(time) {
  return ({ cold, predict }, { timedOn = 0 }) => (predict[time] - cold[time]) / (timedOn - 1)
}

/**
 * How many times the cost of one that of another is.
 * @param {Line} one
 * @param {Line} other
 * @param {Cost} cost
 */
function ratio(one, other, cost) {
  const others = other.rounds ?? []
  return median((one.rounds ?? []).map((round, i) => cost(others[i], other) / cost(round, one)))
}
