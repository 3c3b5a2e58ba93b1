// A file sorted by label must teach as much as any other: training shuffles.

import { atMost, runOnce, script } from '../harness.mjs'

const LEARNERS = ['ff', 'mmp']
const SEEDS = 5
const RANDOM = 'random order'
const SORTED = 'sorted by label'
const UNSHUFFLED = 'sorted by label, not shuffled'
const named = (/** @type {string} */ learner, /** @type {string} */ form) => `${learner}, ${form}`

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    `The same documents in random order and sorted by label, means over ${SEEDS} seeds; and sorted without the shuffling ` +
    'that is the default, which shows what it is good for.',
  rounds: 1,
  async plan(place) {
    const { name, train, test } = place.news()
    const random = place.file('random.jsonl.gz')
    const sorted = place.file('sorted.jsonl.gz')
    await runOnce({ args: script('make-order', 'random', train, random) })
    await runOnce({ args: script('make-order', 'label', train, sorted) })
    const contender = (
      /** @type {string} */ learner,
      /** @type {string} */ form,
      /** @type {string} */ file,
      /** @type {boolean} */ shuffle,
    ) => ({
      name: named(learner, form),
      ...(form === RANDOM ? {} : { against: named(learner, RANDOM) }),
      // Without shuffling every seed gives the same.
      args: script('seeds', file, test, shuffle ? String(SEEDS) : '1', JSON.stringify({ learner, shuffle })),
    })
    return {
      corpus: name,
      measures: [
        { key: 'r1', unit: 'R1', better: 'higher' },
        { key: 'r1 deviation', unit: 'its deviation', better: 'lower' },
      ],
      contenders: LEARNERS.flatMap((learner) => [
        contender(learner, RANDOM, random, true),
        contender(learner, SORTED, sorted, true),
        contender(learner, UNSHUFFLED, sorted, false),
      ]),
      checks: (results) =>
        LEARNERS.map((learner) => {
          const [other, own] = [RANDOM, SORTED].map((form) => results.median(named(learner, form), 'r1'))
          return atMost(`${learner}: R1 lost by a sorted file`, other - own, 0.015)
        }),
    }
  },
}
