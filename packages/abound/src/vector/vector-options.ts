// How documents become rows, as options: what text/ asks, and what this room adds.

import type { OptionSpecs } from '../contract.js'
import type { CustomWeightings } from '../custom.js'
import { TEXT_OPTIONS, type TextOptions } from '../text/analyser.js'
import { SELECTION_SCOPES, SELECTIONS, type Selection, type SelectionScope } from './selection.js'
import { NORMS, type Norm } from './weighting.js'
import { WEIGHTINGS, type WeightingName, weightings } from './weightings/index.js'

/** `usual` stands for what the learner (or the weighting) is best with. */
const USUAL = 'usual'

export type VectorOptions = TextOptions & {
  weighting: typeof USUAL | WeightingName | keyof CustomWeightings
  norm: typeof USUAL | Norm
  minDf: number
  minCount: number
  select: Selection
  selectTop: number
  selectScope: SelectionScope
}

/** The same where `usual` is settled. */
export type SettledOptions = Omit<VectorOptions, 'weighting' | 'norm'> & { weighting: string; norm: Norm }

export const VECTOR_OPTIONS: OptionSpecs<VectorOptions> = {
  ...TEXT_OPTIONS,
  weighting: {
    kind: 'choice',
    default: USUAL,
    get choices() {
      return [USUAL, ...WEIGHTINGS.map(({ name }) => name)]
    },
    help: 'what a word’s count is worth',
  },
  norm: {
    kind: 'choice',
    default: USUAL,
    choices: [USUAL, ...NORMS],
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
    choices: SELECTION_SCOPES,
    help: 'the best terms over all labels, or of each',
  },
}

/** The same options with `usual` replaced by what the learner declares. */
export function settleWeighting(
  options: VectorOptions,
  usual: { readonly weighting: string; readonly norm: Norm },
): SettledOptions {
  const weighting = options.weighting === USUAL ? usual.weighting : options.weighting
  const norm = weighting === usual.weighting ? usual.norm : weightings.named(weighting).norm
  return { ...options, weighting, norm: options.norm === USUAL ? norm : options.norm }
}
