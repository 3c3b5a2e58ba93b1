// Made-up cells of a comparison.

import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import type { CellResult } from '../../packages/abound/src/selection/cell.js'
import { runCell } from '../../packages/abound/src/selection/run-cell.js'
import { topicDocuments } from '../conformance/documents.js'

export const NO_METERS = { seconds: () => 0, cpuSeconds: () => 0, peakMemoryBytes: () => 0 }

const [pattern] = await Promise.all([
  runCell(
    {
      contender: { name: 'frequency', learner: 'frequency', options: {} },
      split: 'test',
      train: corpusOf(topicDocuments({ count: 20 })),
      test: corpusOf(topicDocuments({ count: 8, seed: 2 })),
    },
    NO_METERS,
  ),
])

/** A cell in which the first label of a document was right where `right` says so. */
export function cellOf(contender: string, split: string, right: readonly boolean[]): CellResult {
  const share = right.filter(Boolean).length / right.length
  return {
    ...pattern,
    contender,
    split,
    measures: { ...pattern.measures, R1: share, oneError: 1 - share, documents: right.length },
    labels: { labels: ['a', 'b'], documents: [1, 0], f1: [share, 0], breakeven: [share, null] },
    outcomes: {
      bestRank: right.map((is) => (is ? 1 : 2)),
      averagePrecision: right.map((is) => (is ? 1 : 0.5)),
      f1: right.map((is) => (is ? 1 : 0)),
    },
  }
}
