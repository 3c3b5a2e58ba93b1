// A report with many labels: made by `abound evaluate --report`, and used in a browser.

import { findChromium } from '../contenders/open-page.mjs'
import { abound, atMost, runOnce, script } from '../harness.mjs'
import { Skip } from '../places.mjs'

const LABELS = '25000'
const MAKING = 'abound evaluate --report'
const USING = 'the page in Chromium'

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'A report whose table of labels has 25,000 rows: made, opened, sorted, and one label found in it.',
  rounds: 3,
  async plan(place) {
    if (findChromium() === undefined)
      throw new Skip('Chromium is needed: none was found in PATH (or CHROMIUM)')
    const [data, model, page] = ['wide.jsonl', 'wide.abound', 'wide.html'].map((name) => place.file(name))
    const evaluate = abound('evaluate', model, data, '--report', page, '--quiet')
    await runOnce({ args: script('make-wide', data, LABELS) })
    await runOnce({ args: abound('train', data, '--learner', 'ff', '--quiet', '-o', model) })
    await runOnce({ args: evaluate })
    return {
      corpus: '25,000 documents, each with a label of its own',
      measures: [
        { key: 'seconds', unit: 's', better: 'lower' },
        { key: 'openMilliseconds', unit: 'ms to open', better: 'lower' },
        { key: 'sortMilliseconds', unit: 'ms to sort', better: 'lower' },
        { key: 'findMilliseconds', unit: 'ms to find', better: 'lower' },
      ],
      contenders: [
        { name: MAKING, args: evaluate, figures: () => ({}) },
        { name: USING, args: script('report-page', page, 'product number 24999') },
      ],
      checks: (results) => [
        atMost(MAKING, results.median(MAKING, 'seconds'), 20, ' s'),
        atMost('opening', results.median(USING, 'openMilliseconds'), 2000, ' ms'),
        atMost('sorting', results.median(USING, 'sortMilliseconds'), 500, ' ms'),
        atMost('finding', results.median(USING, 'findMilliseconds'), 200, ' ms'),
      ],
    }
  },
}
