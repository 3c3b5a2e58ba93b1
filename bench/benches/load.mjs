// How long load() takes, and what it leaves on the heap.

import { atMost, runOnce, script } from '../harness.mjs'

const ABOUND = 'load()'
const JSON_MAP = 'its vocabulary alone, as JSON into a Map'

// However many words there are: the arrays and their owners, not one object for each.
const MOST_OBJECTS = 1000

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Loading an ff model in a running process: the first time, and the median of 20 more; and how many heap ' +
    'objects one more model adds (by heap snapshots before and after).',
  rounds: 3,
  async plan(place) {
    const model = await place.newsModel()
    const vocabulary = place.file('vocabulary.json')
    await runOnce({ args: script('make-vocabulary', model, vocabulary) })
    return {
      corpus: `${place.news().name}, ff model`,
      measures: [
        { key: 'milliseconds', unit: 'ms (median of 20)', better: 'lower' },
        { key: 'firstMilliseconds', unit: 'ms the first time', better: 'lower' },
        { key: 'objects', unit: 'heap objects', better: 'lower' },
      ],
      contenders: [
        { name: JSON_MAP, args: script('load-json', vocabulary) },
        { name: ABOUND, against: JSON_MAP, args: script('load', model) },
      ],
      checks: (results) => {
        const [{ words }] = results.runs(ABOUND)
        return [
          atMost('median of 20 loads', results.median(ABOUND, 'milliseconds'), 25, ' ms'),
          atMost(`heap objects for ${words} words`, results.median(ABOUND, 'objects'), MOST_OBJECTS),
        ]
      },
    }
  },
}
