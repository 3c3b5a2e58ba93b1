// CS02, figure 6 (left): precision against recall over the ranks of topics, Reuters-21578.

import { folds } from 'abound/data'
import type { RankPoint } from 'abound/measures'
import { evaluate } from 'abound/pipeline'
import { highest, lowest, type Side } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { contender, parts } from '../measuring.js'
import { CS02 } from '../papers.js'
import { sharedVectors } from '../shared-vectors.js'
import { meanCurve, precisionAt } from './precision-recall.js'
import { CONTENDERS, type Contender, NAMES, reutersDocuments, TEXT } from './set-up.js'

const FOLDS = 5
const AT = 'precision at a recall of'
const RECALLS = [0.85, 0.9, 0.95, 0.98]
/** Below .9, where the paper says that the perceptrons' precision drops. */
const LOW = RECALLS[0]
const named = (recall: number) => String(recall)
const nothing = RECALLS.map(() => null)

export const cs02Fig6: PaperItem = {
  id: 'cs02-fig6',
  paper: CS02,
  place: 'figure 6, left',
  title: 'precision against recall over the ranks of topics, Reuters-21578',
  corpora: ['reuters21578'],
  data: 'same',
  differs: 'The paper has curves only. Its right half is of RCV1, which is not to be had: see cs02-large.',
  protocol:
    'As in tables 1 and 2; the points are the ranks from 1 on, means over all documents of the 5 folds.',
  tables: [
    {
      name: AT,
      place: 'figure 6; curves, no figures',
      measures: RECALLS.map((recall) => ({ name: named(recall), digits: 3 })),
      rows: Object.fromEntries(NAMES.map((name) => [name, nothing])),
    },
  ],
  headline: [
    [AT, 'perceptron', named(0.85)],
    [AT, 'perceptron', named(0.98)],
    [AT, 'MMP loss 1', named(0.98)],
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
  const curves = new Map<Contender, (readonly RankPoint[])[]>(NAMES.map((name) => [name, []]))
  for (const [fold, split] of folds(documents.length, FOLDS, desk.seed).entries()) {
    const { train, test } = parts(documents, split)
    const vectors = await sharedVectors(train, test, TEXT)
    for (const [i, name] of NAMES.entries()) {
      desk.progress((fold + i / NAMES.length) / FOLDS, name)
      const classifier = await contender(desk, vectors.train, CONTENDERS[name])
      const { details } = await evaluate(classifier, vectors.test, { details: { resamples: 1 } })
      const points = details?.precisionRecall ?? []
      curves.get(name)?.push(points)
      figures.add(
        AT,
        name,
        Object.fromEntries(RECALLS.map((recall) => [named(recall), precisionAt(points, recall)])),
      )
    }
  }
  const side = (name: Contender, recall: number): Side => ({
    name: `${name} (recall ${recall})`,
    figures: figures.of(AT, name, named(recall)),
  })
  const last = RECALLS[RECALLS.length - 1]
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
        NAMES.filter((name) => name !== 'perceptron').map((name) => side(name, last)),
      ),
    },
  }
}
