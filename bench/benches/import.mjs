// What a program pays for importing the library.

import { DIST } from '../build.mjs'
import { atMost } from '../harness.mjs'

const NODE = 'node -e 0'
const IMPORT = "import 'abound'"

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'CPU time of a whole program that imports the library, beside a Node process that does nothing.',
  rounds: 20,
  async plan() {
    return {
      corpus: 'none',
      measures: [
        { key: 'cpuSeconds', unit: 's of CPU', better: 'lower' },
        { key: 'seconds', unit: 's', better: 'lower' },
      ],
      contenders: [
        { name: NODE, args: ['-e', '0'], figures: () => ({}) },
        {
          name: IMPORT,
          against: NODE,
          args: ['--input-type=module', '-e', `import '${new URL('bundle/index.js', DIST).href}'`],
          figures: () => ({}),
        },
      ],
      checks: (results) => [
        atMost(
          `CPU of ${IMPORT}, above ${NODE}, medians`,
          (results.median(IMPORT, 'cpuSeconds') - results.median(NODE, 'cpuSeconds')) * 1000,
          80,
          ' ms',
        ),
      ],
    }
  },
}
