// J99, the figures over the number of labelled documents and of documents to be labelled.

import { type ClaimFound, every, higher, type Side } from '../claims.js'
import { Figures } from '../figures.js'
import type { Desk, Findings, PaperItem, PaperPlot, PublishedTable } from '../item.js'
import { J99 } from '../papers.js'
import {
  averageOf,
  BAYES,
  type Breakevens,
  bayesTogether,
  METHODS,
  type Method,
  SVM,
  svm,
  type Task,
  TSVM,
  tsvm,
} from './contest.js'
import { type J99Corpus, reuters, taskOf, webkb } from './corpora.js'

const LABELLED = [17, 46, 170, 640, 2400]
const ASKED = [206, 412, 825, 1650, 3299]
const PAGES_LABELLED = [9, 16, 29, 57, 113, 226]
const DRAWS = 5
const QUICK_DRAWS = 2
const BY_LABELLED = 'average breakeven %, Reuters, by labelled documents'
const BY_ASKED = 'average breakeven %, Reuters, by documents to be labelled'
const ofKind = (kind: string) => `breakeven %, WebKB ${kind}, by labelled pages`
const KINDS = ['course', 'project']

const table = (name: string, sizes: readonly number[]): PublishedTable => ({
  name,
  place: 'curves, no figures',
  measures: sizes.map((size) => ({ name: String(size), digits: 1 })),
  rows: Object.fromEntries(METHODS.map((method) => [method, sizes.map(() => null)])),
})

const NOTED =
  'The paper has curves only, and the text at hand has lost their sizes. Naive Bayes is one model of all categories here, without ' +
  'a choice of words: see the tables for the paper’s.'

export const j99Sizes: PaperItem = {
  id: 'j99-sizes',
  paper: J99,
  place: 'figures over training and test size, Reuters',
  title: 'over labelled documents and documents to be labelled, Reuters',
  corpora: ['reuters21578'],
  data: 'same',
  differs: NOTED,
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
  differs: NOTED,
  protocol: 'As in j99-webkb, five random draws of the pages of Cornell (the pairs of the sign tests).',
  tables: KINDS.map((kind) => table(ofKind(kind), PAGES_LABELLED)),
  headline: KINDS.flatMap((kind) => [SVM, TSVM].map((row) => [ofKind(kind), row, '9'] as const)),
  claims: {
    course: 'On course the TSVM is near its best at once: with 9 labelled pages within 10 points of 113.',
    'course-svm': 'On course the TSVM is better than the SVM with up to 29 labelled pages.',
    'project-few': 'On project the TSVM is worse than the SVM with 9 labelled pages.',
    'project-many': 'On project the TSVM is better than the SVM with 113 labelled pages.',
  },
  run: runWebkb,
}

const RUNS: Readonly<Record<Method, (desk: Desk, task: Task, corpus: J99Corpus) => Promise<Breakevens>>> = {
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
    const measure = async (name: string, column: number, task: Task, at: number) => {
      for (const method of METHODS) {
        desk.progress((draw + at / steps) / draws, `${column}: ${method}`)
        const found = averageOf(await RUNS[method](desk, task, corpus))
        figures.add(name, method, { [String(column)]: found })
      }
    }
    const seed = desk.seed + draw
    for (const [i, size] of labelled.entries())
      await measure(BY_LABELLED, size, taskOf(corpus, size, seed), i)
    // A draw of all that are to be labelled is a random order of them.
    const mixed = taskOf({ ...corpus, pool: corpus.asked }, corpus.asked.length, seed).few
    for (const [i, size] of asked.entries()) {
      const task = { ...taskOf(corpus, LABELLED[0], seed), asked: mixed.slice(0, size) }
      await measure(BY_ASKED, size, task, labelled.length + i)
    }
  }
  const side = (name: string, method: Method, size: number): Side => ({
    name: `${method} with ${size}`,
    figures: figures.of(name, method, String(size)),
  })
  const lead = (name: string, size: number): Side => {
    const inductive = side(name, SVM, size).figures
    return {
      name: `lead with ${size}`,
      figures: side(name, TSVM, size).figures.map((figure, i) => figure - inductive[i]),
    }
  }
  const claims: Record<string, ClaimFound> = {
    few: every(
      ...[17, 46].map((size) => higher(side(BY_LABELLED, TSVM, size), side(BY_LABELLED, SVM, size), 1)),
    ),
    closes: higher(lead(BY_LABELLED, 17), lead(BY_LABELLED, 640), 1),
    saves: higher(side(BY_LABELLED, TSVM, 17), side(BY_LABELLED, SVM, 46), 1),
    larger: higher(lead(BY_ASKED, asked[asked.length - 1]), lead(BY_ASKED, ASKED[0]), 1),
  }
  return {
    figures,
    claims,
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
      const task = taskOf(corpus, size, desk.seed + draw)
      for (const method of METHODS) {
        desk.progress((draw + i / PAGES_LABELLED.length) / draws, `${size}: ${method}`)
        const found = await RUNS[method](desk, task, corpus)
        for (const kind of KINDS) figures.add(ofKind(kind), method, { [String(size)]: found.get(kind) })
      }
    }
  const side = (kind: string, method: Method, size: number): Side => ({
    name: `${method} with ${size}`,
    figures: figures.of(ofKind(kind), method, String(size)),
  })
  const nearly = side('course', TSVM, 9)
  const over = (kind: string, first: Method, second: Method, size: number) =>
    higher(side(kind, first, size), side(kind, second, size), 1)
  return {
    figures,
    claims: {
      course: higher(
        { name: 'TSVM with 9, and 10 points', figures: nearly.figures.map((figure) => figure + 10) },
        side('course', TSVM, 113),
        1,
      ),
      'course-svm': every(...[9, 16, 29].map((size) => over('course', TSVM, SVM, size))),
      'project-few': over('project', SVM, TSVM, 9),
      'project-many': over('project', TSVM, SVM, 113),
    },
    facts: { 'random draws': draws, 'pages to be labelled': corpus.asked.length },
    plots: KINDS.map((kind) => plot(figures, ofKind(kind), kind, 'labelled pages', PAGES_LABELLED)),
  }
}

function plot(figures: Figures, name: string, short: string, x: string, sizes: readonly number[]): PaperPlot {
  return {
    name: short,
    title: name,
    x: { label: x, log: true },
    y: { label: 'breakeven %' },
    lines: METHODS.map((method) => ({
      name: method,
      points: sizes.map((size) => [size, figures.mean(name, method, String(size))] as const),
    })),
  }
}
