// Widrow-Hoff, WH, least mean squares (Widrow & Stearns 1985; Lewis, Schapire, Callan & Papka, SIGIR 1996).
//
// Per label w = 0 at first, target y = 1 (or highTarget) if the document has the label, else 0 (lowTarget):
//   w ← w − 2η(w·x − y)x, η = 1/(4X²), X the largest ‖x‖ in training, or η = 1/‖x‖² (rateEach), or as given.
// The model is the mean of w_1 … w_{m+1} (average). X grows if a longer document comes later; a stream that
// was not looked at starts from the longest document so far.
// A score and an update for all labels share one pass each over the document's words: O(words · labels);
// labels whose score is right to the bit, such as 0 where nothing is known, cost nothing.
// Partly judged documents move the labels they name. Where absent words have a value a (`inquery`), x is
// a + x_j everywhere: w is then v + b with one b a label, and w·x = v·x + b·Σx + a·(Σv + n·b) (least-mean-squares.ts).

import type { OnlineLearner, OptionSpecs } from '../../contract.js'
import { WeightRows } from '../../models/weight-rows.js'
import { averageOption } from '../../options.js'
import { AveragedWeights } from '../../solvers/averaged-weights.js'
import { forEachLabelTask } from '../../solvers/label-tasks.js'
import { perLabelOptions, trainLabel, trainsPerLabel } from '../../solvers/per-label-training.js'
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
    const { absentValue = 0, seed } = context
    const current = new WeightRows(data.featureCount, data.labelCount)
    const late = options.average ? new WeightRows(data.featureCount, data.labelCount) : undefined
    const steps = options.draws > 0 ? options.draws : options.passes * data.count
    const trainer = new WidrowHoffTrainer(
      new AveragedWeights(current, late, steps),
      options,
      absentValue,
      0,
      steps,
    )
    forEachLabelTask(data, options, context, (label, task) => {
      const one = WidrowHoffTrainer.forTask(task, options, absentValue)
      trainLabel(one, task, options, false, { ...context, seed: seed + 1 + label })
      trainer.adopt(label, one, task.features, late)
    })
    return trainer
  },
  resume: (state, options) => WidrowHoffTrainer.from(state, options),
}
