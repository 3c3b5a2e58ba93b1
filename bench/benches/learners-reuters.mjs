// All learners on Reuters-21578, ModApte.

import { atLeast, atMost } from '../harness.mjs'
import { learnersBench } from '../learners.mjs'

const FF = 'ff --margin 0.1 --passes 3'

export default learnersBench(
  'Every learner at its defaults, several labels a document, documents without a topic included. Training and measuring together.',
  (place) => place.corpus('reuters21578', 'Reuters-21578, ModApte', 'modapte-'),
  [FF, 'mmp --loss 2', 'mmp --loss 3', 'naive-bayes --complement --weighting tfidf --norm l2'],
  (results) => {
    const of = (/** @type {string} */ name, /** @type {string} */ key) => results.median(name, key)
    return [
      atLeast(`${FF}, R1`, of(FF, 'R1'), 0.855),
      atLeast('mmp, R1', of('mmp', 'R1'), 0.905),
      atLeast('mmp, average precision', of('mmp', 'averagePrecision'), 0.925),
      atMost('mmp --loss 2, coverage', of('mmp --loss 2', 'coverage'), 1.5),
      atMost('mmp --loss 3, coverage', of('mmp --loss 3', 'coverage'), 1.5),
      atLeast('perceptron, coverage', of('perceptron', 'coverage'), 5),
      atLeast('widrow-hoff, R1', of('widrow-hoff', 'R1'), 0.92),
      atLeast('rocchio, R1', of('rocchio', 'R1'), 0.875),
      atLeast('svm, R1', of('svm', 'R1'), 0.94),
      atLeast('svm, micro-F1', of('svm', 'microF1'), 0.86),
    ]
  },
)
