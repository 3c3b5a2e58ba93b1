// J99, the three tables: naive Bayes, SVM and TSVM with few labelled documents of Reuters, WebKB and OHSUMED.

import { type ClaimFound, every, higher } from '../claims.js'
import type { Desk, Findings, PaperItem } from '../item.js'
import { Figures } from '../measured-figures.js'
import { J99 } from '../papers.js'
import { publishedTable } from '../published-table.js'
import { agreeingDocuments } from './agreeing-documents.js'
import { drawTask, GROUPS, type J99Corpus, ohsumed, PAGES, reuters, TOPICS, webkb } from './corpora.js'
import {
  averageOf,
  BAYES,
  bayesByLabel,
  bayesTogether,
  type LabellingMethod,
  METHODS,
  SVM,
  svm,
  TSVM,
  tsvm,
  tsvmByEstimate,
  tsvmByShare,
} from './methods.js'

const AVERAGE = 'average'
const QUICK_DRAWS = 2
const SHARE = 'TSVM, by share'
const ESTIMATE = 'TSVM, by estimate'
const TOGETHER = 'naive Bayes, one model'
const COLUMNS = [
  ...METHODS.map((name) => ({ name, digits: 1, within: 4 })),
  ...[SHARE, ESTIMATE, TOGETHER].map((name) => ({ name, digits: 1 })),
]

/** One of the three. */
interface TableExperiment
  extends Pick<PaperItem, 'id' | 'place' | 'title' | 'data' | 'differs' | 'protocol'> {
  readonly corpus: 'reuters21578' | 'webkb' | 'ohsumed'
  readonly labelled: number
  readonly draws: number
  /** Labels by the names of the rows. */
  readonly rows: Readonly<Record<string, string>>
  /** The average breakeven of naive Bayes, SVM and TSVM. */
  readonly published: readonly [number, number, number]
  /** Naive Bayes as one model in the first column, too. */
  readonly together: boolean
  /** A row on which the paper’s TSVM is worse than the SVM. */
  readonly worse?: string
  read(desk: Desk): Promise<J99Corpus>
}

const TABLE = 'breakeven %'

function tableItem(experiment: TableExperiment): PaperItem {
  const { id, place, title, corpus, data, differs, protocol, rows, published, worse } = experiment
  const names = [...Object.keys(rows), AVERAGE]
  return {
    id,
    paper: J99,
    place,
    title,
    corpora: [corpus],
    data,
    differs,
    protocol,
    tables: [publishedTable(TABLE, place, COLUMNS, names, { [AVERAGE]: [...published, null, null, null] })],
    headline: METHODS.map((method) => [TABLE, AVERAGE, method]),
    claims: {
      'tsvm-svm': 'On average the TSVM is better than the SVM.',
      'svm-bayes': 'On average the SVM is better than naive Bayes.',
      ...(worse === undefined
        ? { each: 'The TSVM is better than the SVM on every category.' }
        : {
            worse: `On ${worse} the TSVM is worse than the SVM.`,
            each: `It is better on every other category.`,
          }),
    },
    experiments: { each: agreeingDocuments(experiment) },
    run: (desk) => run(desk, experiment),
  }
}

async function run(desk: Desk, experiment: TableExperiment): Promise<Findings> {
  const { labelled, rows, worse, together } = experiment
  const corpus = await experiment.read(desk)
  const draws = desk.quick ? QUICK_DRAWS : experiment.draws
  const figures = new Figures()
  const methods: Readonly<Record<string, LabellingMethod>> = {
    [BAYES]: together ? bayesTogether : bayesByLabel,
    [SVM]: svm,
    [TSVM]: tsvm,
    [SHARE]: tsvmByShare,
    [ESTIMATE]: tsvmByEstimate,
    ...(together ? {} : { [TOGETHER]: bayesTogether }),
  }
  const names = Object.keys(methods)
  for (let draw = 0; draw < draws; draw++) {
    const task = drawTask(corpus, labelled, desk.seed + draw)
    for (const [i, name] of names.entries()) {
      desk.progress((draw + i / names.length) / draws, name)
      const found = await methods[name](desk, task, corpus)
      for (const [row, label] of Object.entries(rows)) figures.add(TABLE, row, { [name]: found.get(label) })
      figures.add(TABLE, AVERAGE, { [name]: averageOf(found) })
    }
  }
  const isHigher = (row: string, first: string, second: string) =>
    higher(figures.side(TABLE, row, first, `${first} on ${row}`), figures.side(TABLE, row, second, second), 1)
  const others = Object.keys(rows).filter((row) => row !== worse)
  const claims: Record<string, ClaimFound> = {
    'tsvm-svm': isHigher(AVERAGE, TSVM, SVM),
    'svm-bayes': isHigher(AVERAGE, SVM, BAYES),
    each: every(others.map((row) => isHigher(row, TSVM, SVM))),
  }
  if (worse !== undefined) claims.worse = isHigher(worse, SVM, TSVM)
  return {
    figures,
    facts: {
      'documents labelled': labelled,
      'documents to be labelled': corpus.asked.length,
      'random draws of the labelled': draws,
    },
    claims,
  }
}

const DRAWN =
  'Labelled documents drawn at random, at least one of each category; the pairs of the sign tests are the draws. The TSVM is told ' +
  'how many documents have each category, so that its decision is the breakeven (“by share” goes by the labelled ones instead, “by estimate” by `--positives estimate`). ' +
  'Start costs as in the author’s program.'
const same = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, name]))

export const j99Reuters = tableItem({
  id: 'j99-reuters',
  place: 'table of Reuters',
  title: 'ten topics of Reuters, 17 labelled documents',
  corpus: 'reuters21578',
  data: 'same',
  differs:
    'The split is the paper’s, its random draws are not known. The text at hand has lost its digits: of the figures only the ' +
    'averages are known.',
  protocol:
    `ModApte, 3,299 test documents to be labelled, 17 labelled. Stop-list and stems; naive Bayes: a model for each topic ` +
    `against the rest, with its 1,000 words of highest mutual information (“one model”: all ten in one). ${DRAWN}`,
  labelled: 17,
  draws: 10,
  rows: same(TOPICS),
  published: [35.9, 48.4, 60.8],
  together: false,
  read: reuters,
})

export const j99Webkb = tableItem({
  id: 'j99-webkb',
  place: 'table of WebKB',
  title: 'four kinds of pages of WebKB, 9 labelled',
  corpus: 'webkb',
  data: 'similar',
  differs:
    'The paper leaves out pages that only point elsewhere; here all 4,199 pages of the four kinds are taken. Its random draws are ' +
    'not known, nor its figures but for the averages.',
  protocol:
    `Nine pages of Cornell labelled, those of the other universities to be labelled. Neither stop-list nor stems; naive Bayes: one ` +
    `model with the 2,000 words of highest mutual information; TSVM: words that occur 5 times. ${DRAWN}`,
  labelled: 9,
  draws: 10,
  rows: same(PAGES),
  published: [46.1, 57.2, 62.4],
  together: true,
  worse: 'project',
  read: webkb,
})

export const j99Ohsumed = tableItem({
  id: 'j99-ohsumed',
  place: 'table of OHSUMED',
  title: 'five disease groups of OHSUMED, 120 labelled abstracts',
  corpus: 'ohsumed',
  data: 'similar',
  differs:
    'At hand are 13,929 abstracts of 1991 that have one of 23 disease groups, 7,643 of them to be labelled; the paper labels 10,000 ' +
    'abstracts, those of no group among them. Of its figures only the averages are known.',
  protocol:
    `120 abstracts labelled, the test part to be labelled. Stop-list and stems; naive Bayes: a model for each group against the ` +
    `rest, with its 1,000 words of highest mutual information; TSVM: words that occur 3 times. ${DRAWN}`,
  labelled: 120,
  draws: 5,
  rows: GROUPS,
  published: [39.6, 48.6, 53.5],
  together: false,
  read: ohsumed,
})
