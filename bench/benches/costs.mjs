// What learners take beside what `--learner auto` and `tune` predict by counting (src/experiment/cost.ts).

import { script } from '../harness.mjs'

/** As much off either way is still a plan. */
const OFF = 5

const LEARNERS = [
  { learner: 'ff', margin: 0.5 },
  { learner: 'naive-bayes' },
  { learner: 'mmp', passes: 5, average: true },
  { learner: 'widrow-hoff', passes: 5 },
  { learner: 'svm' },
  { learner: 'svm', loss: 'squared-hinge' },
  { learner: 'svm', loss: 'logistic', cost: 10 },
].map((options) => JSON.stringify(options))

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Processor time of training on 4,000 documents and measuring on 1,000, in times of what is predicted.',
  rounds: 1,
  async plan(place) {
    const corpora = [
      place.corpus('20newsgroups', '20 Newsgroups'),
      place.corpus('reuters21578', 'Reuters-21578', 'modapte-'),
    ]
    return {
      corpus: corpora.map(({ name }) => name).join(', '),
      measures: LEARNERS.map((line) => ({ key: line, unit: line, better: 'lower' })),
      contenders: corpora.map(({ name, train }) => ({ name, args: script('costs', train, ...LEARNERS) })),
      checks: (results) =>
        corpora.flatMap(({ name }) =>
          LEARNERS.map((line) => {
            const ratio = results.median(name, line)
            const what = `${name}, ${line}: ${ratio.toFixed(2)}× what was predicted, expected 1/${OFF} to ${OFF}`
            return { what, holds: ratio > 1 / OFF && ratio < OFF }
          }),
        ),
    }
  },
}
