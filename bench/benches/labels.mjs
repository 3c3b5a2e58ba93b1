// What a document costs ff must not depend on how many labels there are.

import { abound, atMost, runOnce, script } from '../harness.mjs'

const LEARN = 'learning from rows in memory'
const LEARN_COARSER = `${LEARN}, labels thrown together 10 to 1`
const LEARN_FINER = `${LEARN}, labels 10× finer`
const TRAIN = 'abound train --learner ff'
const TRAIN_FINER = `${TRAIN}, labels 10× finer`

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'ff on tens of thousands of labels, and on the same documents with every label split: L becomes one of ' +
    'L#0 … L#9 by a hash of the document’s id (a label of few documents gives no ten, so they are thrown ' +
    'together ten to one as well). Times are CPU times.',
  rounds: 3,
  async plan(place) {
    const { name, train } = place.corpus('nvd-cve', 'nvd-cve')
    const finer = place.file('finer.jsonl.gz')
    const model = place.file('labels.abound')
    const coarser = place.file('coarser.jsonl.gz')
    await runOnce({ args: script('make-labels', 'finer', train, finer) })
    await runOnce({ args: script('make-labels', 'coarser', train, coarser) })
    const command = (/** @type {string} */ path) =>
      abound('train', path, '--learner', 'ff', '--json', '-o', model)
    return {
      corpus: `${name}, train`,
      measures: [
        { key: 'microsecondsPerDocument', unit: 'µs/document', better: 'lower' },
        { key: 'labels', unit: 'labels', better: 'higher' },
      ],
      contenders: [
        { name: LEARN, args: script('learn-rows', train) },
        { name: LEARN_COARSER, against: LEARN, args: script('learn-rows', coarser) },
        { name: LEARN_FINER, against: LEARN, args: script('learn-rows', finer) },
        { name: TRAIN, args: command(train), figures: cost },
        { name: TRAIN_FINER, against: TRAIN, args: command(finer), figures: cost },
      ],
      checks: (results) => {
        const [{ documents, labels, passes }] = results.runs(TRAIN)
        const ratio = (/** @type {string} */ a, /** @type {string} */ b) =>
          results.ratio(a, b, 'microsecondsPerDocument')
        return [
          {
            what: `${documents} documents, ${labels} labels, passes: ${passes}, expected 1`,
            holds: passes === 1,
          },
          atMost(`peak memory of ${TRAIN}`, results.peakBytes(TRAIN) / 1e6, 1000, ' MB'),
          atMost(`10× finer over as it is, ${LEARN}`, ratio(LEARN_FINER, LEARN), 1.5, '×'),
          atMost(`10× finer over as it is, ${TRAIN}`, ratio(TRAIN_FINER, TRAIN), 1.5, '×'),
        ]
      },
    }
  },
}

/** @param {import('../harness.mjs').Ended} ended */
function cost({ stdout, cpuSeconds }) {
  const { documents, labels, options } = JSON.parse(stdout)
  return {
    documents,
    labels,
    passes: options.passes,
    microsecondsPerDocument: (cpuSeconds * 1e6) / documents,
  }
}
