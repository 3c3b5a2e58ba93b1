// Widrow-Hoff, WH, least mean squares (Widrow & Stearns 1985; Lewis, Schapire, Callan & Papka, SIGIR 1996,
// section 3.2).
//
// Per label w = 0 at first, target y = 1 (or highTarget) if the document has the label, else 0 (lowTarget):
//   w ← w − 2η(w·x − y)x, η = 1/(4X²), X the largest ‖x‖ in training, or η = 1/‖x‖² (rateEach), or as given.
// The model is the mean of w_1 … w_{m+1} (average). X grows if a longer document comes later; a stream that
// was not looked at starts from the longest document so far.
// Partly judged documents move the labels they name. Where absent words have a value (`inquery`): label-tilts.ts.
//
// Reads and writes the weights of the document's words for all labels, in one pass over them to score and one to update:
// O(words · labels); labels whose score is right to the bit, such as 0 where nothing is known, cost nothing.

import type { OnlineLearner, OptionSpecs } from '../../contract.js'
import { averageOption } from '../../options.js'
import { AveragedWeights } from '../../solvers/averaged-weights.js'
import { perLabelOptions, trainPerLabel, trainsPerLabel } from '../../solvers/per-label-training.js'
import { type WidrowHoffOptions, WidrowHoffTrainer } from './least-mean-squares.js'

export type { WidrowHoffOptions } from './least-mean-squares.js'

const OPTIONS: OptionSpecs<WidrowHoffOptions> = {
  rate: {
    kind: 'number',
    default: 0,
    min: 0,
    help: 'how far a step goes; 0: by the longest document, 1/(4X²)',
  },
  rateEach: {
    kind: 'boolean',
    default: false,
    help: 'each document has a rate of its own, one over its squared length',
  },
  average: averageOption(true),
  ...perLabelOptions('zero'),
}

export const widrowHoff: OnlineLearner<WidrowHoffOptions> = {
  name: 'widrow-hoff',
  online: true,
  summary: 'least mean squares: a linear score per label, corrected after each document',
  goodFor:
    'some hundred labels: ranks them very well in one pass, and its scores suit thresholds. ' +
    'Time and memory grow with words × labels; with very many labels take ff or mmp.',
  source: 'Lewis, Schapire, Callan & Papka, Training Algorithms for Linear Text Classifiers, SIGIR 1996',
  options: OPTIONS,
  text: { weighting: 'tfidf', norm: 'l2' },
  modelKind: 'linear',
  takesLabelTexts: true,
  passes: (options) => options.passes,
  asks: ({ rate, rateEach }) => (rate > 0 || rateEach ? undefined : 'largestNorm'),
  start: (shape, options, { absentValue = 0 }) => WidrowHoffTrainer.zero(shape, options, absentValue),
  needsWhole: trainsPerLabel,
  trainWhole: (data, options, context) => {
    const { absentValue = 0 } = context
    const { featureCount, labelCount } = data
    const weights = AveragedWeights.zero(featureCount, labelCount, options.average)
    weights.steps = options.draws > 0 ? options.draws : options.passes * data.count
    const trainer = new WidrowHoffTrainer(weights, options, absentValue, 0)
    trainPerLabel(data, options, context, {
      balanced: false,
      start: (task) => WidrowHoffTrainer.forTask(task, options, absentValue),
      adopt: (label, one, { features }) => trainer.adopt(label, one, features),
    })
    return trainer
  },
  resume: (state, options) => WidrowHoffTrainer.from(state, options),
}
