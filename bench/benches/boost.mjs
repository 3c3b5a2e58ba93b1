// Boosting: what a round costs when it touches only what changes, beside the whole table of documents × labels.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { atLeast, script } from '../harness.mjs'
import { Skip } from '../places.mjs'

const TABLE = 'real-mh over a plain table of documents × labels'
const ABOUND = 'abound, real-mh'
const ROUNDS = 200

/** @type {import('../harness.mjs').Bench} */
export default {
  about: `${ROUNDS} rounds of real-mh from rows in memory, 90 topics, words in at least two documents. Times are CPU times.`,
  rounds: 3,
  async plan() {
    const name = 'Reuters-21578, ModApte'
    const data = process.env.ABOUND_DATA
    if (data === undefined) throw new Skip(`${name} is needed: ABOUND_DATA names no folder of corpora`)
    const [train, test] = ['train', 'test'].map((part) =>
      join(data, 'reuters21578', `modapte-${part}.jsonl.gz`),
    )
    if (!existsSync(train) || !existsSync(test))
      throw new Skip(`${name} is needed: the folder that ABOUND_DATA names has no reuters21578/`)
    const rounds = String(ROUNDS)
    return {
      corpus: `${name}, train`,
      measures: [{ key: 'millisecondsPerRound', unit: 'ms/round', better: 'lower' }],
      contenders: [
        { name: TABLE, args: script('boost-table', train, test, rounds) },
        { name: ABOUND, against: TABLE, args: script('boost-abound', train, test, rounds) },
      ],
      checks: (results) => [
        { what: 'both chose the same terms in all rounds', holds: results.agree('terms') },
        atLeast(
          'times faster than the plain table',
          results.ratio(TABLE, ABOUND, 'millisecondsPerRound'),
          5,
          '×',
        ),
      ],
    }
  },
}
