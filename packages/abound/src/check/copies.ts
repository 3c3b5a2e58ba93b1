// From equal and nearly equal texts to findings: leaks, the same text with other labels, duplicates. A group is one
// finding, however many texts are in it.

import type { FindingKind } from './findings.js'
import type { Growing } from './growing.js'
import { type LabelBook, NOT_ALL_KNOWN } from './label-book.js'
import type { NearLinks } from './near-texts.js'

/** A finding before the documents' own ids and texts are known: documents are numbers, those of training first. */
export interface RawFinding {
  readonly kind: FindingKind
  readonly what: string
  readonly documents: readonly number[]
  /** How many of the documents are to be mended. */
  readonly toMend: number
  /** By document: how much it is like the one that it is held against. */
  readonly similarities?: readonly number[]
  readonly suggested?: readonly string[]
  readonly labels?: readonly { readonly label: string; readonly documents: number }[]
  readonly probability?: number
  readonly suggestedProbability?: number
}

interface Copies {
  /** By document: its text's number. Texts are numbered in the order of the documents. */
  readonly textOf: Growing
  readonly texts: number
  readonly book: LabelBook
  readonly trainDocuments: number
  readonly trainTexts: number
  readonly near: NearLinks
}

/** All findings about copies. */
export function copyFindings(copies: Copies): RawFinding[] {
  const groups = new Groups(copies)
  const out: RawFinding[] = []
  for (let text = 0; text < copies.texts; text++)
    if (groups.size(text) > 1) equalTexts(text, groups, copies, out)
  nearTexts(groups, copies, out)
  return out
}

/** Documents by text. */
class Groups {
  private readonly starts: Uint32Array
  private readonly members: Uint32Array

  constructor({ textOf, texts }: Copies) {
    const of = textOf.view()
    this.starts = new Uint32Array(texts + 1)
    for (let i = 0; i < of.length; i++) this.starts[of[i] + 1]++
    for (let t = 0; t < texts; t++) this.starts[t + 1] += this.starts[t]
    this.members = new Uint32Array(of.length)
    const at = this.starts.slice(0, texts)
    for (let i = 0; i < of.length; i++) this.members[at[of[i]]++] = i
  }

  size(text: number): number {
    return this.starts[text + 1] - this.starts[text]
  }

  first(text: number): number {
    return this.members[this.starts[text]]
  }

  of(text: number): number[] {
    return [...this.members.subarray(this.starts[text], this.starts[text + 1])]
  }
}

function equalTexts(text: number, groups: Groups, { book, trainDocuments }: Copies, out: RawFinding[]): void {
  const members = groups.of(text)
  const inTrain = members.filter((i) => i < trainDocuments)
  const inTest = members.slice(inTrain.length)
  if (inTrain.length > 0 && inTest.length > 0) {
    const what = inTrain.length === 1 ? 'also in training' : `${inTrain.length} times in training`
    out.push({ kind: 'leak', what, documents: [...inTest, inTrain[0]], toMend: inTest.length })
  }
  const bySet = new Map<number, number[]>()
  for (const i of members) {
    const set = book.sets.at(i)
    const same = bySet.get(set)
    if (same === undefined) bySet.set(set, [i])
    else same.push(i)
  }
  otherLabels(bySet, book, out)
  for (const same of bySet.values()) {
    // What is in training already is a leak, however often.
    const ownPart = inTrain.length > 0 ? same.filter((i) => i < trainDocuments) : same
    if (ownPart.length < 2) continue
    const what = `${ownPart.length} times with the same labels`
    out.push({ kind: 'duplicate', what, documents: ownPart, toMend: ownPart.length - 1 })
  }
}

/** One text whose documents do not all have the same labels. */
function otherLabels(bySet: ReadonlyMap<number, number[]>, book: LabelBook, out: RawFinding[]): void {
  const known = [...bySet].filter(([set]) => set !== NOT_ALL_KNOWN)
  if (known.length < 2) return
  known.sort(([, a], [, b]) => b.length - a.length || a[0] - b[0])
  const [[main, kept], ...others] = known
  const documents = others.flatMap(([, same]) => same).sort((a, b) => a - b)
  const most = kept.length > documents.length
  out.push({
    kind: 'same-text-other-labels',
    what: known.map(([set, same]) => `${same.length} × ${joinLabels(book.namesOf(set))}`).join(', '),
    documents: [...documents, kept[0]],
    toMend: documents.length,
    ...(most ? { suggested: book.namesOf(main) } : {}),
  })
}

function nearTexts(groups: Groups, { texts, trainTexts, book, near }: Copies, out: RawFinding[]): void {
  const { links, similarity, leaks, leakSimilarity, groups: roots } = near
  const together = new Map<number, number[]>()
  for (let text = 0; text < texts; text++) {
    if (links[text] < 0) continue
    const first = groups.first(text)
    if (leaks[text] >= 0) {
      const documents = [...groups.of(text), groups.first(leaks[text])]
      out.push({
        kind: 'near-leak',
        what: `${percent(leakSimilarity[text])} the same as one in training`,
        documents,
        toMend: documents.length - 1,
        similarities: documents.map((_, i) => (i < documents.length - 1 ? leakSimilarity[text] : 0)),
      })
    }
    const other = groups.first(links[text])
    if (differ(book, first, other)) {
      out.push({
        kind: 'near-text-other-labels',
        what: `${percent(similarity[text])} the same`,
        documents: [first, other],
        toMend: 1,
        similarities: [similarity[text], 0],
      })
    } else if (leaks[text] < 0 && text < trainTexts === links[text] < trainTexts) {
      const root = roots[text]
      const members = together.get(root)
      if (members === undefined) together.set(root, [links[text], text])
      else members.push(text)
    }
  }
  for (const members of together.values()) {
    const distinct = [...new Set(members)]
    out.push({
      kind: 'near-duplicate',
      what: `${distinct.length} texts, from ${percent(Math.min(...members.slice(1).map((text) => similarity[text])))} the same`,
      documents: distinct.map((text) => groups.first(text)),
      toMend: distinct.length - 1,
      similarities: distinct.map((text) => similarity[text]),
    })
  }
}

function differ({ sets }: LabelBook, a: number, b: number): boolean {
  return sets.at(a) !== sets.at(b) && sets.at(a) !== NOT_ALL_KNOWN && sets.at(b) !== NOT_ALL_KNOWN
}

function joinLabels(labels: readonly string[]): string {
  return labels.length === 0 ? 'no label' : labels.join(' + ')
}

/** 0.8349 → 83 %; never 100 for what is not all. */
export function percent(share: number): string {
  return `${Math.min(99, Math.floor(share * 100))} %`
}
