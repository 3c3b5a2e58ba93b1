// A corpus looked through for what should be mended before anyone learns from it or measures on it. It is read three
// times: for signatures of texts, oddities and labels; for the runs of words of texts that may be copies, and the rows
// that labels are held against; and for the ids and texts of what was found. What is read only once (a pipe) is kept.

import type { Document, ForkJoinPool } from '../contract.js'
import { InputError } from '../errors.js'
import { type Corpus, rereadable } from '../pipeline/corpus.js'
import { copyFindings, percent, type RawFinding } from './copies.js'
import { DistinctTexts } from './distinct-texts.js'
import { addExcerpts, excerptsOf } from './excerpts.js'
import { type CheckReport, type FindingKind, KINDS } from './findings.js'
import { Growing } from './growing.js'
import { LabelBook } from './label-book.js'
import { type Doubt, FEWEST_DOCUMENTS } from './label-errors.js'
import { oddLabels } from './label-names.js'
import { LabelRows } from './label-rows.js'
import { NearTexts } from './near-texts.js'
import { OddTexts } from './odd-texts.js'
import { TextLook } from './text-look.js'

export interface CheckOptions {
  /** Texts are nearly the same from this share of common runs of three words on (0.8). */
  readonly near?: number
  /** Whether labels are held against the texts by models trained out of fold (true). */
  readonly labels?: boolean
  readonly seed?: number
  /** MB of rows that are kept for that; more are checked in several parts, read one after the other (1024). */
  readonly memory?: number
}

export interface CheckHooks {
  /** `total` is 0 when it is not known. */
  progress?(phase: 'reading' | 'comparing' | 'learning', done: number, total: number): void
}

type LabelPart = ReturnType<LabelBook['endPart']>

const DEFAULT_NEAR = 0.8
const DEFAULT_MEMORY = 1024
const MEGABYTE = 2 ** 20
/** Documents between two calls of `progress`. */
const OFTEN = 1024

/**
 * Looks through training documents, and test documents if there are any.
 *
 * @example
 * const twice = [...documents, { text: 'WHEAT rose!', labels: ['corn'] }, { text: 'wheat rose', labels: ['wheat'] }]
 * const { findings } = await checkCorpus(corpusOf(twice))
 * findings[0].kind // 'same-text-other-labels'
 */
export async function checkCorpus(
  trainCorpus: Corpus,
  testCorpus?: Corpus,
  options: CheckOptions = {},
  hooks: CheckHooks = {},
  { pool }: { readonly pool?: ForkJoinPool } = {},
): Promise<CheckReport> {
  const { near: threshold = DEFAULT_NEAR, labels = true, seed = 1, memory = DEFAULT_MEMORY } = options
  if (!(threshold > 0 && threshold <= 1))
    throw new InputError(`near ${threshold}: expected a number above 0, at most 1`)
  const train = await rereadable(trainCorpus)
  const test = testCorpus === undefined ? undefined : await rereadable(testCorpus)
  const corpora = test === undefined ? [train] : [train, test]

  const look = new TextLook()
  const distinct = new DistinctTexts()
  const near = new NearTexts(threshold)
  const odd = new OddTexts()
  const book = new LabelBook()
  const textOf = new Growing()
  let words = 0
  const parts: LabelPart[] = []
  const ends: { documents: number; texts: number }[] = []
  for (const corpus of corpora) {
    for await (const document of documentsOf([corpus], hooks, textOf.count)) {
      if (look.read(document)) odd.add(look.bytes, look.length, look.tokens)
      else odd.addOther()
      words += look.shingles.count
      const { keyA, keyB } = look.shingles
      const text = distinct.add(keyA, keyB)
      if (text === near.count) near.add(look.shingles)
      textOf.push(text)
      book.add(document)
    }
    parts.push(book.endPart())
    ends.push({ documents: textOf.count, texts: distinct.count })
  }
  const [{ documents: trainDocuments, texts: trainTexts }] = ends
  if (textOf.count === 0)
    throw new InputError(`${train.name ?? 'the corpus'}: there are no documents to check`)
  near.findCandidates(trainTexts, (done, total) => hooks.progress?.('comparing', done, total))

  const judged = textOf.count - parts.reduce((sum, part) => sum + part.unlabelled, 0)
  const wantsRows = labels && book.labels.count > 1 && judged >= FEWEST_DOCUMENTS
  const shards = wantsRows ? Math.max(1, Math.ceil((words * 8) / (memory * MEGABYTE))) : 1
  const doubts: { readonly document: number; readonly doubt: Doubt }[] = []
  let links: ReturnType<NearTexts['link']> | undefined
  let learner: string | undefined
  for (let shard = 0; shard < shards; shard++) {
    const rows = wantsRows ? await LabelRows.start(book.labels.count, words / shards, pool) : undefined
    let i = 0
    for await (const document of documentsOf(corpora, hooks)) {
      if (shard === 0 && near.wants(textOf.at(i))) {
        look.read(document)
        near.collect(textOf.at(i), look.shingles)
      }
      if (i % shards === shard) rows?.add(i, document, book.labels)
      i++
    }
    links ??= near.link()
    if (rows === undefined) continue
    learner = rows.learner
    const { groups } = links
    const found = rows.doubts(
      (document) => groups[textOf.at(document)],
      seed,
      (done, total) => hooks.progress?.('learning', shard * total + done, shards * total),
    )
    for (const one of found) doubts.push(one)
  }

  const raw: RawFinding[] = copyFindings({
    textOf,
    texts: distinct.count,
    book,
    trainDocuments,
    trainTexts,
    near: links!,
  })
  for (const { document, doubt } of doubts) raw.push(doubtFinding(document, doubt, book))
  for (const { kind, document, what } of odd.odd().sort((a, b) => b.score - a.score))
    raw.push({ kind, what, documents: [document], toMend: 1 })
  raw.push(...labelFindings(parts))
  raw.sort((a, b) => rank(a.kind) - rank(b.kind) || badness(b) - badness(a))
  const excerpts = await excerptsOf(raw, documentsOf(corpora, hooks))
  const report = (i: number): CheckReport['train'] => ({
    documents: ends[i].documents - (i === 0 ? 0 : ends[0].documents),
    labels: parts[i].counts.size,
    unlabelled: parts[i].unlabelled,
  })
  return {
    train: report(0),
    ...(test === undefined ? {} : { test: report(1) }),
    ...(learner === undefined ? {} : { labelCheck: { learner, documents: judged } }),
    findings: raw.map((finding) => addExcerpts(finding, excerpts, trainDocuments)),
  }
}

const RANKS = new Map(Object.keys(KINDS).map((kind, i) => [kind, i]))

function rank(kind: FindingKind): number {
  return RANKS.get(kind)!
}

/** Within a kind: groups by their size; what has no group keeps the order in which it was found. */
function badness({ kind, toMend, similarities }: RawFinding): number {
  return kind === 'near-leak' || kind === 'near-text-other-labels' ? similarities![0] : toMend
}

/** Of training and, where it is there, of test. */
function labelFindings([train, test]: readonly LabelPart[]): RawFinding[] {
  return oddLabels(train.counts, test?.counts).map(({ kind, labels, suggested, what }) => ({
    kind,
    what,
    documents: labels.map(({ label }) =>
      kind === 'unknown-label'
        ? test.firsts.get(label)!
        : (train.firsts.get(label) ?? test.firsts.get(label)!),
    ),
    toMend: kind === 'label-spelling' ? labels.length - 1 : 1,
    labels,
    ...(suggested === undefined ? {} : { suggested: [suggested] }),
  }))
}

function doubtFinding(document: number, doubt: Doubt, book: LabelBook): RawFinding {
  const { given, suggested, givenProbability, suggestedProbability } = doubt
  const name = (id: number): string => book.labels.string(id)
  const set = book.sets.at(document)
  return {
    kind: given < 0 ? 'missing-label' : 'wrong-label',
    what:
      given < 0
        ? `${name(suggested)} is ${percent(suggestedProbability)} likely`
        : `${name(given)} is ${percent(givenProbability)} likely` +
          (suggested < 0 ? '' : `, ${name(suggested)} ${percent(suggestedProbability)}`),
    documents: [document],
    toMend: 1,
    ...(given < 0 ? {} : { labels: [{ label: name(given), documents: 1 }], probability: givenProbability }),
    ...(suggested < 0 ? {} : { suggestedProbability }),
    suggested: [...book.idsOf(set).filter((id) => id !== given), ...(suggested < 0 ? [] : [suggested])].map(
      name,
    ),
  }
}

/** The documents one by one, reporting progress. */
async function* documentsOf(
  corpora: readonly Corpus[],
  hooks: CheckHooks,
  done = 0,
): AsyncGenerator<Document> {
  for (const corpus of corpora) {
    for await (const batch of corpus.batches()) {
      for (const document of batch) {
        if ((done++ & (OFTEN - 1)) === 0) hooks.progress?.('reading', done, 0)
        yield document
      }
    }
  }
}
