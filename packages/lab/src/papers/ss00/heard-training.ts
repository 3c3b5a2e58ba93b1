// Why boosting falls behind on requests as they were heard: trained on such requests, too.

import type { Document } from 'abound'
import type { Desk, Experiment } from '../item.js'
import { measureContender } from '../measuring.js'
import { withNoise } from './recogniser-noise.js'

const RATE = 0.4
const ROUNDS = 2000
const QUICK_ROUNDS = 100

type Parts = (desk: Desk) => Promise<{ train: readonly Document[]; test: readonly Document[] }>

export function heardTraining(parts: Parts): Experiment {
  return {
    what:
      `clinc150 with the most noise (${RATE}), in the training requests, too. If boosting is ahead of naive Bayes now, it was our training ` +
      'on clean text; if not, it is the data: short requests of many intents, in which a lost word is often the one that tells.',
    run: async (desk) => {
      const { train, test } = await parts(desk)
      const heard = {
        train: withNoise(train, RATE, desk.seed + 2),
        test: withNoise(test, RATE, desk.seed),
      }
      const errors: number[] = []
      for (const options of [
        { learner: 'boost', rounds: desk.quick ? QUICK_ROUNDS : ROUNDS },
        { learner: 'naive-bayes' },
      ]) {
        const { measures } = await measureContender(desk, heard, options)
        errors.push(100 * (measures.oneError ?? Number.NaN))
      }
      const [boosting, bayes] = errors
      return {
        cause: boosting < bayes ? 'ours' : 'the data',
        numbers: `Errors: boosting ${boosting.toFixed(1)} %, naive Bayes ${bayes.toFixed(1)} %.`,
      }
    },
  }
}
