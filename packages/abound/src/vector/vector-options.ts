// How documents become rows, as options: what text/ asks, and what this room adds.

import type { OptionSpecs } from '../contract.js'
import { TEXT_OPTIONS, type TextOptions } from '../text/analyser.js'
import { SELECTIONS } from './selection.js'
import { type Norm, usualNorm, WEIGHTINGS, type Weighting } from './weighting.js'

export type VectorOptions = TextOptions & {
  weighting: string
  norm: string
  minDf: number
  minCount: number
  select: string
  selectTop: number
  selectScope: string
}

/** `usual` stands for what the learner (or the weighting) is best with. */
const USUAL = 'usual'

export const VECTOR_OPTIONS: OptionSpecs<VectorOptions> = {
  ...TEXT_OPTIONS,
  weighting: {
    kind: 'choice',
    default: USUAL,
    choices: [USUAL, ...WEIGHTINGS],
    help: 'what a word’s count is worth',
  },
  norm: {
    kind: 'choice',
    default: USUAL,
    choices: [USUAL, 'l2', 'none'],
    help: 'scale each document to length 1, or not',
  },
  minDf: { kind: 'integer', default: 1, min: 1, help: 'drop terms in fewer training documents than this' },
  minCount: {
    kind: 'integer',
    default: 1,
    min: 1,
    help: 'drop terms that occur fewer times than this in training',
  },
  select: {
    kind: 'choice',
    default: 'none',
    choices: SELECTIONS,
    help: 'keep only the terms that say most of the labels',
  },
  selectTop: {
    kind: 'integer',
    default: 1000,
    min: 1,
    help: 'how many terms --select keeps (rocchio has its own rule)',
  },
  selectScope: {
    kind: 'choice',
    default: 'global',
    choices: ['global', 'local'],
    help: 'the best terms over all labels, or of each',
  },
}

/** The same options with `usual` replaced by what the learner declares. */
export function settleWeighting(
  options: VectorOptions,
  usual: { readonly weighting: string; readonly norm: Norm },
): VectorOptions & { weighting: Weighting; norm: Norm } {
  const weighting = (options.weighting === USUAL ? usual.weighting : options.weighting) as Weighting
  const norm = weighting === usual.weighting ? usual.norm : usualNorm(weighting)
  return { ...options, weighting, norm: options.norm === USUAL ? norm : (options.norm as Norm) }
}
