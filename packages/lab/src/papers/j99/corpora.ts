// The three corpora of J99: which documents may be drawn as labelled ones and which are to be labelled.

import type { Document } from 'abound'
import { permutation, Rng } from 'abound/structures'
import type { Desk } from '../item.js'
import { sampled } from '../measuring.js'
import { sharedVectors } from '../shared-vectors.js'
import type { Manner, Task } from './contest.js'

export interface J99Corpus extends Manner {
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
  const read = async (part: string) => only(await desk.documents('reuters21578', `modapte-${part}`), TOPICS)
  return {
    labels: TOPICS,
    pool: await stemmed(await read('train')),
    asked: await stemmed(sampled(desk, await read('test'), QUICK_ASKED)),
    bayes: LOCAL,
    tsvm: {},
  }
}

export const PAGES = ['course', 'faculty', 'project', 'student']
const HOME = 'cornell'

/** WebKB: pages of Cornell labelled, those of all other universities to be labelled. */
export async function webkb(desk: Desk): Promise<J99Corpus> {
  const pages = (await desk.documents('webkb', 'all')).filter(({ labels = [] }) => PAGES.includes(labels[0]))
  const isHome = ({ id = '' }: Document) => id.split('/')[1] === HOME
  return {
    labels: PAGES,
    pool: pages.filter(isHome),
    asked: sampled(
      desk,
      pages.filter((page) => !isHome(page)),
      QUICK_ASKED,
    ),
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
  const labels = Object.values(GROUPS)
  return {
    labels,
    pool: await stemmed(only(await desk.documents('ohsumed', 'train'), labels)),
    asked: await stemmed(sampled(desk, only(await desk.documents('ohsumed', 'test'), labels), QUICK_ASKED)),
    bayes: LOCAL,
    tsvm: { minCount: 3 },
  }
}

/** So many labelled documents drawn at random, at least one of them with each label. */
export function taskOf({ labels, pool, asked }: J99Corpus, size: number, seed: number): Task {
  const order = Array.from(permutation(pool.length, new Rng(seed)), (row) => pool[row])
  const chosen = new Set<Document>()
  for (const label of labels) {
    const has = (document: Document) => (document.labels ?? []).includes(label)
    const first = [...chosen].some(has) ? undefined : order.find(has)
    if (first !== undefined) chosen.add(first)
  }
  for (const document of order) if (chosen.size < size) chosen.add(document)
  return { few: [...chosen], asked }
}

/** The documents under these labels alone, those with none of them too. */
function only(documents: readonly Document[], labels: readonly string[]): Document[] {
  return documents.map((document) => ({
    ...document,
    labels: (document.labels ?? []).filter((label) => labels.includes(label)),
  }))
}

/** The documents with the stems of their words as texts, made once for all that learn from them. */
async function stemmed(documents: readonly Document[]): Promise<Document[]> {
  const { train, termOf } = await sharedVectors(documents, [], STEMMED)
  return train.map(({ vector }, row) => {
    const words: string[] = []
    for (let i = 0; i < (vector?.features.length ?? 0); i++) {
      const word = termOf(vector!.features[i])
      for (let times = 0; times < vector!.values[i]; times++) words.push(word)
    }
    return { ...documents[row], text: words.join(' ') }
  })
}
