// Abound's own learners, by the command. No probabilities are fitted and no thresholds sought by cross-validation: the
// peers do neither.

import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { abound } from '../../harness.mjs'
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
  const help = spawnSync(process.execPath, abound('predict', '--help'), { encoding: 'utf8' }).stdout
  const predictThreads = help.includes('--threads')
  return [
    // What is compared runs one after the other.
    present('ff', ff, 1, predictThreads),
    // Training ff is one thread's work.
    ...(predictThreads ? [present('ff', ff, 2, predictThreads)] : []),
    present('svm', svm, 1, predictThreads),
    present('svm', svm, 2, predictThreads),
  ]
}

/**
 * @param {string} learner
 * @param {(corpus: Prepared) => string[]} flags
 * @param {number} threads
 * @param {boolean} predictThreads whether `predict` takes them too
 * @returns {import('./kit.mjs').Present}
 */
function present(learner, flags, threads, predictThreads) {
  const name = `abound ${learner}${threads === 1 ? '' : `, ${threads} threads`}`
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
        ...abound('predict', model, dataFile(corpus, part, 'jsonl'), ...more),
        ...(predictThreads ? onThreads : []),
      ]
      const train = abound('train', dataFile(corpus, 'train', 'jsonl'), '--learner', ...words, ...onThreads)
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
