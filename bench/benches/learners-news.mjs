// All learners on 20 Newsgroups.

import { atLeast } from '../harness.mjs'
import { learnersBench } from '../learners.mjs'

const FF = 'ff --margin 0.5'
const NB = 'naive-bayes --min-df 2'

export default learnersBench(
  'Every learner at its defaults, one label a document. Training and measuring together, decisions by default rules.',
  (place) => place.corpus('20newsgroups', '20 Newsgroups'),
  [
    FF,
    NB,
    'naive-bayes --complement --weighting tfidf --norm l2',
    'perceptron --random-start --patience 5',
    'svm --loss logistic',
    'svm --multiclass crammer-singer',
    'svm --nb-weights',
  ],
  (results) => [
    atLeast(`${FF}, R1`, results.median(FF, 'R1'), 0.82),
    atLeast(`${FF}, R5`, results.median(FF, 'R5'), 0.97),
    atLeast(`${NB}, R1`, results.median(NB, 'R1'), 0.77),
    atLeast('svm, R1', results.median('svm', 'R1'), 0.855),
    atLeast('ind, R1', results.median('ind', 'R1'), 0.78),
    {
      what: `ind is below ${FF}`,
      holds: results.median('ind', 'R1') < results.median(FF, 'R1'),
    },
    {
      what: 'a committee is above a single perceptron with a random start',
      holds:
        results.median('committee', 'R1') > results.median('perceptron --random-start --patience 5', 'R1'),
    },
  ],
)
