// Boosting: what a round of each variant costs, on three sets of rows, and the rounds that papers ask for.

import { script } from '../harness.mjs'

const ROUNDS = 300
const MANY = 10_000
const VARIANTS = ['real-mh', 'real-abstain-mh', 'discrete-mh', 'discrete-mr']
const REUTERS = 'Reuters, words'
const NEWS = '20 Newsgroups, words'
const PAIRS = '20 Newsgroups, words and pairs'
const LONG = `${NEWS}: real-mh, ${MANY.toLocaleString('en')} rounds`

/** @type {import('../harness.mjs').Bench} */
export default {
  about: `${ROUNDS} rounds of each variant on one thread from rows in memory, terms in at least two documents. Times are CPU times.`,
  rounds: 1,
  async plan(place) {
    const reuters = place.corpus('reuters21578', 'Reuters-21578, ModApte', 'modapte-')
    const news = place.corpus('20newsgroups', '20 Newsgroups, by date')
    const sets = [
      { name: REUTERS, corpus: reuters, ngrams: '1' },
      { name: NEWS, corpus: news, ngrams: '1' },
      { name: PAIRS, corpus: news, ngrams: '2' },
    ]
    const run = (
      /** @type {import('../places.mjs').Corpus} */ { train, test },
      /** @type {number} */ rounds,
      /** @type {string[]} */ ...words
    ) => script('boost-abound', train, test, String(rounds), ...words)
    return {
      corpus: `${reuters.name}, 90 topics, and ${news.name}; training documents`,
      measures: [{ key: 'millisecondsPerRound', unit: 'ms/round', better: 'lower' }],
      contenders: [
        ...sets.flatMap(({ name, corpus, ngrams }) =>
          VARIANTS.map((variant) => ({
            name: `${name}: ${variant}`,
            args: run(corpus, ROUNDS, variant, ngrams),
          })),
        ),
        { name: LONG, args: run(news, MANY, 'real-mh') },
      ],
      checks: (results) => {
        const of = (/** @type {string} */ name) => results.median(name, 'millisecondsPerRound')
        const seconds = (of(LONG) * MANY) / 1000
        const times = of(`${REUTERS}: discrete-mr`) / of(`${REUTERS}: real-mh`)
        return [
          {
            what: `${MANY.toLocaleString('en')} rounds of real-mh on the newsgroups: ${seconds.toFixed(0)} s, expected at most 600`,
            holds: seconds <= 600,
          },
          {
            what: `discrete-mr on Reuters takes ${times.toFixed(1)} times as long as real-mh, expected at most 3`,
            holds: times <= 3,
          },
        ]
      },
    }
  },
}
