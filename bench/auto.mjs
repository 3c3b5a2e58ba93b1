// `--learner auto` on one corpus beside single learners, by `abound train --validate`: how far its first label is from
// the best of them.

import { abound, atLeast, validationFigures } from './harness.mjs'

const AUTO = 'auto'
/** What auto may lose to the best single learner, by R1. */
const NEAR = 0.01

/** Learners at their defaults, and the few options that make the most of one. */
const SINGLES = [
  'svm',
  'mmp',
  'perceptron',
  'rocchio',
  'widrow-hoff',
  'naive-bayes',
  'naive-bayes --complement',
  'ff',
  'ff --margin 0.5',
]

/**
 * @param {(place: import('./places.mjs').Place) => import('./places.mjs').Corpus} corpusOf
 * @param {{ floor?: number, singles?: string[] }} [settings] R1 that auto must reach; learners to hold it against
 * @returns {import('./harness.mjs').Bench}
 */
export function autoBench(corpusOf, { floor, singles = SINGLES } = {}) {
  return {
    about:
      '`train` with the learner that auto chooses, beside single learners: R1 on the test part, time, size.',
    rounds: 1,
    async plan(place) {
      const { name, train, test } = corpusOf(place)
      const model = place.file('auto.abound')
      const run = (/** @type {string[]} */ ...words) =>
        abound('train', train, '--validate', test, '--json', '-o', model, ...words)
      return {
        corpus: `${name}, as split`,
        measures: [
          { key: 'R1', unit: 'R1', better: 'higher' },
          { key: 'averagePrecision', unit: 'average precision', better: 'higher' },
          { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
          { key: 'modelMegabytes', unit: 'MB of model', better: 'lower' },
        ],
        contenders: [
          { name: AUTO, args: run(), figures },
          ...singles.map((line) => ({
            name: line,
            // Only the ranking is compared: probabilities would double the time.
            args: run('--learner', ...line.split(' '), '--probabilities', 'none', '--thresholds', 'top:1'),
            figures,
          })),
        ],
        checks(results) {
          const best = Math.max(...singles.map((line) => results.median(line, 'R1')))
          const auto = results.median(AUTO, 'R1')
          return [
            { what: `auto took ${String(results.runs(AUTO)[0].choice)}`, holds: true },
            atLeast(
              `auto, R1, where the best single learner has ${best.toFixed(3)}`,
              auto,
              Number((best - NEAR).toFixed(4)),
            ),
            ...(floor === undefined ? [] : [atLeast('auto, R1', auto, floor)]),
          ]
        },
      }
    },
  }
}

/** @param {import('./harness.mjs').Ended} ended */
function figures(ended) {
  const { command = '' } = JSON.parse(ended.stdout)
  return {
    ...validationFigures('R1', 'averagePrecision')(ended),
    choice: command.replace(/^.*--learner /, ''),
  }
}
