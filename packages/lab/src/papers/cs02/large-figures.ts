// CS02, figures 3, 5 and 6 (right), which are of RCV1: topics a document, losses while learning, precision against recall, on
// the corpus and in the order of cs02-large.

import { type Document, evaluate } from 'abound'
import type { CumulativeLoss, RankPoint } from 'abound/internal'
import { highest, lowest } from '../claims.js'
import { cutIntoBlocks } from '../document-lists.js'
import type { Desk, Findings, PaperItem, PaperPlot, PlotLine } from '../item.js'
import { Figures } from '../measured-figures.js'
import { trainContender } from '../measuring.js'
import { CS02 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { vectorise } from '../split-vectors.js'
import { BLOCKS, documentsInTime, LARGE_TEXT, learnedOf } from './large.js'
import { meanCurve, precisionAt } from './precision-recall.js'
import { checkFalling, LossCurve, plotLosses } from './running-losses.js'
import {
  addLosses,
  extremeIn,
  NAMES,
  ONLINE,
  OTHER_LOSS,
  RANKERS,
  type RankerName,
  reutersDocuments,
} from './set-up.js'

const LAST = 'mean losses after the last round'
const AT = 'precision at a recall of'
const RECALLS = [0.7, 0.8, 0.9, 0.95]
const [LOW] = RECALLS
const HIGH = RECALLS[RECALLS.length - 1]
const MOST_TOPICS = 12

export const cs02LargeFigures: PaperItem = {
  id: 'cs02-large-figures',
  paper: CS02,
  place: 'figures 3, 5 and 6, right',
  title: 'topics a document, losses and curves on a large corpus in the order of time',
  corpora: ['nvd-cve', 'reuters21578'],
  data: 'other',
  differs: 'As cs02-large: nvd-cve in the place of RCV1. The paper has curves only.',
  protocol:
    'Documents, words and order as in cs02-large. The first two thirds are ranked one by one, each learned from afterwards (figure ' +
    '5); what was learned ranks the last third (figure 6). The pairs of the sign tests are ten blocks of the last third; of the losses ' +
    'there is one order, that of time.',
  tables: [
    publishedTable(
      LAST,
      'figure 5, at the right edge; curves, no figures',
      columns(['loss 1 %', 'loss 2', 'loss 3 %'], 2),
      ONLINE,
    ),
    publishedTable(AT, 'figure 6, right; curves, no figures', columns(RECALLS, 3), NAMES),
  ],
  headline: [
    [LAST, 'MMP loss 1', 'loss 1 %'],
    [LAST, 'MMP loss 3', 'loss 3 %'],
    [AT, 'perceptron', String(HIGH)],
  ],
  claims: {
    'loss-1': 'MMP trained for loss 1 has the least mean loss 1.',
    'loss-2': 'MMP trained for loss 2 has a smaller mean loss 2 than MMP trained for loss 1 and perceptrons.',
    'loss-3': 'MMP trained for loss 3 has a smaller mean loss 3 than MMP trained for loss 1 and perceptrons.',
    falls: 'The mean losses fall with the rounds, for every learner and loss.',
    'low-recall': 'At low recall perceptrons are more precise than MMP trained for losses 2 and 3.',
    drops: 'At high recall the perceptrons’ precision is the worst of all five.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const documents = await documentsInTime(desk)
  const learned = learnedOf(documents)
  const split = { train: documents.slice(0, learned), test: documents.slice(learned) }
  const { train, test } = await vectorise(split, LARGE_TEXT)
  const figures = new Figures()
  const losses = new Map<RankerName, LossCurve>(ONLINE.map((name) => [name, new LossCurve(learned)]))
  const curves = new Map<RankerName, (readonly RankPoint[])[]>(NAMES.map((name) => [name, []]))
  for (const [i, name] of NAMES.entries()) {
    desk.progress(i / NAMES.length, name)
    const round = (running: CumulativeLoss) => {
      if (losses.get(name)!.add(running) && running.documents === learned)
        addLosses(figures, LAST, name, running)
    }
    const hooks = name === 'Rocchio' ? {} : { round }
    const classifier = await trainContender(desk, train, { ...RANKERS[name], shuffle: false }, hooks)
    for (const block of cutIntoBlocks(test, BLOCKS)) {
      const { details } = await evaluate(classifier, block, { details: { resamples: 1 } })
      const points = details?.precisionRecall ?? []
      curves.get(name)?.push(points)
      for (const recall of RECALLS) figures.add(AT, name, { [recall]: precisionAt(points, recall) })
    }
  }
  const best = extremeIn(figures)
  const side = (name: RankerName, recall: number) =>
    figures.side(AT, name, recall, `${name} (recall ${recall})`)
  const others = NAMES.filter((name) => name !== 'perceptron')
  return {
    figures,
    facts: { 'documents learned': learned, 'documents ranked': documents.length - learned },
    plots: [
      plotTopics(documents, await reutersDocuments(desk)),
      ...plotLosses(losses, 'nvd-cve in the order of time'),
      plotCurves(curves),
    ],
    claims: {
      'loss-1': best(lowest, LAST, 'loss 1 %', 'MMP loss 1', ONLINE),
      'loss-2': best(lowest, LAST, 'loss 2', 'MMP loss 2', OTHER_LOSS),
      'loss-3': best(lowest, LAST, 'loss 3 %', 'MMP loss 3', OTHER_LOSS),
      falls: checkFalling(losses),
      'low-recall': highest(side('perceptron', LOW), [side('MMP loss 2', LOW), side('MMP loss 3', LOW)]),
      drops: lowest(
        side('perceptron', HIGH),
        others.map((name) => side(name, HIGH)),
      ),
    },
  }
}

function plotCurves(curves: ReadonlyMap<RankerName, (readonly RankPoint[])[]>): PaperPlot {
  return {
    name: 'curves',
    title: 'Precision against recall over the ranks of topics, nvd-cve',
    x: { label: 'recall' },
    y: { label: 'precision' },
    lines: Array.from(curves, ([name, blocks]) => ({
      name,
      points: meanCurve(blocks).map(({ recall, precision }) => [recall, precision] as const),
    })),
  }
}

/** Figure 3: the share of documents with so many topics. */
function plotTopics(large: readonly Document[], reuters: readonly Document[]): PaperPlot {
  const line = (name: string, documents: readonly Document[]): PlotLine => ({
    name,
    points: Array.from({ length: MOST_TOPICS }, (_, i) => {
      const having = documents.filter(({ labels = [] }) => labels.length === i + 1)
      return [i + 1, having.length / documents.length] as const
    }),
  })
  return {
    name: 'topics',
    title: 'How many topics documents have',
    x: { label: 'topics' },
    y: { label: 'part of the documents' },
    lines: [line('Reuters-21578', reuters), line('nvd-cve', large)],
  }
}
