// J99, the figures over the number of labelled documents and of documents to be labelled.

import { every, higher, type Side } from '../claims.js'
import type { Desk, Findings, PaperItem, PaperPlot } from '../item.js'
import { Figures } from '../measured-figures.js'
import { J99 } from '../papers.js'
import { columns, publishedTable } from '../published-table.js'
import { drawTask, reuters, webkb } from './corpora.js'
import {
  averageOf,
  BAYES,
  bayesTogether,
  type LabellingMethod,
  type LabellingTask,
  METHODS,
  type Method,
  SVM,
  svm,
  TSVM,
  tsvm,
} from './methods.js'

const LABELLED = [17, 46, 170, 640, 2400]
const ASKED = [206, 412, 825, 1650, 3299]
const PAGES_LABELLED = [9, 16, 29, 57, 113, 226]
const DRAWS = 5
const QUICK_DRAWS = 2
const BY_LABELLED = 'average breakeven %, Reuters, by labelled documents'
const BY_ASKED = 'average breakeven %, Reuters, by documents to be labelled'
const kindTable = (kind: string) => `breakeven %, WebKB ${kind}, by labelled pages`
const KINDS = ['course', 'project']

const table = (name: string, sizes: readonly number[]) =>
  publishedTable(name, 'curves, no figures', columns(sizes, 1), METHODS)

const DIFFERS =
  'The paper has curves only, and the text at hand has lost their sizes. Naive Bayes is one model of all categories here, without ' +
  'a choice of words: see the tables for the paper’s.'

export const j99Sizes: PaperItem = {
  id: 'j99-sizes',
  paper: J99,
  place: 'figures over training and test size, Reuters',
  title: 'over labelled documents and documents to be labelled, Reuters',
  corpora: ['reuters21578'],
  data: 'same',
  differs: DIFFERS,
  protocol:
    'As in j99-reuters, five random draws (the pairs of the sign tests). Over the labelled: all 3,299 test documents to be labelled. ' +
    'Over those to be labelled: 17 labelled, the first so many of a random order of the test documents.',
  tables: [table(BY_LABELLED, LABELLED), table(BY_ASKED, ASKED)],
  headline: [
    [BY_LABELLED, TSVM, '17'],
    [BY_LABELLED, SVM, '17'],
    [BY_LABELLED, TSVM, '640'],
    [BY_LABELLED, SVM, '640'],
  ],
  claims: {
    few: 'With few labelled documents (17 and 46) the TSVM is better than the SVM.',
    closes: 'The TSVM’s lead over the SVM is smaller with 640 labelled documents than with 17.',
    saves: 'The TSVM with 17 labelled does as well as the SVM with 46.',
    larger: 'The TSVM’s lead is larger with all test documents to learn from than with 206.',
  },
  run: runReuters,
}

export const j99WebkbSizes: PaperItem = {
  id: 'j99-webkb-sizes',
  paper: J99,
  place: 'figures over training size, WebKB',
  title: 'over labelled pages, WebKB course and project',
  corpora: ['webkb'],
  data: 'similar',
  differs: DIFFERS,
  protocol: 'As in j99-webkb, five random draws of the pages of Cornell (the pairs of the sign tests).',
  tables: KINDS.map((kind) => table(kindTable(kind), PAGES_LABELLED)),
  headline: KINDS.flatMap((kind) => [SVM, TSVM].map((row) => [kindTable(kind), row, '9'] as const)),
  claims: {
    course: 'On course the TSVM is near its best at once: with 9 labelled pages within 10 points of 113.',
    'course-svm': 'On course the TSVM is better than the SVM with up to 29 labelled pages.',
    'project-few': 'On project the TSVM is worse than the SVM with 9 labelled pages.',
    'project-many': 'On project the TSVM is better than the SVM with 113 labelled pages.',
  },
  run: runWebkb,
}

const RUNS: Readonly<Record<Method, LabellingMethod>> = {
  [BAYES]: (desk, task, corpus) => bayesTogether(desk, task, { ...corpus, bayes: {} }),
  [SVM]: svm,
  [TSVM]: tsvm,
}

async function runReuters(desk: Desk): Promise<Findings> {
  const corpus = await reuters(desk)
  const figures = new Figures()
  const draws = desk.quick ? QUICK_DRAWS : DRAWS
  const labelled = desk.quick ? LABELLED.filter((size) => size <= 640) : LABELLED
  const asked = ASKED.filter((size) => size <= corpus.asked.length || size === 206)
  const steps = labelled.length + asked.length
  for (let draw = 0; draw < draws; draw++) {
    const measure = async (name: string, column: number, task: LabellingTask, at: number) => {
      for (const method of METHODS) {
        desk.progress((draw + at / steps) / draws, `${column}: ${method}`)
        figures.add(name, method, { [column]: averageOf(await RUNS[method](desk, task, corpus)) })
      }
    }
    const seed = desk.seed + draw
    for (const [i, size] of labelled.entries())
      await measure(BY_LABELLED, size, drawTask(corpus, size, seed), i)
    // A draw of all that are to be labelled is a random order of them.
    const mixed = drawTask({ ...corpus, pool: corpus.asked }, corpus.asked.length, seed).few
    const { few } = drawTask(corpus, LABELLED[0], seed)
    for (const [i, size] of asked.entries())
      await measure(BY_ASKED, size, { few, asked: mixed.slice(0, size) }, labelled.length + i)
  }
  const side = sidesIn(figures)
  const lead = (name: string, size: number): Side => {
    const inductive = side(name, SVM, size).figures
    return {
      name: `lead with ${size}`,
      figures: side(name, TSVM, size).figures.map((figure, i) => figure - inductive[i]),
    }
  }
  return {
    figures,
    claims: {
      few: every(
        [17, 46].map((size) => higher(side(BY_LABELLED, TSVM, size), side(BY_LABELLED, SVM, size), 1)),
      ),
      closes: higher(lead(BY_LABELLED, 17), lead(BY_LABELLED, 640), 1),
      saves: higher(side(BY_LABELLED, TSVM, 17), side(BY_LABELLED, SVM, 46), 1),
      larger: higher(lead(BY_ASKED, asked[asked.length - 1]), lead(BY_ASKED, ASKED[0]), 1),
    },
    facts: { 'random draws': draws, 'documents to be labelled': corpus.asked.length },
    plots: [
      plot(figures, BY_LABELLED, 'labelled', 'labelled documents', labelled),
      plot(figures, BY_ASKED, 'asked', 'documents to be labelled', asked),
    ],
  }
}

async function runWebkb(desk: Desk): Promise<Findings> {
  const corpus = await webkb(desk)
  const figures = new Figures()
  const draws = desk.quick ? QUICK_DRAWS : DRAWS
  for (let draw = 0; draw < draws; draw++)
    for (const [i, size] of PAGES_LABELLED.entries()) {
      const task = drawTask(corpus, size, desk.seed + draw)
      for (const method of METHODS) {
        desk.progress((draw + i / PAGES_LABELLED.length) / draws, `${size}: ${method}`)
        const found = await RUNS[method](desk, task, corpus)
        for (const kind of KINDS) figures.add(kindTable(kind), method, { [size]: found.get(kind) })
      }
    }
  const side = sidesIn(figures)
  const isHigher = (kind: string, first: Method, second: Method, size: number) =>
    higher(side(kindTable(kind), first, size), side(kindTable(kind), second, size), 1)
  const nearly = side(kindTable('course'), TSVM, 9).figures.map((figure) => figure + 10)
  return {
    figures,
    claims: {
      course: higher(
        { name: 'TSVM with 9, and 10 points', figures: nearly },
        side(kindTable('course'), TSVM, 113),
        1,
      ),
      'course-svm': every([9, 16, 29].map((size) => isHigher('course', TSVM, SVM, size))),
      'project-few': isHigher('project', SVM, TSVM, 9),
      'project-many': isHigher('project', TSVM, SVM, 113),
    },
    facts: { 'random draws': draws, 'pages to be labelled': corpus.asked.length },
    plots: KINDS.map((kind) => plot(figures, kindTable(kind), kind, 'labelled pages', PAGES_LABELLED)),
  }
}

function sidesIn(figures: Figures) {
  return (name: string, method: Method, size: number): Side =>
    figures.side(name, method, size, `${method} with ${size}`)
}

function plot(figures: Figures, name: string, short: string, x: string, sizes: readonly number[]): PaperPlot {
  return {
    name: short,
    title: name,
    x: { label: x, log: true },
    y: { label: 'breakeven %' },
    lines: figures.lines(name, METHODS, sizes),
  }
}
