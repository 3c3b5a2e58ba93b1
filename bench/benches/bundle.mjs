// What a web page that ranks has to load.

import { readdirSync } from 'node:fs'
import { DIST } from '../build.mjs'
import { atMost, script } from '../harness.mjs'

const BUNDLE = 'abound/browser'
const STEMMERS = 'Snowball’s stemmers, where a model needs one'

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'The bundle for web pages: as it is, and as a server sends it.',
  rounds: 1,
  async plan() {
    const stemmers = readdirSync(new URL('browser/', DIST)).find((name) => name.startsWith('snowball'))
    return {
      corpus: 'none',
      measures: [
        { key: 'kilobytes', unit: 'kB', better: 'lower' },
        { key: 'gzipKilobytes', unit: 'kB (gzip)', better: 'lower' },
        { key: 'brotliKilobytes', unit: 'kB (Brotli)', better: 'lower' },
      ],
      contenders: [
        { name: BUNDLE, args: script('bundle', 'browser/abound.min.js') },
        { name: STEMMERS, args: script('bundle', `browser/${stemmers}`) },
      ],
      checks: (results) => [atMost(`${BUNDLE}, gzip`, results.median(BUNDLE, 'gzipKilobytes'), 70, ' kB')],
    }
  },
}
