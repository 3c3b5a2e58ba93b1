// Ranking texts for answers: the same on the event loop and in threads.

import type { Classifier, RankedLabel, Vectoriser } from 'abound'
import { type DriftWatch, type Seen, seenOf } from '../model/drift-watch.js'
import type { LabelNames } from '../model/label-renaming.js'

export interface RankOptions {
  readonly top?: number
  readonly assign?: boolean
  readonly reject?: number
  /** Left out of drift. */
  readonly trial?: boolean
}

export interface RankedText {
  readonly labels: RankedLabel[]
  readonly assigned?: string[]
  readonly rejected?: boolean
}

/** What ranking takes: a model, the names that people see, and the watch over what came in. */
export interface Ranking {
  readonly classifier: Classifier
  readonly vectoriser: Vectoriser
  readonly names: Pick<LabelNames, 'count' | 'ranked' | 'shown'>
  readonly drift: Pick<DriftWatch, 'add'>
}

/** Some texts of a request, ranked in one go. */
export interface Piece {
  readonly texts: readonly string[]
  readonly options: RankOptions
  /** For NDJSON: the ids of the texts that have one. */
  readonly ids?: readonly (string | undefined)[]
}

export interface RankedPiece {
  readonly bytes: Uint8Array
  /** For the watch over drift, which takes texts in their order; threads finish in any. */
  readonly seen: readonly Seen[]
}

const encoder = new TextEncoder()
const PIECE_TEXTS = 64
const PIECE_CHARACTERS = 1 << 15

/** Ranks one text under the names that people see. */
export function rankText(
  { classifier, names, drift, vectoriser }: Ranking,
  text: string,
  { top = 1, assign, reject, trial }: RankOptions,
): RankedText {
  // Scored once, for the ranking and for the thresholds.
  const scores = classifier.score(text)
  const prediction = classifier.predictScored(scores, {
    top: Math.max(top, 2) + names.count,
    ...(reject === undefined ? {} : { reject }),
  })
  if (trial !== true) drift.add(prediction.labels, vectoriser.read, vectoriser.unknown)
  const ranked: { labels: RankedLabel[]; assigned?: string[]; rejected?: boolean } = {
    labels: top === 0 ? [] : names.ranked(prediction.labels, top),
  }
  if (assign === true) {
    const assigned = prediction.rejected ? [] : classifier.assignIds(scores)
    ranked.assigned = [...new Set(Array.from(assigned, (id) => names.shown(classifier.labelName(id))))]
  }
  if (reject !== undefined) ranked.rejected = prediction.rejected
  return ranked
}

/** Ranks a piece: a line of JSON for each text where they have ids, else results between commas. */
export function rankPiece(
  { classifier, vectoriser, names }: Omit<Ranking, 'drift'>,
  { texts, ids, options }: Piece,
): RankedPiece {
  const seen: Seen[] = []
  const drift: Ranking['drift'] = {
    add: (ranked, words, unknown) => seen.push(seenOf(ranked, words, unknown)),
  }
  const ranked = texts.map((text) => rankText({ classifier, vectoriser, names, drift }, text, options))
  const lines =
    ids === undefined
      ? ranked.map((one) => JSON.stringify(one)).join()
      : ranked
          .map((one, i) => `${JSON.stringify(ids[i] === undefined ? one : { id: ids[i], ...one })}\n`)
          .join('')
  return { bytes: encoder.encode(lines), seen }
}

/** Cuts texts into pieces, each a millisecond or two of work unless a text is long. */
export function* cutIntoPieces(
  texts: readonly string[],
  options: RankOptions,
  ids?: readonly (string | undefined)[],
): Generator<Piece> {
  for (let from = 0, to = 0; from < texts.length; from = to) {
    let characters = 0
    while (to < texts.length && to - from < PIECE_TEXTS && characters <= PIECE_CHARACTERS)
      characters += texts[to++].length
    yield {
      texts: texts.slice(from, to),
      options,
      ...(ids === undefined ? {} : { ids: ids.slice(from, to) }),
    }
  }
}

export function charactersOf(texts: readonly string[]): number {
  let sum = 0
  for (const { length } of texts) sum += length
  return sum
}
