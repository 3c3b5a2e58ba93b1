// The linear SVM made smaller by `abound shrink`.

import { abound, atLeast, atMost, runOnce, script } from '../harness.mjs'

const NEWS = '20 Newsgroups'
const REUTERS = 'Reuters'

const WHOLE = 'as trained'
/** What follows `abound shrink MODEL`, by corpus. */
const SHRUNK = {
  [NEWS]: ['--bits 32', '--bits 16', '--bits 8', '--size 500kB', '--size 400kB', '--size 100kB'],
  [REUTERS]: ['--bits 32', '--bits 8', '--size 500kB', '--size 150kB', '--size 100kB'],
}

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'The linear SVM at its defaults, shrunk: weights in fewer bits, then words and weights dropped that do least for their bytes. Measures on the test documents, with the thresholds of the model as trained; rank() of all of them in one process; what one more loaded model holds in memory.',
  rounds: 1,
  async plan(place) {
    const corpora = [place.corpus('20newsgroups', NEWS), place.corpus('reuters21578', REUTERS, 'modapte-')]
    const contenders = []
    for (const { name, train, test } of corpora) {
      const whole = place.file(`${name}.abound`)
      await runOnce({ args: abound('train', train, '--learner', 'svm', '--quiet', '-o', whole) })
      contenders.push({ name: `${name}, ${WHOLE}`, args: script('shrunk', whole, test) })
      for (const how of SHRUNK[name]) {
        const small = place.file(`${name} ${how}.abound`)
        await runOnce({ args: abound('shrink', whole, ...how.split(' '), '--quiet', '-o', small) })
        contenders.push({
          name: `${name}, ${how}`,
          against: `${name}, ${WHOLE}`,
          args: script('shrunk', small, test),
        })
      }
    }
    return {
      corpus: '20 Newsgroups by date; Reuters-21578, ModApte, all topics',
      measures: [
        { key: 'modelMegabytes', unit: 'MB of model', better: 'lower' },
        { key: 'words', unit: 'words', better: 'lower' },
        { key: 'weights', unit: 'weights', better: 'lower' },
        { key: 'R1', unit: 'R1', better: 'higher' },
        { key: 'averagePrecision', unit: 'average precision', better: 'higher' },
        { key: 'microF1', unit: 'micro-F1', better: 'higher' },
        { key: 'documentsPerSecond', unit: 'documents/s', better: 'higher' },
        { key: 'loadMilliseconds', unit: 'ms to load', better: 'lower' },
        { key: 'loadedMegabytes', unit: 'MB in memory', better: 'lower' },
      ],
      contenders,
      checks: (results) => {
        const of = (/** @type {string} */ name, /** @type {string} */ key) => results.median(name, key)
        return [
          atMost('Reuters, --size 500kB, model', of('Reuters, --size 500kB', 'modelMegabytes'), 0.5, ' MB'),
          atLeast(
            'Reuters, --size 500kB, average precision',
            of('Reuters, --size 500kB', 'averagePrecision'),
            0.958,
          ),
          atLeast(
            'Reuters, --size 150kB, average precision',
            of('Reuters, --size 150kB', 'averagePrecision'),
            0.955,
          ),
          atLeast('20 Newsgroups, --size 400kB, R1', of('20 Newsgroups, --size 400kB', 'R1'), 0.855),
          ...[NEWS, REUTERS].flatMap((name) => [
            atLeast(
              `${name}, documents/s at 8 bits to those of 32`,
              results.ratio(`${name}, --bits 8`, `${name}, --bits 32`, 'documentsPerSecond'),
              1 / 1.2,
            ),
            atMost(
              `${name}, memory at 8 bits to that of the model as trained`,
              results.ratio(`${name}, --bits 8`, `${name}, ${WHOLE}`, 'loadedMegabytes'),
              0.5,
            ),
          ]),
        ]
      },
    }
  },
}
