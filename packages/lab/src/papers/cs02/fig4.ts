// CS02, figure 4: the mean losses of what online learners predicted before they learned it, over the rounds.

import type { CumulativeLoss } from 'abound/internal'
import { lowest } from '../claims.js'
import { drawDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { CS02 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { vectorise } from '../split-vectors.js'
import { checkFalling, LossCurve, plotLosses } from './running-losses.js'
import { addLosses, extremeIn, ONLINE, OTHER_LOSS, RANKERS, reutersDocuments, TEXT } from './set-up.js'

const LAST = 'mean losses after the last round'
const ORDERS = 5

export const cs02Fig4: PaperItem = {
  id: 'cs02-fig4',
  paper: CS02,
  place: 'figure 4',
  title: 'losses of the online learners while they learn Reuters-21578',
  corpora: ['reuters21578'],
  data: 'same',
  differs: 'The paper has curves only, in one order that is not known.',
  protocol:
    'All 10,789 documents, as in tables 1 and 2, in 5 random orders; each document is ranked, then learned from. Words are ' +
    'chosen and weighed on all documents. The pairs of the sign tests are the orders.',
  tables: [
    publishedTable(
      LAST,
      'figure 4, at the right edge; curves, no figures',
      columns(['loss 1 %', 'loss 2', 'loss 3 %'], 2),
      ONLINE,
    ),
  ],
  headline: [
    [LAST, 'MMP loss 1', 'loss 1 %'],
    [LAST, 'MMP loss 2', 'loss 2'],
    [LAST, 'MMP loss 3', 'loss 3 %'],
  ],
  claims: {
    'loss-1': 'MMP trained for loss 1 has the least mean loss 1.',
    'loss-2': 'MMP trained for loss 2 has a smaller mean loss 2 than MMP trained for loss 1 and perceptrons.',
    'loss-3': 'MMP trained for loss 3 has a smaller mean loss 3 than MMP trained for loss 1 and perceptrons.',
    'perceptron-loss-1': 'By loss 1 perceptrons do well: better than MMP trained for losses 2 and 3.',
    falls: 'The mean losses fall with the rounds, for every learner and loss.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const documents = await reutersDocuments(desk)
  const { train: vectors } = await vectorise({ train: documents, test: [] }, TEXT)
  const figures = new Figures()
  const curves = new Map(ONLINE.map((name) => [name, new LossCurve(documents.length)]))
  for (let order = 0; order < ORDERS; order++) {
    const ordered = drawDocuments(vectors, desk.seed + order)
    for (const [i, name] of ONLINE.entries()) {
      desk.progress((order + i / ONLINE.length) / ORDERS, name)
      const round = (losses: CumulativeLoss) => {
        if (curves.get(name)!.add(losses) && losses.documents === documents.length)
          addLosses(figures, LAST, name, losses)
      }
      await trainContender(desk, ordered, { ...RANKERS[name], shuffle: false }, { round })
    }
  }
  const best = extremeIn(figures)
  return {
    figures,
    facts: { documents: documents.length, orders: ORDERS },
    plots: plotLosses(curves, 'Reuters-21578'),
    claims: {
      'loss-1': best(lowest, LAST, 'loss 1 %', 'MMP loss 1', ONLINE),
      'loss-2': best(lowest, LAST, 'loss 2', 'MMP loss 2', OTHER_LOSS),
      'loss-3': best(lowest, LAST, 'loss 3 %', 'MMP loss 3', OTHER_LOSS),
      'perceptron-loss-1': best(lowest, LAST, 'loss 1 %', 'perceptron', ['MMP loss 2', 'MMP loss 3']),
      falls: checkFalling(curves),
    },
  }
}
