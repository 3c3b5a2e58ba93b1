// Abound's own learners, by the command. No probabilities are fitted and no thresholds sought by cross-validation: the
// peers do neither. ABOUND_BEFORE names the command of an earlier build to run beside it, by turns: what a change of the
// code cost or brought is then seen in one run.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { CLI } from '../../harness.mjs'
import { dataFile, filesOf, hasFewLabels, linesOf, MOST } from './kit.mjs'

/** @typedef {import('./kit.mjs').Prepared} Prepared */

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8'))

/** @param {Prepared} corpus */
const ff = ({ single }) =>
  single
    ? ['ff', '--margin', '0.5', '--probabilities', 'none']
    : ['ff', '--margin', '0.1', '--passes', '3', '--thresholds', 'share', '--probabilities', 'none']

/** @param {Prepared} corpus */
const svm = ({ single }) => [
  'svm',
  ...(single ? [] : ['--thresholds', 'fixed:0']),
  ...['--probabilities', 'none'],
]

/** @returns {import('./kit.mjs').Present[]} */
export function own() {
  const before = process.env.ABOUND_BEFORE
  const builds = before === undefined ? [NOW] : [NOW, { prefix: BEFORE, cli: before }]
  // What is compared runs one after the other; training ff is one thread's work.
  return builds.flatMap((build) => {
    const predictThreads = takesThreads(build)
    return [
      present(build, 'ff', ff, 1, predictThreads),
      ...(predictThreads ? [present(build, 'ff', ff, 2, predictThreads)] : []),
      present(build, 'svm', svm, 1, predictThreads),
      present(build, 'svm', svm, 2, predictThreads),
    ]
  })
}

/**
 * @typedef {object} Build
 * @property {string} prefix before the names of its learners
 * @property {string} cli its command
 */

/** @type {Build} */
const NOW = { prefix: 'abound', cli: CLI }
export const BEFORE = 'before,'

/** @param {Build} build */
function takesThreads({ cli }) {
  return spawnSync(process.execPath, [cli, 'predict', '--help'], { encoding: 'utf8' }).stdout.includes(
    '--threads',
  )
}

/**
 * @param {Build} build
 * @param {string} learner
 * @param {(corpus: Prepared) => string[]} flags
 * @param {number} threads
 * @param {boolean} predictThreads whether `predict` takes them too
 * @returns {import('./kit.mjs').Present}
 */
function present({ prefix, cli }, learner, flags, threads, predictThreads) {
  const name = `${prefix} ${learner}${threads === 1 ? '' : `, ${threads} threads`}`
  return {
    name,
    make(corpus) {
      if (learner === 'svm' && !hasFewLabels(corpus)) return undefined
      const file = filesOf(corpus, name)
      const model = file('abound')
      const words = flags(corpus)
      const onThreads = ['--threads', String(threads)]
      const predict = (/** @type {string} */ part, /** @type {string[]} */ ...more) => [
        process.execPath,
        cli,
        ...['predict', model, dataFile(corpus, part, 'jsonl'), ...more],
        ...(predictThreads ? onThreads : []),
      ]
      const train = [cli, 'train', dataFile(corpus, 'train', 'jsonl'), '--learner', ...words, ...onThreads]
      return {
        name,
        settings: `--learner ${words.join(' ')}`,
        side: 'abound',
        fast: true,
        version: `Abound ${version}`,
        threads,
        model,
        train: { argv: [process.execPath, ...train, '--quiet', '-o', model], output: file('log') },
        predict: (part, output) => ({ argv: predict(part, '--as', 'fasttext'), output }),
        rank: (part, output) => [
          { argv: predict(part, '--top', String(MOST)), output },
          { argv: predict(part, '--assign'), output: `${output}.assigned` },
        ],
        answers([ranked, assigned]) {
          const decided = labelsOf(assigned)
          return labelsOf(ranked).map((labels, i) => ({
            ranked: labels.map(({ label, score }) => [label, score]),
            assigned: decided[i].map(({ label }) => label),
          }))
        },
      }
    },
  }
}

/**
 * @param {string} text
 * @returns {{ label: string, score: number }[][]}
 */
function labelsOf(text) {
  return linesOf(text).map((line) => JSON.parse(line).labels)
}
