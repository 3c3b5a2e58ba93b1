// The three corpora of J99: which documents may be drawn as labelled ones and which are to be labelled.

import type { Document } from 'abound'
import { drawDocuments, restrictLabels, sampleIfQuick } from '../document-lists.js'
import type { Desk } from '../item.js'
import { vectorise } from '../split-vectors.js'
import type { CorpusOptions, LabellingTask } from './methods.js'

export interface J99Corpus extends CorpusOptions {
  /** Where the labelled documents are drawn from. */
  readonly pool: readonly Document[]
  readonly asked: readonly Document[]
}

const QUICK_ASKED = 800
const STEMMED = { stop: 'english', stem: 'porter', weighting: 'tf', norm: 'none' }
const LOCAL = { select: 'mutual-information', selectTop: 1000, selectScope: 'local' }

/** In the order of the paper’s table. */
export const TOPICS = [
  ...['earn', 'acq', 'money-fx', 'grain', 'crude', 'trade', 'interest', 'ship', 'wheat', 'corn'],
]

/** Reuters-21578, ModApte: the ten most frequent topics, documents of no such topic among the rest. */
export async function reuters(desk: Desk): Promise<J99Corpus> {
  const corpus = await readStemmed(desk, 'reuters21578', 'modapte-', TOPICS)
  return { ...corpus, bayes: LOCAL, tsvm: {} }
}

export const PAGES = ['course', 'faculty', 'project', 'student']
const HOME = 'cornell'

/** WebKB: pages of Cornell labelled, those of all other universities to be labelled. */
export async function webkb(desk: Desk): Promise<J99Corpus> {
  const pages = (await desk.documents('webkb', 'all')).filter(({ labels = [] }) => PAGES.includes(labels[0]))
  const isHome = ({ id = '' }: Document) => id.split('/')[1] === HOME
  const elsewhere = pages.filter((page) => !isHome(page))
  return {
    labels: PAGES,
    pool: pages.filter(isHome),
    asked: sampleIfQuick(desk, elsewhere, QUICK_ASKED),
    bayes: { select: 'mutual-information', selectTop: 2000 },
    tsvm: { minCount: 5 },
  }
}

/** The five most frequent disease groups by the names of the paper’s table. */
export const GROUPS = {
  Pathology: 'C23',
  Cardiovascular: 'C14',
  Neoplasms: 'C04',
  'Nervous system': 'C10',
  Immunologic: 'C20',
} as const

export async function ohsumed(desk: Desk): Promise<J99Corpus> {
  const corpus = await readStemmed(desk, 'ohsumed', '', Object.values(GROUPS))
  return { ...corpus, bayes: LOCAL, tsvm: { minCount: 3 } }
}

/** `size` labelled documents drawn at random, at least one of them with each label. */
export function drawTask({ labels, pool, asked }: J99Corpus, size: number, seed: number): LabellingTask {
  const order = drawDocuments(pool, seed)
  const chosen = new Set<Document>()
  for (const label of labels) {
    const has = (document: Document) => (document.labels ?? []).includes(label)
    const first = [...chosen].some(has) ? undefined : order.find(has)
    if (first !== undefined) chosen.add(first)
  }
  for (const document of order) if (chosen.size < size) chosen.add(document)
  return { few: [...chosen], asked }
}

/** A corpus of train and test part under some labels, as stems. */
async function readStemmed(desk: Desk, dataset: string, prefix: string, labels: readonly string[]) {
  const read = async (part: string) =>
    restrictLabels(await desk.documents(dataset, prefix + part), new Set(labels))
  return {
    labels,
    pool: await stemWords(await read('train')),
    asked: await stemWords(sampleIfQuick(desk, await read('test'), QUICK_ASKED)),
  }
}

/** The documents with the stems of their words as texts, made once for all that learn from them. */
async function stemWords(documents: readonly Document[]): Promise<Document[]> {
  const { train, term } = await vectorise({ train: documents, test: [] }, STEMMED)
  return train.map(({ vector }, row) => {
    const { features, values } = vector!
    const words: string[] = []
    features.forEach((feature, i) => {
      for (let times = 0; times < values[i]; times++) words.push(term(feature))
    })
    return { ...documents[row], text: words.join(' ') }
  })
}
