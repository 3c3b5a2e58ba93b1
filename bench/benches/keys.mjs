// Finding a label among many on the server's page, as one types.

import { findChromium } from '../contenders/open-page.mjs'
import { abound, atMost, runOnce, script } from '../harness.mjs'
import { Skip } from '../places.mjs'

const LABELS = '25000'
const TYPING = 'a label’s name, key by key'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'From the keystroke until the labels that the server found for it are painted, on the page of `abound serve` in ' +
    'Chromium, with a model of 25,000 labels.',
  rounds: 3,
  async plan(place) {
    if (findChromium() === undefined)
      throw new Skip('Chromium is needed: none was found in PATH (or CHROMIUM)')
    const [data, model] = [place.file('wide.jsonl'), place.file('wide.abound')]
    await runOnce({ args: script('make-wide', data, LABELS) })
    await runOnce({ args: abound('train', data, '--learner', 'ff', '--quiet', '-o', model) })
    return {
      corpus: '25,000 documents, each with a label of its own',
      measures: [
        { key: 'medianMilliseconds', unit: 'ms (median)', better: 'lower' },
        { key: 'slowestMilliseconds', unit: 'ms (slowest)', better: 'lower' },
      ],
      contenders: [{ name: TYPING, args: script('keys', model) }],
      checks: (results) => [
        atMost('keystroke to paint, median', results.median(TYPING, 'medianMilliseconds'), 100, ' ms'),
      ],
    }
  },
}
