// The linear SVM against LIBLINEAR, on the same file of vectors, one thread.

import { spawnSync } from 'node:child_process'
import { abound, atMost, runOnce, script } from '../harness.mjs'
import { Skip } from '../places.mjs'

const ABOUND = 'abound train --learner svm --threads 1'
const TWO = 'abound train --learner svm --threads 2'
const PEER = 'liblinear-train -s 3 -B 1'
const SOLVER = 'its solver alone'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'A linear SVM with hinge loss, C 1 and tolerance 0.1, one against the rest: the whole process, from vectors.',
  rounds: 5,
  async plan(place) {
    if (spawnSync('liblinear-train').error !== undefined)
      throw new Skip('liblinear-train is needed (package liblinear-tools)')
    const { name, train } = place.news()
    const vectors = place.file('vectors.svm')
    await runOnce({ args: script('make-vectors', train, vectors) })
    const peer = ['liblinear-train', '-s', '3', '-B', '1', '-c', '1', vectors, place.file('peer.model')]
    const rest = [
      '--thresholds',
      'top:1',
      '--probabilities',
      'none',
      '--json',
      '-o',
      place.file('svm.abound'),
    ]
    const own = (/** @type {string} */ threads) =>
      abound('train', vectors, '--learner', 'svm', '--threads', threads, ...rest)
    return {
      corpus: `${name}, train, as svmlight`,
      measures: [
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
        { key: 'seconds', unit: 's', better: 'lower' },
        { key: 'objective', unit: 'sum of dual objectives', better: 'lower' },
      ],
      contenders: [
        { name: PEER, args: script('peer', ...peer) },
        { name: ABOUND, against: PEER, args: own('1'), figures: () => ({}) },
        { name: TWO, against: PEER, args: own('2'), figures: () => ({}) },
        { name: SOLVER, against: PEER, args: script('svm-objective', vectors), figures: solverFigures },
      ],
      checks: (results) => [
        atMost(
          'CPU time on one thread, best run to the peer’s best',
          best(results, ABOUND, 'cpuSeconds') / best(results, PEER, 'cpuSeconds'),
          1.5,
          '×',
        ),
        atMost(
          'wall time on two threads, best run to the peer’s best',
          best(results, TWO, 'seconds') / best(results, PEER, 'seconds'),
          1,
          '×',
        ),
        atMost(
          'objective off the peer’s by',
          Math.abs(results.ratio(SOLVER, PEER, 'objective') - 1) * 100,
          1,
          ' %',
        ),
      ],
    }
  },
}

/** @param {import('../harness.mjs').Ended} ended */
function solverFigures({ stdout }) {
  const { objective, solverSeconds } = JSON.parse(stdout)
  return { objective, cpuSeconds: solverSeconds }
}

/**
 * @param {import('../harness.mjs').Results} results
 * @param {string} name
 * @param {string} key
 */
function best(results, name, key) {
  return Math.min(...results.numbers(name, key))
}
