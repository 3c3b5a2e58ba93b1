// How far probabilities are to be believed (calibration.ts).

import { defineMeasure } from '../measure.js'

export const probabilities = [
  ofFirstLabel(
    'calibrationError',
    'calibration error',
    'mean gap between what was said and what came true, ten bins',
  ),
  ofFirstLabel(
    'calibrationErrorByCount',
    'calibration error by count',
    'the mean gap with equally many documents in each bin',
  ),
  ofFirstLabel('brier', 'Brier score', 'mean squared gap to 1 (right) or 0 (wrong); lower is better'),
  ofAllLabels(
    'calibrationError',
    'calibration error',
    'mean gap between what was said of a label and how often it was right',
  ),
  ofAllLabels('brier', 'Brier score', 'mean squared gap to 1 (right) or 0 (wrong) over all of them'),
]

function ofFirstLabel(
  figure: 'calibrationError' | 'calibrationErrorByCount' | 'brier',
  title: string,
  help: string,
) {
  return defineMeasure({
    name: `probability.${figure}`,
    title,
    help,
    group: 'firstProbability',
    ...(figure === 'calibrationErrorByCount' ? { shown: 'pages' as const } : {}),
    lowerIsBetter: true,
    needs: 'probabilities',
    compute: ({ probability }) => probability?.[figure] ?? null,
  })
}

function ofAllLabels(figure: 'calibrationError' | 'brier', title: string, help: string) {
  return defineMeasure({
    name: `labelProbability.${figure}`,
    title,
    help,
    group: 'labelProbability',
    shown: 'pages',
    lowerIsBetter: true,
    needs: 'probabilities',
    compute: ({ labelProbability }) => labelProbability?.[figure] ?? null,
  })
}
