// The corpora of MCG09 and what stands in for those that are not to be had, with their splits.

import type { Document } from 'abound'
import { Rng, trials } from 'abound/internal'
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
  async load(desk) {
    const frequent = keepFrequent(await readParts(desk, 'nvd-cve'), 104)
    const one = frequent.filter(({ labels = [] }) => labels.length === 1)
    return drawProducts(desk, one, 9600)
  },
}

/** For RCV1 (414 classes in a tree, two each): as many texts on the 414 most frequent products under their vendors. */
export const PRODUCTS_414: CorpusSource = {
  best: { margin: 0.1, passes: 4 },
  load: async (desk) => drawProducts(desk, keepFrequent(await readParts(desk, 'nvd-cve'), 414), 23_000),
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

/** One trial of a corpus. */
interface Trial<Name extends string> {
  /** The corpus's name. */
  readonly name: Name
  readonly trial: number
  readonly trials: number
  /** How many documents the corpus has. */
  readonly documents: number
  readonly vectors: SplitVectors
  /** The same split with other values. */
  vectorise(values: typeof VALUES | typeof BOOLEAN): Promise<SplitVectors>
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
): AsyncGenerator<Trial<Name>> {
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
      const withValues = (values: typeof VALUES | typeof BOOLEAN) =>
        vectorise(parts, { stop: 'english', minDf, ...values })
      yield {
        name,
        trial,
        trials: splits.length,
        documents: documents.length,
        vectors: await withValues(VALUES),
        vectorise: withValues,
        progress,
      }
    }
  }
}
