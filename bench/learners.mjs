// Every learner on one corpus, by `abound train --validate`: how well it ranks and decides, time, memory, size.

import { built } from './build.mjs'
import { abound, validationFigures } from './harness.mjs'

const { LEARNERS } = /** @type {typeof import('../packages/abound/src/learners/registry.js')} */ (
  await built('learners/registry.js')
)

/**
 * A bench of all learners at their defaults, and of some with options.
 * @param {string} about
 * @param {(place: import('./places.mjs').Place) => import('./places.mjs').Corpus} corpusOf
 * @param {string[]} also further command lines, each a learner's name and options
 * @param {(results: import('./harness.mjs').Results) => import('./harness.mjs').Check[]} checks
 * @returns {import('./harness.mjs').Bench}
 */
export function learnersBench(about, corpusOf, also, checks) {
  return {
    about,
    rounds: 1,
    async plan(place) {
      const { name, train, test } = corpusOf(place)
      const model = place.file('learner.abound')
      const lines = [...LEARNERS.map((learner) => learner.name), ...also].sort()
      return {
        corpus: `${name}, as split`,
        measures: [
          { key: 'R1', unit: 'R1', better: 'higher' },
          { key: 'R5', unit: 'R5', better: 'higher' },
          { key: 'coverage', unit: 'coverage', better: 'lower' },
          { key: 'averagePrecision', unit: 'average precision', better: 'higher' },
          { key: 'microF1', unit: 'micro-F1', better: 'higher' },
          { key: 'macroF1', unit: 'macro-F1', better: 'higher' },
          { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
          { key: 'modelMegabytes', unit: 'MB of model', better: 'lower' },
        ],
        contenders: lines.map((line) => ({
          name: line,
          args: abound(
            'train',
            train,
            '--validate',
            test,
            '--json',
            '-o',
            model,
            '--learner',
            ...line.split(' '),
          ),
          figures: validationFigures('R1', 'R5', 'coverage', 'averagePrecision', 'microF1', 'macroF1'),
        })),
        checks,
      }
    },
  }
}
