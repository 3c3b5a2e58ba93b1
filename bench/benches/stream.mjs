// A file far larger than the memory that training may take, beside the same documents once.

import { statfs } from 'node:fs/promises'
import { abound, atMost, runOnce, script, trainFigures } from '../harness.mjs'
import { Skip } from '../places.mjs'

const ONCE = 'the corpus once'
const LARGEST_PEAK = 600
// The rows of a smaller file may fit the memory that they are given.
const FULL_SIZE = 1024

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Memory of `abound train --learner ff` on a JSONL file made by repeating a corpus, and on the corpus once.',
  rounds: 1,
  async plan(place) {
    const { name, train } = place.news()
    const large = place.file('large.jsonl')
    const once = place.file('once.jsonl')
    const model = place.file('stream.abound')
    const { bavail, bsize } = await statfs(place.folder)
    if (bavail * bsize < place.megabytes * 2 ** 20 * 1.2)
      throw new Skip(`the temporary folder has no room for a file of ${place.megabytes} MB`)
    await runOnce({ args: script('make-repeated', train, once, '1') })
    await runOnce({ args: script('make-repeated', train, large, String(place.megabytes * 2 ** 20)) })
    const repeated = `${place.megabytes} MB of it`
    const command = (/** @type {string} */ path) =>
      abound('train', path, '--learner', 'ff', '--json', '-o', model)
    return {
      corpus: `${name}, train, repeated`,
      measures: [
        { key: 'peakMegabytes', unit: 'MB peak', better: 'lower' },
        { key: 'documentsPerSecond', unit: 'documents/s', better: 'higher' },
      ],
      contenders: [
        { name: ONCE, terminal: true, args: command(once), figures },
        { name: repeated, against: ONCE, terminal: true, args: command(large), figures },
      ],
      checks: (results) => {
        const [{ barsDrawn, streamed, documents }] = results.runs(repeated)
        return [
          atMost(`peak memory of ${repeated}`, results.peakBytes(repeated) / 1e6, LARGEST_PEAK, ' MB'),
          {
            what: `read again rather than kept, ${documents} documents: ${streamed}`,
            holds: streamed === 'yes' || place.megabytes < FULL_SIZE,
          },
          { what: `a progress bar was drawn: ${barsDrawn} times`, holds: Number(barsDrawn) > 10 },
        ]
      },
    }
  },
}

/** @param {import('../harness.mjs').Ended} ended */
function figures(ended) {
  return {
    ...trainFigures(ended),
    peakMegabytes: ended.peakBytes / 1e6,
    barsDrawn: ended.stderr.match(/[█░]+ +\d+ %/g)?.length ?? 0,
    streamed: ended.stderr.includes('read again for each pass') ? 'yes' : 'no',
  }
}
