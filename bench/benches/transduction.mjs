// What unlabelled documents are worth where few are labelled, and what it costs to learn from them.

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { abound, atLeast, atMost, runOnce, script } from '../harness.mjs'
import { Skip } from '../places.mjs'

const SEEDS = 5
const COMMAND = 'abound transduce, 20 Newsgroups, 100 + 10,000 documents, 20 labels'
const LEARNERS = {
  'naive-bayes': 'naive-bayes',
  svm: 'svm',
  true: 'tsvm, numbers given',
  share: 'tsvm, by share',
}
/** As in the paper: stems and a stop-list for Reuters, neither for WebKB. */
const STEMMED = { stop: 'english', stem: 'porter' }
const SETUPS = [
  { name: 'Reuters top ten, 17 labelled', setup: 'reuters', labelled: 17, options: STEMMED },
  { name: 'Reuters top ten, 1,000 labelled', setup: 'reuters', labelled: 1000, options: STEMMED },
  { name: 'WebKB, 3 labelled of each class', setup: 'webkb', labelled: 3, options: {} },
]

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Mean breakeven in per cent of naive Bayes, svm and tsvm over 5 draws of the labelled documents, and the CPU time ' +
    'of `abound transduce`.',
  rounds: 1,
  async plan(place) {
    const news = place.corpus('20newsgroups', '20 Newsgroups')
    const few = place.file('few.jsonl')
    const many = place.file('many.jsonl')
    await runOnce({ args: script('make-few', news.train, news.test, few, many) })
    const files = {
      reuters: corpusFiles('reuters21578', 'modapte-train', 'modapte-test'),
      webkb: corpusFiles('webkb', 'all'),
    }
    return {
      corpus: 'Reuters-21578 ModApte, WebKB, 20 Newsgroups',
      measures: [
        { key: 'breakeven', unit: '% breakeven', better: 'higher' },
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
      ],
      contenders: [
        ...SETUPS.flatMap(({ name, setup, labelled, options }) =>
          Object.entries(LEARNERS).map(([learner, called]) => ({
            name: `${name}: ${called}`,
            args: script(
              'transduction',
              setup,
              String(labelled),
              String(SEEDS),
              learner,
              JSON.stringify(options),
              ...files[/** @type {'reuters' | 'webkb'} */ (setup)],
            ),
          })),
        ),
        { name: COMMAND, args: abound('transduce', few, many, '--quiet'), figures: () => ({}) },
      ],
      checks: (results) => {
        const [seventeen, thousand, webkb] = SETUPS.map(
          ({ name }) =>
            (/** @type {keyof LEARNERS} */ learner) =>
              results.median(`${name}: ${LEARNERS[learner]}`, 'breakeven'),
        )
        return [
          atLeast(
            '17 labelled, svm over naive Bayes',
            seventeen('svm') - seventeen('naive-bayes'),
            0,
            ' points',
          ),
          atLeast('17 labelled, tsvm over svm', seventeen('true') - seventeen('svm'), 6, ' points'),
          atMost('1,000 labelled, tsvm over svm', thousand('true') - thousand('svm'), 5, ' points'),
          atLeast('WebKB, tsvm over svm', webkb('true') - webkb('svm'), 0, ' points'),
          atMost(COMMAND, results.median(COMMAND, 'cpuSeconds'), 60, ' s of CPU'),
        ]
      },
    }
  },
}

/**
 * @param {string} folder
 * @param {string[]} names
 */
function corpusFiles(folder, ...names) {
  const files = names.map((name) => join(process.env.ABOUND_DATA ?? '', folder, `${name}.jsonl.gz`))
  for (const file of files) if (!existsSync(file)) throw new Skip(`${file} is needed`)
  return files
}
