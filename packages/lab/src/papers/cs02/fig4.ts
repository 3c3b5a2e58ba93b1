// CS02, figure 4: the mean losses of what online learners predicted before they learned it, over the rounds.

import { type ClaimFound, checked, lowest } from '../claims.js'
import { drawDocuments } from '../document-lists.js'
import type { Desk, Findings, PaperItem, PaperPlot } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { CS02 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { vectorise } from '../split-vectors.js'
import {
  addLosses,
  extremeIn,
  ONLINE,
  OTHER_LOSS,
  RANKERS,
  type RankerName,
  reutersDocuments,
  TEXT,
} from './set-up.js'

const LAST = 'mean losses after the last round'
const ORDERS = 5
const LOSSES = [1, 2, 3] as const
/** Points of a curve, evenly on a scale of logarithms. */
const POINTS = 40

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

type Curve = Map<number, [number, number, number]>

async function run(desk: Desk): Promise<Findings> {
  const documents = await reutersDocuments(desk)
  const { train: vectors } = await vectorise({ train: documents, test: [] }, TEXT)
  const rounds = new Set(
    Array.from({ length: POINTS }, (_, i) => Math.round(documents.length ** ((i + 1) / POINTS))),
  )
  const figures = new Figures()
  const curves = new Map<RankerName, Curve>(ONLINE.map((name) => [name, new Map()]))
  for (let order = 0; order < ORDERS; order++) {
    const ordered = drawDocuments(vectors, desk.seed + order)
    for (const [i, name] of ONLINE.entries()) {
      desk.progress((order + i / ONLINE.length) / ORDERS, name)
      const curve = curves.get(name)!
      const round = (losses: { documents: number; loss1: number; loss2: number; loss3: number }) => {
        if (!rounds.has(losses.documents)) return
        const sums = curve.get(losses.documents) ?? [0, 0, 0]
        curve.set(losses.documents, [sums[0] + losses.loss1, sums[1] + losses.loss2, sums[2] + losses.loss3])
        if (losses.documents === documents.length) addLosses(figures, LAST, name, losses)
      }
      await trainContender(desk, ordered, { ...RANKERS[name], shuffle: false }, { round })
    }
  }
  const best = extremeIn(figures)
  return {
    figures,
    facts: { documents: documents.length, orders: ORDERS },
    plots: LOSSES.map((loss) => plotLoss(curves, loss)),
    claims: {
      'loss-1': best(lowest, LAST, 'loss 1 %', 'MMP loss 1', ONLINE),
      'loss-2': best(lowest, LAST, 'loss 2', 'MMP loss 2', OTHER_LOSS),
      'loss-3': best(lowest, LAST, 'loss 3 %', 'MMP loss 3', OTHER_LOSS),
      'perceptron-loss-1': best(lowest, LAST, 'loss 1 %', 'perceptron', ['MMP loss 2', 'MMP loss 3']),
      falls: checkFalling(curves, documents.length),
    },
  }
}

/** Whether every curve is lower at the end than at half the rounds, and there than at a tenth. */
function checkFalling(curves: ReadonlyMap<RankerName, Curve>, n: number): ClaimFound {
  const parts = [0.1, 0.5, 1]
  let holds = true
  const descriptions: string[] = []
  for (const [name, curve] of curves) {
    const at = parts.map((part) => [...curve.keys()].filter((round) => round <= part * n).at(-1) ?? 0)
    for (const loss of LOSSES) {
      const values = at.map((round) => curve.get(round)?.[loss - 1] ?? Number.NaN)
      holds &&= values[0] > values[1] && values[1] > values[2]
      if (loss === 1)
        descriptions.push(`${name} ${values.map((sum) => ((100 * sum) / ORDERS).toFixed(1)).join(' → ')} %`)
    }
  }
  return checked(holds, `loss 1 at a tenth, half and all of the rounds: ${descriptions.join(', ')}`)
}

function plotLoss(curves: ReadonlyMap<RankerName, Curve>, loss: (typeof LOSSES)[number]): PaperPlot {
  return {
    name: `loss${loss}`,
    title: `Mean loss ${loss} so far, Reuters-21578`,
    x: { label: 'documents learned', log: true },
    y: { label: `mean loss ${loss}`, ...(loss === 1 ? {} : { log: true }) },
    lines: Array.from(curves, ([name, curve]) => ({
      name,
      points: Array.from(curve, ([round, sums]) => [round, sums[loss - 1] / ORDERS] as const).filter(
        ([round]) => round >= 10,
      ),
    })),
  }
}
