// What CS02 says of its tables, checked on any corpus: the same words for Reuters-21578 and the large one.

import { type ClaimFound, every, highest, lowest } from '../claims.js'
import type { Figures } from '../figures.js'
import { type Contender, LOSSES, NAMES, ONLINE, RETRIEVAL, sideOf } from './set-up.js'

export const TABLE_CLAIMS = {
  'own-loss-1': 'Of the online learners, MMP trained for loss 1 has the least loss 1.',
  'own-loss-2': 'MMP trained for loss 2 has a smaller loss 2 than MMP trained for loss 1 and perceptrons.',
  'own-loss-3': 'MMP trained for loss 3 has a smaller loss 3 than MMP trained for loss 1 and perceptrons.',
  'best-one-error': 'MMP trained for loss 1 has the least one-error of all five.',
  'best-average-precision': 'MMP trained for loss 1 has the best average precision of all five.',
  'best-maxF1': 'MMP trained for loss 1 has the best maxF1 of all five.',
  'coverage-is-loss-2':
    'By coverage MMP trained for loss 2 or loss 3 is better than when trained for loss 1.',
  'perceptron-covers-worst': 'Perceptrons have the worst coverage of all five.',
  'perceptron-one-error': 'By one-error perceptrons are better than Rocchio.',
} as const

export function tableClaims(figures: Figures): Record<keyof typeof TABLE_CLAIMS, ClaimFound> {
  const sides = (table: string, measure: string, names: readonly Contender[]) =>
    names.map((name) => sideOf(figures, table, name, measure))
  const best = (
    extreme: typeof lowest,
    table: string,
    measure: string,
    first: Contender,
    others: readonly Contender[],
    digits = 2,
  ) => {
    const rivals = others.filter((other) => other !== first)
    return extreme(sides(table, measure, [first])[0], sides(table, measure, rivals), digits)
  }
  const untrained: readonly Contender[] = ['MMP loss 1', 'perceptron']
  return {
    'own-loss-1': best(lowest, LOSSES, 'loss 1 %', 'MMP loss 1', ONLINE),
    'own-loss-2': best(lowest, LOSSES, 'loss 2', 'MMP loss 2', untrained),
    'own-loss-3': best(lowest, LOSSES, 'loss 3 %', 'MMP loss 3', untrained),
    'best-one-error': best(lowest, RETRIEVAL, 'one-error %', 'MMP loss 1', NAMES),
    'best-average-precision': best(highest, RETRIEVAL, 'AvgP', 'MMP loss 1', NAMES, 3),
    'best-maxF1': best(highest, RETRIEVAL, 'maxF1', 'MMP loss 1', NAMES, 3),
    'coverage-is-loss-2': every(
      best(lowest, RETRIEVAL, 'coverage', 'MMP loss 2', ['MMP loss 1']),
      best(lowest, RETRIEVAL, 'coverage', 'MMP loss 3', ['MMP loss 1']),
    ),
    'perceptron-covers-worst': best(highest, RETRIEVAL, 'coverage', 'perceptron', NAMES),
    'perceptron-one-error': best(lowest, RETRIEVAL, 'one-error %', 'perceptron', ['Rocchio']),
  }
}
