// How far probabilities are to be believed (calibration.ts).

import { defineMeasure } from '../measure.js'

export const probabilities = [
  defineMeasure({
    name: 'probability.calibrationError',
    title: 'calibration error',
    help: 'mean gap between what was said and what came true, ten bins',
    group: 'firstProbability',
    lowerIsBetter: true,
    needs: 'probabilities',
    compute: ({ probability }) => probability?.calibrationError ?? null,
  }),
  defineMeasure({
    name: 'probability.calibrationErrorByCount',
    title: 'the same by count',
    help: 'the same with equally many documents in each bin',
    group: 'firstProbability',
    lowerIsBetter: true,
    shown: 'pages',
    needs: 'probabilities',
    compute: ({ probability }) => probability?.calibrationErrorByCount ?? null,
  }),
  defineMeasure({
    name: 'probability.brier',
    title: 'Brier score',
    help: 'mean squared gap to 1 (right) or 0 (wrong); lower is better',
    group: 'firstProbability',
    lowerIsBetter: true,
    needs: 'probabilities',
    compute: ({ probability }) => probability?.brier ?? null,
  }),
  defineMeasure({
    name: 'labelProbability.calibrationError',
    title: 'calibration error',
    help: 'mean gap between what was said of a label and how often it was right',
    group: 'labelProbability',
    lowerIsBetter: true,
    needs: 'probabilities',
    compute: ({ labelProbability }) => labelProbability?.calibrationError ?? null,
  }),
  defineMeasure({
    name: 'labelProbability.brier',
    title: 'Brier score',
    help: 'mean squared gap to 1 (right) or 0 (wrong) over all of them',
    group: 'labelProbability',
    lowerIsBetter: true,
    needs: 'probabilities',
    compute: ({ labelProbability }) => labelProbability?.brier ?? null,
  }),
]
