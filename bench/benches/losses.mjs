// Each loss of MMP against the others, on what each trains (Crammer & Singer 2002, figures 4 and 5, tables 1 and 2).

import { atMost, script } from '../harness.mjs'

const LOSSES = [1, 2, 3]
const PARTS = [0.25, 0.5, 1]
const PERCEPTRON = 'perceptron'
const mmp = (/** @type {number} */ loss) => `mmp --loss ${loss}`
/** Each seed is another order of the documents. */
const SEEDS = 5
/** A difference of so many standard errors is no noise. */
const NOISE = 2

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'The losses 1 (was the ranking perfect), 2 (pairs ranked wrongly) and 3 (their share) of MMP trained for each of ' +
    'them, and of perceptrons: the mean over the documents so far, each predicted before it was learned from, and on ' +
    `the test documents. One pass, documents with a topic; means over ${SEEDS} seeds.`,
  rounds: 1,
  async plan(place) {
    const { name, train, test } = place.corpus('reuters21578', 'Reuters-21578 ModApte', 'modapte-')
    const run = (/** @type {object} */ options) =>
      script('losses', train, test, String(SEEDS), JSON.stringify(options))
    const ways = [...LOSSES.map(mmp), PERCEPTRON]
    return {
      corpus: name,
      measures: LOSSES.flatMap((loss) => [
        ...PARTS.map((part) => ({
          key: `loss${loss} of ${part}`,
          unit: `loss ${loss} of the first ${part * 100} %`,
          better: /** @type {const} */ ('lower'),
        })),
        { key: `loss${loss}`, unit: `loss ${loss} on the test`, better: /** @type {const} */ ('lower') },
      ]),
      contenders: [
        { name: PERCEPTRON, args: run({ learner: 'perceptron' }) },
        ...LOSSES.map((loss) => ({
          name: mmp(loss),
          against: PERCEPTRON,
          args: run({ learner: 'mmp', loss }),
        })),
      ],
      checks: (results) => [
        ...LOSSES.flatMap((loss) =>
          [`loss${loss}`, `loss${loss} of 1`].map((key) => nearBest(results, mmp(loss), ways, key)),
        ),
        ...ways.flatMap((way) =>
          LOSSES.map((loss) => {
            const [quarter, half, all] = PARTS.map((part) => results.median(way, `loss${loss} of ${part}`))
            return { what: `${way}: the mean loss ${loss} falls`, holds: quarter > half && half > all }
          }),
        ),
      ],
    }
  },
}

/**
 * Whether a contender has the least loss, or one that the noise of another order would explain.
 * @param {import('../harness.mjs').Results} results
 * @param {string} way
 * @param {string[]} ways
 * @param {string} key
 */
function nearBest(results, way, ways, key) {
  const mean = (/** @type {string} */ one) => results.median(one, key)
  const deviation = (/** @type {string} */ one) => results.median(one, `${key} deviation`)
  const best = ways.toSorted((a, b) => mean(a) - mean(b))[0]
  const error = Math.hypot(deviation(way), deviation(best)) / Math.sqrt(SEEDS)
  const off = best === way ? 0 : (mean(way) - mean(best)) / error
  return atMost(`${way}, ${key}: standard errors behind the best (${best})`, off, NOISE)
}
