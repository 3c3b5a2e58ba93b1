// What it costs to learn from unlabelled documents. What they are worth: `abound reproduce j99`.

import { abound, atMost, runOnce, script } from '../harness.mjs'

const COMMAND = 'abound transduce, 100 + 10,000 documents, 20 labels'

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'The CPU time of `abound transduce`.',
  rounds: 1,
  async plan(place) {
    const news = place.corpus('20newsgroups', '20 Newsgroups')
    const few = place.file('few.jsonl')
    const many = place.file('many.jsonl')
    await runOnce({ args: script('make-few', news.train, news.test, few, many) })
    return {
      corpus: '20 Newsgroups',
      measures: [{ key: 'cpuSeconds', unit: 's of CPU', better: 'lower' }],
      contenders: [{ name: COMMAND, args: abound('transduce', few, many, '--quiet'), figures: () => ({}) }],
      checks: (results) => [atMost(COMMAND, results.median(COMMAND, 'cpuSeconds'), 60, ' s of CPU')],
    }
  },
}
