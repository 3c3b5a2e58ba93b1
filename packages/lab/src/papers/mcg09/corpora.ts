// The corpora of MCG09 and what stands in for those that are not to be had, with their splits.

import type { Document } from 'abound'
import { type GivenOptions, Rng, trials } from 'abound/internal'
import {
  countLabels,
  drawDocuments,
  keepFrequent,
  readParts,
  relabel,
  sampleIfQuick,
  splitDocuments,
} from '../document-lists.js'
import type { Desk } from '../item.js'
import { type SplitVectors, vectorise } from '../split-vectors.js'

/** A corpus, how it is split, and how its texts become vectors. */
interface Mcg09Corpus {
  readonly documents: readonly Document[]
  readonly heldOut: number
  readonly minDf: number
}

/** Where a corpus comes from. */
export interface CorpusSource {
  /** FF's options that are best for it, figures 9 and 10. */
  readonly best: { readonly margin: number; readonly passes: number }
  /** Fewer than ten, of a large one. */
  readonly trials?: number
  load(desk: Desk): Promise<Mcg09Corpus>
}

const TRIALS = 10
const NAME_PART = /[\p{L}\p{N}]+/gu
const QUICK_TRIALS = 2
const QUICK_DOCUMENTS = 3000

/** All 20 Newsgroups, 80–20. */
export const NEWSGROUPS: CorpusSource = {
  best: { margin: 0.5, passes: 1 },
  async load(desk) {
    const documents = await readParts(desk, '20newsgroups')
    return { documents: sampleIfQuick(desk, documents, QUICK_DOCUMENTS), heldOut: 0.2, minDf: 2 }
  },
}

/** The documents of all Reuters-21578 with one of the ten largest topics, 9,400; of several a random one. */
export const REUTERS_TEN: CorpusSource = {
  best: { margin: 0.5, passes: 1 },
  async load(desk) {
    const parts = ['train', 'test', 'unused'].map((part) => `modapte-${part}`)
    const rng = new Rng(desk.seed)
    const documents = relabel(keepFrequent(await readParts(desk, 'reuters21578', parts), 10), (labels) => [
      labels[rng.below(labels.length)],
    ])
    return { documents: sampleIfQuick(desk, documents, QUICK_DOCUMENTS), heldOut: 0.1, minDf: 1 }
  },
}

/** For Industry (104 classes, one each): as many texts on one of the 104 most frequent products of nvd-cve. */
export const PRODUCTS_104: CorpusSource = {
  best: { margin: 0.5, passes: 3 },
  load: async (desk) => drawProducts(desk, await onOneProduct(desk), 9600),
}

async function onOneProduct(desk: Desk): Promise<Document[]> {
  const frequent = keepFrequent(await readParts(desk, 'nvd-cve'), 104)
  return frequent.filter(({ labels = [] }) => labels.length === 1)
}

/** Documents as long as Industry's: five texts on the same of these products as one. */
export const JOINED_PRODUCTS: CorpusSource = {
  ...PRODUCTS_104,
  async load(desk) {
    const texts = new Map<string, string[]>()
    const decoder = new TextDecoder()
    const documents: Document[] = []
    for (const { text = '', labels = [] } of await onOneProduct(desk)) {
      const own = texts.get(labels[0]) ?? []
      own.push(typeof text === 'string' ? text : decoder.decode(text))
      texts.set(labels[0], own)
      if (own.length < 5) continue
      documents.push({ text: own.join('\n'), labels })
      texts.delete(labels[0])
    }
    return drawProducts(desk, documents, 9600)
  },
}

/** For RCV1 (414 classes in a tree, two each): as many texts on the 414 most frequent products under their vendors. */
export const PRODUCTS_414: CorpusSource = {
  best: { margin: 0.1, passes: 4 },
  load: async (desk) => drawProducts(desk, keepFrequent(await readParts(desk, 'nvd-cve'), 414), 23_000),
}

/** The same texts without the words that their products are named by. */
export const UNNAMED_414: CorpusSource = {
  ...PRODUCTS_414,
  async load(desk) {
    const corpus = await PRODUCTS_414.load(desk)
    const decoder = new TextDecoder()
    const documents = corpus.documents.map((document) => {
      const { text = '', labels = [] } = document
      const names = new Set(labels.flatMap((label) => label.toLowerCase().match(NAME_PART) ?? []))
      const read = typeof text === 'string' ? text : decoder.decode(text)
      return {
        ...document,
        text: read.replace(NAME_PART, (word) => (names.has(word.toLowerCase()) ? ' ' : word)),
      }
    })
    return { ...corpus, documents }
  },
}

/** For Web (14k classes): as many texts on all products with two texts or more. */
export const ALL_PRODUCTS: CorpusSource = {
  best: { margin: 0, passes: 2 },
  trials: 3,
  async load(desk) {
    const all = await readParts(desk, 'nvd-cve')
    const counts = countLabels(all)
    const frequent = relabel(all, (labels) => labels.filter((label) => counts.get(label)! >= 2))
    return drawProducts(desk, frequent, 70_000)
  },
}

/** For Ads (12.6k classes): as many texts on all subjects of yso-finna. */
export const SUBJECTS: CorpusSource = {
  best: { margin: 0.1, passes: 4 },
  trials: 1,
  async load(desk) {
    const all = await readParts(desk, 'yso-finna', desk.quick ? ['test'] : ['train', 'test'])
    const documents = drawDocuments(all, desk.seed, 369_000)
    return { documents: sampleIfQuick(desk, documents, 20_000), heldOut: 0.1, minDf: 2 }
  },
}

/** For Industry's even classes: as many records of yso-finna on one of its 104 most frequent subjects, a hundred of each. */
export const EVEN_SUBJECTS: CorpusSource = {
  best: { margin: 0.5, passes: 3 },
  async load(desk) {
    const all = await desk.documents('yso-finna', desk.quick ? 'test' : 'train')
    const one = keepFrequent(all, 104).filter(({ labels = [] }) => labels.length === 1)
    const taken = new Map<string, number>()
    const even = drawDocuments(one, desk.seed).filter(({ labels: [label] = [] }) => {
      taken.set(label, (taken.get(label) ?? 0) + 1)
      return taken.get(label)! <= 100
    })
    const documents = drawDocuments(even, desk.seed, 9600)
    return { documents: sampleIfQuick(desk, documents, QUICK_DOCUMENTS), heldOut: 0.1, minDf: 2 }
  },
}

/** 20 Newsgroups in the tree that their names make: comp, rec, sci, talk … above them. */
export const NEWS_TREE: CorpusSource = {
  ...NEWSGROUPS,
  async load(desk) {
    const corpus = await NEWSGROUPS.load(desk)
    const documents = relabel(corpus.documents, (labels) => labels.map((label) => label.replaceAll('.', '/')))
    return { ...corpus, documents }
  },
}

/** `size` documents, their labels as paths: `vendor/product`. */
function drawProducts(desk: Desk, documents: readonly Document[], size: number): Mcg09Corpus {
  const toPath = (label: string) => label.replaceAll('/', '_').replace(':', '/')
  const drawn = relabel(drawDocuments(documents, desk.seed, size), (labels) => labels.map(toPath))
  return { documents: sampleIfQuick(desk, drawn, QUICK_DOCUMENTS), heldOut: 0.1, minDf: 2 }
}

/** As in the paper: feature values, every vector of length 1. */
const VALUES = { weighting: 'tf', norm: 'l2' } as const
/** Only which words there are. */
export const BOOLEAN = { weighting: 'binary', norm: 'none' } as const
/** Words and pairs of neighbours, as the paper has words and phrases. */
export const PHRASES = { ...VALUES, ngrams: 2 } as const
export const BOOLEAN_PHRASES = { ...BOOLEAN, ngrams: 2 } as const

/** One trial of a corpus. */
interface CorpusTrial<Name extends string> {
  /** The corpus's name. */
  readonly name: Name
  readonly trial: number
  readonly trials: number
  /** How many documents the corpus has. */
  readonly documents: number
  /** All of them. */
  readonly all: readonly Document[]
  readonly vectors: SplitVectors
  /** The same split with other values or features. */
  vectorise(text: GivenOptions): Promise<SplitVectors>
  /** Reports progress within the trial. */
  progress(share: number, doing: string): void
}

/** The trials of some corpora one after the other: ten of each unless told otherwise, two in a quick run. */
export async function* eachTrial<Name extends string>(
  desk: Desk,
  sources: Readonly<Record<Name, CorpusSource>>,
  times?: number,
  /** The part of the whole work that this is. */
  [from, to]: readonly [number, number] = [0, 1],
): AsyncGenerator<CorpusTrial<Name>> {
  const entries = Object.entries(sources) as [Name, CorpusSource][]
  for (const [at, [name, source]] of entries.entries()) {
    const { documents, heldOut, minDf } = await source.load(desk)
    const most = times ?? source.trials ?? TRIALS
    const splits = trials(
      documents.length,
      desk.quick ? Math.min(most, QUICK_TRIALS) : most,
      heldOut,
      desk.seed,
    )
    for (const [trial, split] of splits.entries()) {
      const progress = (share: number, doing: string): void => {
        const done = (at + (trial + share) / splits.length) / entries.length
        desk.progress(from + (to - from) * done, doing)
      }
      progress(0, name)
      const parts = splitDocuments(documents, split)
      const withValues = (text: GivenOptions) => vectorise(parts, { stop: 'english', minDf, ...text })
      yield {
        name,
        trial,
        trials: splits.length,
        documents: documents.length,
        all: documents,
        vectors: await withValues(VALUES),
        vectorise: withValues,
        progress,
      }
    }
  }
}
