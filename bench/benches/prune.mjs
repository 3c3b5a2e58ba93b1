// The linear SVM without its small weights.

import { abound, atLeast, validationFigures } from '../harness.mjs'

const LEAST = ['0', '0.01', '0.05', '0.1', '0.2', '0.5']
const NEWS = '20 Newsgroups'
const REUTERS = 'Reuters'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'The linear SVM with --prune: weights nearer to 0 than so much are dropped. Labels by the best score (20 Newsgroups) or by scores above 0 (Reuters), nothing else fitted.',
  rounds: 1,
  async plan(place) {
    const corpora = [
      { ...place.corpus('20newsgroups', NEWS), thresholds: 'top:1' },
      { ...place.corpus('reuters21578', REUTERS, 'modapte-'), thresholds: 'fixed:0' },
    ]
    const contenders = corpora.flatMap(({ name, train, test, thresholds }) =>
      LEAST.map((least) => ({
        name: contender(name, least),
        ...(least === '0' ? {} : { against: contender(name, '0') }),
        args: abound(
          'train',
          train,
          '--validate',
          test,
          '--learner',
          'svm',
          '--prune',
          least,
          '--thresholds',
          thresholds,
          '--probabilities',
          'none',
          '--json',
          '-o',
          place.file('pruned.abound'),
        ),
        figures,
      })),
    )
    return {
      corpus: '20 Newsgroups by date; Reuters-21578, ModApte, all topics',
      measures: [
        { key: 'weights', unit: 'weights', better: 'lower' },
        { key: 'modelMegabytes', unit: 'MB of model', better: 'lower' },
        { key: 'R1', unit: 'R1', better: 'higher' },
        { key: 'averagePrecision', unit: 'average precision', better: 'higher' },
        { key: 'microF1', unit: 'micro-F1', better: 'higher' },
        { key: 'macroF1', unit: 'macro-F1', better: 'higher' },
      ],
      contenders,
      checks: (results) =>
        [NEWS, REUTERS].flatMap((name) => [
          atLeast(
            `${name}, R1 at 0.05 to that of all weights`,
            results.ratio(contender(name, '0.05'), contender(name, '0'), 'R1'),
            0.995,
          ),
          {
            what: `${name}, at 0.05 no more than a quarter of the weights is left`,
            holds: results.ratio(contender(name, '0.05'), contender(name, '0'), 'weights') <= 0.25,
          },
        ]),
    }
  },
}

/**
 * @param {string} corpus
 * @param {string} least
 */
function contender(corpus, least) {
  return least === '0' ? `${corpus}, all weights` : `${corpus}, --prune ${least}`
}

/** @param {import('../harness.mjs').Ended} ended */
function figures(ended) {
  const { weights } = JSON.parse(ended.stdout)
  return { weights, ...validationFigures('R1', 'averagePrecision', 'microF1', 'macroF1')(ended) }
}
