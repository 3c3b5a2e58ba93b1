// Texts of requests: how long they may be, and ranking them.

import type { RankedLabel } from '../index.js'
import { HttpError } from './http-error.js'
import type { Limits } from './limits.js'
import type { ServedModel } from './model/served-model.js'
import { Slices } from './turns.js'

/** So many texts are no batch. */
export const FEW = 16

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

export function checkText(text: string, limits: Limits, where: string): void {
  if (text.length > limits.text) {
    throw new HttpError(
      413,
      'text_too_long',
      `${where} has ${text.length} characters: at most ${limits.text}`,
    )
  }
}

export function checkBatch(texts: number, limits: Limits): void {
  if (texts > limits.batch) {
    throw new HttpError(
      413,
      'batch_too_large',
      `${texts} texts in one request: at most ${limits.batch}, or stream NDJSON`,
    )
  }
}

/** Ranks one text under the names that people see. */
export function rankText(
  model: ServedModel,
  text: string,
  { top = 1, assign, reject, trial }: RankOptions,
): RankedText {
  const { classifier, names, drift } = model
  const prediction = classifier.predict(text, {
    top: Math.max(top, 2) + names.count,
    ...(reject === undefined ? {} : { reject }),
  })
  const { vectoriser } = model
  if (trial !== true) drift.add(prediction.labels, vectoriser.read, vectoriser.unknown)
  return {
    labels: top === 0 ? [] : names.ranked(prediction.labels, top),
    ...(assign === true && !prediction.rejected
      ? { assigned: [...new Set(classifier.assign(text).map((label) => names.shown(label)))] }
      : assign === true
        ? { assigned: [] }
        : {}),
    ...(reject === undefined ? {} : { rejected: prediction.rejected }),
  }
}

/** Ranks many, giving way to other requests now and then. */
export async function rankTexts(
  model: ServedModel,
  texts: readonly string[],
  options: RankOptions,
  checkTime: () => void,
): Promise<RankedText[]> {
  const out: RankedText[] = []
  const slices = new Slices()
  if (texts.length > FEW) await slices.wait()
  for (const text of texts) {
    out.push(rankText(model, text, options))
    if (!slices.over) continue
    await slices.wait()
    checkTime()
  }
  return out
}
