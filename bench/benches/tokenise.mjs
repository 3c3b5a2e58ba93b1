// Text in memory as UTF-8 → rows of counts, in one thread.

import { atLeast, script } from '../harness.mjs'

const ABOUND = 'abound'
const REGEX = 'regex + Map'
const BYTES = 'a bare loop over bytes (a limit; its rows are wrong)'

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'Tokenise and vectorise in one thread: words of UTF-8 text in memory into rows of counts.',
  rounds: 5,
  async plan(place) {
    const { name, train, test } = place.news()
    return {
      corpus: `${name}, train and test`,
      measures: [{ key: 'megabytesPerSecond', unit: 'MB/s', better: 'higher' }],
      contenders: [
        { name: REGEX, args: script('tokenise-regex', 'utf8', train, test) },
        { name: ABOUND, against: REGEX, args: script('tokenise-abound', train, test) },
        {
          name: 'regex + Map, text decoded before the clock starts',
          against: REGEX,
          args: script('tokenise-regex', 'string', train, test),
        },
        {
          name: BYTES,
          against: REGEX,
          args: script('tokenise-bytes', train, test),
        },
      ],
      checks: (results) => [
        {
          what: `the same rows and terms out: ${results.runs(ABOUND)[0].rows}`,
          holds: results.agree('rows'),
        },
        atLeast(`${ABOUND} over ${REGEX}`, results.ratio(ABOUND, REGEX, 'megabytesPerSecond'), 3, '×'),
        atLeast(`${ABOUND} over the bare loop`, results.ratio(ABOUND, BYTES, 'megabytesPerSecond'), 0.7, '×'),
      ],
    }
  },
}
