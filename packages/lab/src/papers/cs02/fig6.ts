// CS02, figure 6 (left): precision against recall over the ranks of topics, Reuters-21578.

import { evaluate } from 'abound'
import { folds, type RankPoint } from 'abound/internal'
import { highest, lowest } from '../claims.js'
import { splitDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { CS02 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { vectorise } from '../split-vectors.js'
import { meanCurve, precisionAt } from './precision-recall.js'
import { NAMES, RANKERS, type RankerName, reutersDocuments, TEXT } from './set-up.js'

const FOLDS = 5
const AT = 'precision at a recall of'
const RECALLS = [0.85, 0.9, 0.95, 0.98]
/** Below .9, where the paper says that the perceptrons' precision drops. */
const LOW = RECALLS[0]

export const cs02Fig6: PaperItem = {
  id: 'cs02-fig6',
  paper: CS02,
  place: 'figure 6, left',
  title: 'precision against recall over the ranks of topics, Reuters-21578',
  corpora: ['reuters21578'],
  data: 'same',
  differs:
    'The paper has curves only. Its right half is of RCV1, which is not to be had: see cs02-large-figures.',
  protocol:
    'As in tables 1 and 2; the points are the ranks from 1 on, means over all documents of the 5 folds.',
  tables: [publishedTable(AT, 'figure 6; curves, no figures', columns(RECALLS, 3), NAMES)],
  headline: [
    [AT, 'perceptron', '0.85'],
    [AT, 'perceptron', '0.98'],
    [AT, 'MMP loss 1', '0.98'],
  ],
  claims: {
    'low-recall': 'Below a recall of .9 perceptrons are more precise than MMP trained for losses 2 and 3.',
    drops: 'At high recall the perceptrons’ precision is the worst of all five.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const documents = await reutersDocuments(desk)
  const figures = new Figures()
  const curves = new Map<RankerName, (readonly RankPoint[])[]>(NAMES.map((name) => [name, []]))
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const vectors = await vectorise(splitDocuments(documents, split), TEXT)
    for (const [i, name] of NAMES.entries()) {
      desk.progress((fold + i / NAMES.length) / FOLDS, name)
      const classifier = await trainContender(desk, vectors.train, RANKERS[name])
      const { details } = await evaluate(classifier, vectors.test, { details: { resamples: 1 } })
      const points = details?.precisionRecall ?? []
      curves.get(name)?.push(points)
      for (const recall of RECALLS) figures.add(AT, name, { [recall]: precisionAt(points, recall) })
    }
  }
  const side = (name: RankerName, recall: number) =>
    figures.side(AT, name, recall, `${name} (recall ${recall})`)
  const last = RECALLS[RECALLS.length - 1]
  const others = NAMES.filter((name) => name !== 'perceptron')
  return {
    figures,
    facts: { documents: documents.length },
    plots: [
      {
        name: 'curves',
        title: 'Precision against recall over the ranks of topics',
        x: { label: 'recall' },
        y: { label: 'precision' },
        lines: Array.from(curves, ([name, folds]) => ({
          name,
          points: meanCurve(folds).map(({ recall, precision }) => [recall, precision] as const),
        })),
      },
    ],
    claims: {
      'low-recall': highest(side('perceptron', LOW), [side('MMP loss 2', LOW), side('MMP loss 3', LOW)]),
      drops: lowest(
        side('perceptron', last),
        others.map((name) => side(name, last)),
      ),
    },
  }
}
