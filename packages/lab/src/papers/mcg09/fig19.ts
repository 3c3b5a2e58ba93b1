// MCG09, figure 19: FF's R1 on what it learned from and on what it did not, over passes, by margin.

import { every, higher, type Side } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { measuredPasses } from '../measuring.js'
import { MCG09 } from '../papers.js'
import { allProducts, newsgroups, trialsOf, vectorsOf } from './corpora.js'

const NEWS = '20 Newsgroups'
const WEB = 'Web; ours: all products'
const CORPORA = {
  [NEWS]: { corpus: newsgroups, margins: [0, 0.5, 1], trials: 10 },
  [WEB]: { corpus: allProducts, margins: [0, 0.1, 0.5], trials: 3 },
} as const
const NAMES = Object.keys(CORPORA) as (keyof typeof CORPORA)[]
const PASSES = [1, 2, 3, 5, 10]
/** Training documents that are ranked again. */
const ASKED = 4000
const rowOf = (part: 'train' | 'test', margin: number) => `${part}, δ_m = ${margin}`

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
  tables: NAMES.map((name) => ({
    name: `R1 by passes, ${name}`,
    place: 'figure 19; curves, no figures',
    measures: PASSES.map((pass) => ({ name: String(pass), digits: 3 })),
    rows: Object.fromEntries(
      CORPORA[name].margins.flatMap((margin) =>
        (['train', 'test'] as const).map((part) => [rowOf(part, margin), PASSES.map(() => null)]),
      ),
    ),
  })),
  headline: [
    [`R1 by passes, ${NEWS}`, rowOf('test', 1), '1'],
    [`R1 by passes, ${NEWS}`, rowOf('test', 0), '1'],
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
  for (const [i, name] of NAMES.entries()) {
    const { corpus: load, margins, trials } = CORPORA[name]
    const corpus = await load(desk)
    const splits = trialsOf(desk, corpus, trials)
    for (const [trial, split] of splits.entries()) {
      desk.progress((i + trial / splits.length) / NAMES.length, name)
      const vectors = await vectorsOf(corpus, split)
      const every = Math.max(1, Math.floor(vectors.train.length / ASKED))
      const blocks = [vectors.train.filter((_, row) => row % every === 0), vectors.test]
      for (const margin of margins) {
        const options = { learner: 'ff', margin, passes: PASSES[PASSES.length - 1] }
        const measures = await measuredPasses(desk, vectors.train, blocks, options)
        for (const pass of PASSES) {
          const [train, test] = measures[pass - 1]
          figures.add(`R1 by passes, ${name}`, rowOf('train', margin), { [String(pass)]: train.R1 })
          figures.add(`R1 by passes, ${name}`, rowOf('test', margin), { [String(pass)]: test.R1 })
        }
      }
    }
  }
  const of = (name: string, part: 'train' | 'test', margin: number, pass: number) =>
    figures.of(`R1 by passes, ${name}`, rowOf(part, margin), String(pass))
  const side = (name: string, part: 'train' | 'test', margin: number, pass: number): Side => ({
    name: `${rowOf(part, margin)}, pass ${pass}`,
    figures: of(name, part, margin, pass),
  })
  const gap = (name: string, margin: number): Side => ({
    name: `gap at δ_m = ${margin}`,
    figures: of(name, 'train', margin, 10).map((r1, i) => r1 - of(name, 'test', margin, 10)[i]),
  })
  const steps = (name: keyof typeof CORPORA) => {
    const { margins } = CORPORA[name]
    return margins.slice(1).map((margin, i) => higher(gap(name, margins[i]), gap(name, margin)))
  }
  return {
    figures,
    plots: NAMES.map((name, i) => ({
      name: i === 0 ? 'newsgroups' : 'products',
      title: `FF: R1 on training and test documents, ${name}`,
      x: { label: 'passes' },
      y: { label: 'R1' },
      lines: CORPORA[name].margins.flatMap((margin) =>
        (['train', 'test'] as const).map((part) => ({
          name: rowOf(part, margin),
          points: PASSES.map(
            (pass) =>
              [pass, figures.mean(`R1 by passes, ${name}`, rowOf(part, margin), String(pass))] as const,
          ),
        })),
      ),
    })),
    claims: {
      'less-overfitting': every(...NAMES.flatMap(steps)),
      'news-margin': higher(side(NEWS, 'test', 1, 1), side(NEWS, 'test', 0, 1)),
      'web-margin': every(
        ...CORPORA[WEB].margins
          .slice(1)
          .map((margin) => higher(side(WEB, 'test', 0, 2), side(WEB, 'test', margin, 2))),
      ),
      fits: every(...NAMES.map((name) => higher(side(name, 'train', 0, 10), side(name, 'train', 0, 1)))),
    },
  }
}
