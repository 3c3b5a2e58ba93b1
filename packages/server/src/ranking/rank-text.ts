// Ranking texts for answers: the same on the event loop and in threads.

import type { Classifier, RankedLabel } from 'abound'
import type { Vectoriser } from 'abound/internal'
import { observeText, type SeenText } from '../model/drift-watch.js'
import type { LabelNames } from '../model/label-renaming.js'

export interface RankOptions {
  readonly top?: number
  readonly assign?: boolean
  readonly reject?: number
  /** Left out of drift. */
  readonly trial?: boolean
}

interface RankedText {
  readonly labels: RankedLabel[]
  readonly assigned?: string[]
  readonly rejected?: boolean
}

/** A model, and the names that people see. */
export interface RankingModel {
  readonly classifier: Classifier
  readonly vectoriser: Vectoriser
  readonly names: LabelNames
}

/** Some texts of a request, ranked in one go. */
export interface TextPiece {
  readonly texts: readonly string[]
  readonly options: RankOptions
  /** For NDJSON: the ids of the texts that have one. */
  readonly ids?: readonly (string | undefined)[]
}

export interface RankedPiece {
  readonly bytes: Uint8Array
  /** For the drift watch, which takes texts in their order; threads finish in any. */
  readonly seen: readonly SeenText[]
}

const encoder = new TextEncoder()
const PIECE_TEXTS = 64
const PIECE_CHARACTERS = 1 << 15

/** Ranks one text under the names that people see; unless it is a trial, notes it in `seen`. */
export function rankText(
  { classifier, names, vectoriser }: RankingModel,
  text: string,
  { top = 1, assign, reject, trial }: RankOptions,
  seen: SeenText[],
): RankedText {
  // Scored once, for the ranking and for the thresholds.
  const scores = classifier.score(text)
  const prediction = classifier.predictScored(scores, {
    top: Math.max(top, 2) + names.count,
    ...(reject === undefined ? {} : { reject }),
  })
  if (trial !== true) seen.push(observeText(prediction.labels, vectoriser.read, vectoriser.unknown))
  const ranked: { labels: RankedLabel[]; assigned?: string[]; rejected?: boolean } = {
    labels: top === 0 ? [] : names.renameRanking(prediction.labels, top),
  }
  if (assign === true) {
    const assigned = prediction.rejected ? [] : classifier.assignIds(scores)
    ranked.assigned = [...new Set(Array.from(assigned, (id) => names.displayName(classifier.labelName(id))))]
  }
  if (reject !== undefined) ranked.rejected = prediction.rejected
  return ranked
}

/** Ranks a piece: a line of JSON for each text where they have ids, else results between commas. */
export function rankPiece(model: RankingModel, { texts, ids, options }: TextPiece): RankedPiece {
  const seen: SeenText[] = []
  const ranked = texts.map((text) => rankText(model, text, options, seen))
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
): Generator<TextPiece> {
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
