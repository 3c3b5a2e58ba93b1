// Why answers to requests are less certain than the paper's: words alone, and requests of known types alone.

import type { Document } from 'abound'
import type { Decision, Desk, Experiment } from '../item.js'
import { trainContender } from '../measuring.js'
import { accuracyAt, OTHER, pointWhere, rejectionCurve } from './rejection-curve.js'

const ROUNDS = 3000
const QUICK_ROUNDS = 100
/** The share that is rejected where answers are to be certain, and how certain. */
const HALF = 0.5
const CERTAIN = 0.98
/** The false rejection rate at which rivals are compared. */
const RATE = 0.2
const CONTENDERS = { boosting: 'boost', 'naive Bayes': 'naive-bayes', PrTFIDF: 'prtfidf' } as const

interface Answers {
  readonly certain: number
  /** At the false rejection rate, by contender. */
  readonly accuracy: readonly number[]
}

type Parts = (desk: Desk) => Promise<{ train: readonly Document[]; test: readonly Document[] }>

/** Both claims rest on the same trainings. */
const trained = new WeakMap<Desk, Promise<{ all: Answers; known: Answers }>>()

export function knownTypes(parts: Parts, claim: keyof Answers): Experiment {
  return {
    what:
      'Boosting over words alone, as requests are short: if the claim holds then, our sparse triples were at fault. Else the same ' +
      'models on test requests that are of one of the intents: the paper’s calls of type other were a class with many examples, ' +
      'these are few and of any kind. If it holds there, it is the data.',
    run: async (desk) => {
      const found = trained.get(desk) ?? answers(desk, parts)
      trained.set(desk, found)
      return decide(await found, claim)
    },
  }
}

async function answers(desk: Desk, parts: Parts): Promise<{ all: Answers; known: Answers }> {
  const { train, test } = await parts(desk)
  const known = test.filter(({ labels = [] }) => !labels.includes(OTHER))
  const found = { all: [] as number[], known: [] as number[] }
  const certain = { all: 0, known: 0 }
  for (const [i, [name, learner]] of Object.entries(CONTENDERS).entries()) {
    desk.progress(i / 3, `words alone: ${name}`)
    const rounds = learner === 'boost' ? { rounds: desk.quick ? QUICK_ROUNDS : ROUNDS } : {}
    const classifier = await trainContender(desk, train, { learner, ...rounds })
    for (const [key, documents] of [
      ['all', test],
      ['known', known],
    ] as const) {
      const curve = await rejectionCurve(classifier, documents)
      found[key].push(accuracyAt(curve, RATE) ?? Number.NaN)
      if (learner === 'boost') certain[key] = pointWhere(curve, HALF).accuracy
    }
  }
  return {
    all: { certain: certain.all, accuracy: found.all },
    known: { certain: certain.known, accuracy: found.known },
  }
}

function decide({ all, known }: { all: Answers; known: Answers }, claim: keyof Answers): Decision {
  const holds = ({ certain, accuracy: [own, ...rivals] }: Answers): boolean =>
    claim === 'certain' ? certain >= CERTAIN : rivals.every((rival) => own > rival)
  const describe = ({ certain, accuracy }: Answers): string =>
    claim === 'certain'
      ? `${(100 * certain).toFixed(1)} % right`
      : Object.keys(CONTENDERS)
          .map((name, i) => `${name} ${accuracy[i].toFixed(3)}`)
          .join(', ')
  return {
    cause: holds(all) ? 'ours' : holds(known) ? 'the data' : 'the paper',
    numbers: `With all test requests ${describe(all)}; with those of known intents ${describe(known)}.`,
  }
}
