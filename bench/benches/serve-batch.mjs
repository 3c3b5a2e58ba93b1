// Short texts while a large batch is ranked: who has one text does not wait for who has many.

import { atMost, script } from '../harness.mjs'

const BESIDE = 'short texts beside a stream of 100,000'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    '`POST /v1/rank` of `abound serve` with one short text after another, while another client streams 100,000 of them.',
  rounds: 3,
  async plan(place) {
    const { name, test } = place.news()
    const model = await place.newsModel()
    return {
      corpus: `${name}, ff model`,
      measures: [
        { key: 'p50Milliseconds', unit: 'ms (median)', better: 'lower' },
        { key: 'p99Milliseconds', unit: 'ms (p99)', better: 'lower' },
        { key: 'textsPerSecond', unit: 'texts/s of the stream', better: 'higher' },
      ],
      contenders: [{ name: BESIDE, args: script('serve', 'beside', model, test, '100000') }],
      checks: (results) => [
        atMost('requests that failed', results.median(BESIDE, 'failed'), 0, ''),
        atMost('p99', results.median(BESIDE, 'p99Milliseconds'), 50, ' ms'),
      ],
    }
  },
}
