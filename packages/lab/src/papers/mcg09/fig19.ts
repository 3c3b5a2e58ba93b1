// MCG09, figure 19: FF's R1 on what it learned from and on what it did not, over passes, by margin.

import { every, higher, type Side } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { measurePasses } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { ALL_PRODUCTS, eachTrial, NEWSGROUPS } from './corpora.js'

const NEWS = '20 Newsgroups'
const WEB = 'Web; ours: all products'
const CORPORA = { [NEWS]: NEWSGROUPS, [WEB]: ALL_PRODUCTS }
const MARGINS = { [NEWS]: [0, 0.5, 1], [WEB]: [0, 0.1, 0.5] }
const NAMES = [NEWS, WEB] as const
const PASSES = [1, 2, 3, 5, 10]
/** Training documents that are ranked again. */
const ASKED = 4000
type Part = 'train' | 'test'
const rowName = (part: Part, margin: number) => `${part}, δ_m = ${margin}`
const rowsOf = (name: keyof typeof MARGINS) =>
  MARGINS[name].flatMap((margin) => [rowName('train', margin), rowName('test', margin)])
const tableName = (name: string) => `R1 by passes, ${name}`

export const mcg09Fig19: PaperItem = {
  id: 'mcg09-fig19',
  paper: MCG09,
  place: 'figure 19',
  title: 'FF on training and test documents, over passes and margins',
  corpora: ['20newsgroups', 'nvd-cve'],
  data: 'other',
  differs: 'Web is not to be had: texts of nvd-cve under all products. The paper has curves only.',
  protocol:
    'R1 after each pass on the documents held out and on 4,000 of those learned from. Ten trials (three of the larger ' +
    'corpus), which are the pairs of the sign tests.',
  tables: NAMES.map((name) =>
    publishedTable(tableName(name), 'figure 19; curves, no figures', columns(PASSES, 3), rowsOf(name)),
  ),
  headline: [
    [tableName(NEWS), rowName('test', 1), '1'],
    [tableName(NEWS), rowName('test', 0), '1'],
  ],
  claims: {
    'less-overfitting':
      'The greater the margin, the smaller the gap between training and test after ten passes (both corpora).',
    'news-margin': '20 Newsgroups: a high margin (1) tests better than none.',
    'web-margin': 'Many classes: the best test R1 is with margin 0.',
    fits: 'Without a margin, more passes fit the training documents better.',
  },
  run,
}

async function run(desk: Desk): Promise<Findings> {
  const figures = new Figures()
  for await (const { name, vectors } of eachTrial(desk, CORPORA)) {
    const step = Math.max(1, Math.floor(vectors.train.length / ASKED))
    const blocks = [vectors.train.filter((_, row) => row % step === 0), vectors.test]
    for (const margin of MARGINS[name]) {
      const options = { learner: 'ff', margin, passes: PASSES[PASSES.length - 1] }
      const measures = await measurePasses(desk, vectors.train, blocks, options)
      for (const pass of PASSES) {
        const [train, test] = measures[pass - 1]
        figures.add(tableName(name), rowName('train', margin), { [pass]: train.R1 })
        figures.add(tableName(name), rowName('test', margin), { [pass]: test.R1 })
      }
    }
  }
  const side = (name: string, part: Part, margin: number, pass: number): Side =>
    figures.side(tableName(name), rowName(part, margin), pass, `${rowName(part, margin)}, pass ${pass}`)
  const gap = (name: string, margin: number): Side => {
    const test = side(name, 'test', margin, 10).figures
    const train = side(name, 'train', margin, 10).figures
    return { name: `gap at δ_m = ${margin}`, figures: train.map((r1, i) => r1 - test[i]) }
  }
  const gapsNarrow = (name: keyof typeof MARGINS) =>
    MARGINS[name].slice(1).map((margin, i) => higher(gap(name, MARGINS[name][i]), gap(name, margin)))
  return {
    figures,
    plots: NAMES.map((name, i) => ({
      name: i === 0 ? 'newsgroups' : 'products',
      title: `FF: R1 on training and test documents, ${name}`,
      x: { label: 'passes' },
      y: { label: 'R1' },
      lines: figures.lines(tableName(name), rowsOf(name), PASSES),
    })),
    claims: {
      'less-overfitting': every(NAMES.flatMap(gapsNarrow)),
      'news-margin': higher(side(NEWS, 'test', 1, 1), side(NEWS, 'test', 0, 1)),
      'web-margin': every(
        MARGINS[WEB].slice(1).map((margin) => higher(side(WEB, 'test', 0, 2), side(WEB, 'test', margin, 2))),
      ),
      fits: every(NAMES.map((name) => higher(side(name, 'train', 0, 10), side(name, 'train', 0, 1)))),
    },
  }
}
