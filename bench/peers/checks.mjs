// What Abound promises beside its peers, as ratios within one run.

import { atLeast } from '../harness.mjs'

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
  if (bench === '20newsgroups' && ff?.train) {
    if (vw?.train)
      checks.push(atLeast('train, ff over Vowpal Wabbit, CPU', vw.train.cpu / ff.train.cpu, 2, '×'))
    if (fastText?.train)
      checks.push(atLeast('train, ff over fastText, CPU', fastText.train.cpu / ff.train.cpu, 20, '×'))
    const best = Math.max(vw?.quality?.accuracy ?? 0, fastText?.quality?.accuracy ?? 0)
    checks.push(atLeast('accuracy of ff', ff.quality?.accuracy ?? 0, Number(best.toFixed(4))))
  }
  if (svm?.train && liblinear?.train) {
    const key = bench === '20newsgroups' ? 'accuracy' : 'averagePrecision'
    const theirs = liblinear.quality?.[key] ?? 0
    checks.push(
      atLeast(
        'train, svm over LIBLINEAR with its vectoriser, CPU',
        liblinear.train.cpu / svm.train.cpu,
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
          liblinear.train.wall / twoSvm.train.wall,
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
          one.documentsPerCpuSecond / fastText.documentsPerCpuSecond,
          1.3,
          '×',
        ),
      )
    if (one?.documentsPerSecond && two?.documentsPerSecond)
      checks.push(
        atLeast(
          `predict, ${name} on two threads over one, documents/s`,
          two.documentsPerSecond / one.documentsPerSecond,
          1.7,
          '×',
        ),
      )
  }
  return checks
}
