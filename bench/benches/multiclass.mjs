// One label a document: each label against the rest, or all labels in one problem.

import { abound, runOnce, script } from '../harness.mjs'

const REST = 'one-against-rest'
const JOINT = 'crammer-singer'
const COSTS = ['0.3', '1', '3']

/** By name: its files, and which of their documents are taken. */
const CORPORA = [
  { name: '20 Newsgroups', folder: '20newsgroups', train: [], test: [] },
  { name: 'Banking77', folder: 'banking77', train: [], test: [] },
  { name: 'CLINC150', folder: 'clinc150', train: ['--without', 'oos'], test: ['--without', 'oos'] },
  {
    name: 'WebKB',
    folder: 'webkb',
    file: 'all',
    train: ['--labels', 'course,faculty,project,student', '--not-every', '5'],
    test: ['--labels', 'course,faculty,project,student', '--every', '5'],
  },
  { name: 'Reuters', folder: 'reuters21578', split: 'modapte-', train: [], test: [] },
]

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'The linear SVM for documents of exactly one label: each label against the rest, or all labels in one problem. Training and measuring together, one thread, no probabilities.',
  rounds: 1,
  async plan(place) {
    const contenders = []
    for (const { name, folder, file, split = '', train, test } of CORPORA) {
      const at = place.corpusFolder(folder, name)
      const parts = await Promise.all(
        [
          { part: 'train', chosen: train },
          { part: 'test', chosen: test },
        ].map(async ({ part, chosen }) => {
          const to = place.file(`${folder}-${part}.jsonl`)
          await runOnce({
            args: script('make-one-label', `${at}/${file ?? split + part}.jsonl.gz`, to, ...chosen),
          })
          return to
        }),
      )
      for (const cost of COSTS) {
        for (const multiclass of [REST, JOINT]) {
          contenders.push({
            name: contender(name, cost, multiclass),
            ...(multiclass === REST ? {} : { against: contender(name, cost, REST) }),
            args: abound(
              'train',
              parts[0],
              '--validate',
              parts[1],
              '--learner',
              'svm',
              '--multiclass',
              multiclass,
              '--cost',
              cost,
              '--threads',
              '1',
              '--probabilities',
              'none',
              '--json',
              '-o',
              place.file('one-label.abound'),
            ),
            figures,
          })
        }
      }
    }
    return {
      corpus:
        '20 Newsgroups by date; Banking77; CLINC150 without "oos"; WebKB, four classes, every fifth page to measure on; Reuters-21578 ModApte, documents of one topic',
      measures: [
        { key: 'R1', unit: 'R1', better: 'higher' },
        { key: 'averagePrecision', unit: 'average precision', better: 'higher' },
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
      ],
      contenders,
      checks: (results) => {
        const best = (/** @type {string} */ name, /** @type {string} */ multiclass) =>
          Math.max(...COSTS.map((cost) => results.median(contender(name, cost, multiclass), 'R1')))
        return CORPORA.map(({ name }) => {
          const gain = best(name, JOINT) - best(name, REST)
          const least = name === 'Banking77' || name === 'CLINC150' ? 0.005 : -0.005
          return {
            what: `${name}, R1 at the best cost: ${JOINT} ${best(name, JOINT).toFixed(4)}, ${REST} ${best(name, REST).toFixed(4)}, a gain of at least ${least}`,
            holds: gain >= least,
          }
        })
      },
    }
  },
}

/**
 * @param {string} corpus
 * @param {string} cost
 * @param {string} multiclass
 */
function contender(corpus, cost, multiclass) {
  return `${corpus}, --cost ${cost}, ${multiclass}`
}

/** @param {import('../harness.mjs').Ended} ended */
function figures({ stdout }) {
  const { R1, averagePrecision } = JSON.parse(stdout).validation
  return { R1, averagePrecision }
}
