// The corpora of MCG09 and what stands in for those that are not to be had, as lists of documents with their splits.

import type { Document } from 'abound'
import { type Split, trials } from 'abound/data'
import { permutation, Rng } from 'abound/structures'
import type { Desk } from '../item.js'
import { parts, sampled } from '../measuring.js'
import { type SharedVectors, sharedVectors } from '../shared-vectors.js'

/** A corpus, how it is split, and how its texts become vectors. */
export interface Mcg09Corpus {
  readonly documents: readonly Document[]
  readonly heldOut: number
  readonly text: { readonly stop: string; readonly minDf: number }
}

const TRIALS = 10
const QUICK_TRIALS = 2
const QUICK_DOCUMENTS = 3000

/** As in the paper: feature values, every vector of length 1. */
export const VALUES = { weighting: 'tf', norm: 'l2' } as const
/** Only which words there are. */
export const BOOLEAN = { weighting: 'binary', norm: 'none' } as const

/** All 20 Newsgroups, 80–20. */
export async function newsgroups(desk: Desk): Promise<Mcg09Corpus> {
  const documents = await bothParts(desk, '20newsgroups')
  return {
    documents: sampled(desk, documents, QUICK_DOCUMENTS),
    heldOut: 0.2,
    text: { stop: 'english', minDf: 2 },
  }
}

/** The documents of all Reuters-21578 with one of the ten largest topics, 9,400; of several a random one. */
export async function reutersTen(desk: Desk): Promise<Mcg09Corpus> {
  const all: Document[] = []
  for (const part of ['train', 'test', 'unused'])
    all.push(...(await desk.documents('reuters21578', `modapte-${part}`)))
  const rng = new Rng(desk.seed)
  const documents = withFrequent(all, 10).map((document) => {
    const labels = document.labels ?? []
    return { ...document, labels: [labels[rng.below(labels.length)]] }
  })
  return {
    documents: sampled(desk, documents, QUICK_DOCUMENTS),
    heldOut: 0.1,
    text: { stop: 'english', minDf: 1 },
  }
}

/** For Industry (104 classes, one each): texts on one of the 104 most frequent products of nvd-cve, as many. */
export async function products104(desk: Desk): Promise<Mcg09Corpus> {
  const one = withFrequent(await bothParts(desk, 'nvd-cve'), 104).filter(
    ({ labels = [] }) => labels.length === 1,
  )
  return productsOf(desk, one, 9600)
}

/** For RCV1 (414 classes in a tree, two each): the 414 most frequent products under their vendors, as many. */
export async function products414(desk: Desk): Promise<Mcg09Corpus> {
  return productsOf(desk, withFrequent(await bothParts(desk, 'nvd-cve'), 414), 23_000)
}

/** For Web (14k classes): all products with two texts or more, as many texts. */
export async function allProducts(desk: Desk): Promise<Mcg09Corpus> {
  return productsOf(desk, withAtLeast(await bothParts(desk, 'nvd-cve'), 2), 70_000)
}

/** For Ads (12.6k classes): all subjects of yso-finna, as many texts. */
export async function subjects(desk: Desk): Promise<Mcg09Corpus> {
  const all = desk.quick ? await desk.documents('yso-finna', 'test') : await bothParts(desk, 'yso-finna')
  const documents = someOf(desk, all, 369_000)
  return { documents: sampled(desk, documents, 20_000), heldOut: 0.1, text: { stop: 'english', minDf: 2 } }
}

/** Labels as paths, `vendor/product`. */
function productsOf(desk: Desk, documents: readonly Document[], size: number): Mcg09Corpus {
  const named = (label: string) => label.replaceAll('/', '_').replace(':', '/')
  const chosen = someOf(desk, documents, size).map((document) => ({
    ...document,
    labels: (document.labels ?? []).map(named),
  }))
  return {
    documents: sampled(desk, chosen, QUICK_DOCUMENTS),
    heldOut: 0.1,
    text: { stop: 'english', minDf: 2 },
  }
}

async function bothParts(desk: Desk, dataset: string): Promise<Document[]> {
  return [...(await desk.documents(dataset, 'train')), ...(await desk.documents(dataset, 'test'))]
}

/** A seeded part of so many documents, in a random order. */
function someOf(desk: Desk, documents: readonly Document[], size: number): Document[] {
  const order = permutation(documents.length, new Rng(desk.seed))
  return Array.from(order.subarray(0, size), (row) => documents[row])
}

/** The documents with one of the most frequent labels, and of their labels only those. */
function withFrequent(documents: readonly Document[], labels: number): Document[] {
  const counts = countsOf(documents)
  const order = [...counts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1))
  return withLabels(documents, new Set(order.slice(0, labels).map(([label]) => label)))
}

/** The same with labels that so many documents have. */
function withAtLeast(documents: readonly Document[], times: number): Document[] {
  const frequent = [...countsOf(documents)].filter(([, count]) => count >= times)
  return withLabels(documents, new Set(frequent.map(([label]) => label)))
}

function countsOf(documents: readonly Document[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { labels = [] } of documents)
    for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1)
  return counts
}

function withLabels(documents: readonly Document[], wanted: ReadonlySet<string>): Document[] {
  const out: Document[] = []
  for (const document of documents) {
    const labels = (document.labels ?? []).filter((label) => wanted.has(label))
    if (labels.length > 0) out.push({ ...document, labels })
  }
  return out
}

/** The trials of a corpus, ten unless told otherwise; two in a quick run. */
export function trialsOf(desk: Desk, { documents, heldOut }: Mcg09Corpus, times = TRIALS): Split[] {
  return trials(documents.length, desk.quick ? Math.min(times, QUICK_TRIALS) : times, heldOut, desk.seed)
}

/** The vectors of a trial. */
export function vectorsOf(
  { documents, text }: Mcg09Corpus,
  split: Split,
  values: typeof VALUES | typeof BOOLEAN = VALUES,
): Promise<SharedVectors> {
  const { train, test } = parts(documents, split)
  return sharedVectors(train, test, { ...text, ...values })
}
