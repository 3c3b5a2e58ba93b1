// Why variants of boosting do not come out alike after the same rounds: the discrete ones with ten times as many.

import type { Document } from 'abound'
import { folds, type GivenOptions } from 'abound/internal'
import { keepFrequent, splitDocuments } from '../document-lists.js'
import type { Decision, Desk, Experiment } from '../item.js'
import { measureContender } from '../measuring.js'

const FOLDS = 3
const ROUNDS = 1000
const QUICK_ROUNDS = 100
const TIMES = 10
/** Percentage points of one-error. */
const ALIKE = 1.5
const VARIANTS = ['real-mh', 'discrete-mh', 'discrete-mr'] as const

/** The experiment on the most frequent classes of a subset, on the first of its folds. */
export function tenTimesTheRounds(
  documents: (desk: Desk) => Promise<readonly Document[]>,
  classes: number,
  text: GivenOptions,
): Experiment {
  return {
    what:
      'The paper gave discrete variants ten times the rounds: on the first fold, with the most classes, real AdaBoost.MH with ' +
      `${ROUNDS.toLocaleString('en')} rounds and the discrete variants with ${(ROUNDS * TIMES).toLocaleString('en')}. If they are alike now, ` +
      'our rounds were too few.',
    run: async (desk) => {
      const subset = keepFrequent(await documents(desk), classes)
      const [split] = folds(subset.length, FOLDS, desk.seed)
      const parts = splitDocuments(subset, split)
      const errors: number[] = []
      for (const [i, variant] of VARIANTS.entries()) {
        desk.progress(i / VARIANTS.length, `ten times the rounds: ${variant}`)
        const rounds = (desk.quick ? QUICK_ROUNDS : ROUNDS) * (variant === 'real-mh' ? 1 : TIMES)
        const { measures } = await measureContender(desk, parts, {
          ...text,
          learner: 'boost',
          variant,
          rounds,
        })
        errors.push(100 * (measures.oneError ?? Number.NaN))
      }
      return decide(errors)
    },
  }
}

function decide([real, ...discrete]: readonly number[]): Decision {
  const named = [real, ...discrete].map((error, i) => `${VARIANTS[i]} ${error.toFixed(2)} %`).join(', ')
  const near = discrete.filter((error) => Math.abs(error - real) <= ALIKE).length
  return {
    cause: near === discrete.length ? 'ours' : near === 0 ? 'the paper' : 'undecided',
    numbers: `One-error: ${named}.`,
  }
}
