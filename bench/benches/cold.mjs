// One line from the shell: what the whole process costs.

import { abound, atMost } from '../harness.mjs'

const NODE = 'node -e 0'
const PREDICT = 'abound predict MODEL, one line'

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'CPU time of a whole `abound predict` of one line, beside a Node process that does nothing.',
  rounds: 20,
  async plan(place) {
    const model = await place.newsModel()
    return {
      corpus: `${place.news().name}, ff model`,
      measures: [
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
        { key: 'seconds', unit: 's', better: 'lower' },
      ],
      contenders: [
        { name: NODE, args: ['-e', '0'], figures: () => ({}) },
        {
          name: PREDICT,
          against: NODE,
          args: abound('predict', model),
          input: 'The shuttle reached its orbit this morning\n',
          figures: ({ stdout }) => ({ label: JSON.parse(stdout).labels[0].label }),
        },
      ],
      checks: (results) => [
        atMost(
          `CPU of ${PREDICT}, above ${NODE}, medians`,
          (results.median(PREDICT, 'cpuSeconds') - results.median(NODE, 'cpuSeconds')) * 1000,
          60,
          ' ms',
        ),
      ],
    }
  },
}
