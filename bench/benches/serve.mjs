// The server under load from another process.

import { atMost, script } from '../harness.mjs'

const STEADY = 'short texts, one a request, 32 connections'
const OVERLOAD = 'batches of 100 over 1,500 connections'
const REQUESTS = process.env.ABOUND_BENCH_REQUESTS ?? '100000'

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    '`POST /v1/rank` of `abound serve` under autocannon in a second process, which takes a core for itself: a steady ' +
    'stream of short texts, and more than it can take. ' +
    '`ABOUND_BENCH_REQUESTS=1000000` makes the stream long, to see whether memory stays flat.',
  rounds: 3,
  async plan(place) {
    const { name, test } = place.news()
    const model = await place.newsModel()
    return {
      corpus: `${name}, ff model`,
      measures: [
        { key: 'requestsPerSecond', unit: 'requests/s', better: 'higher' },
        { key: 'p99Milliseconds', unit: 'ms (p99)', better: 'lower' },
        { key: 'serverCpuMicroseconds', unit: 'µs of server CPU a request', better: 'lower' },
        { key: 'memoryGrowth', unit: '× memory from a tenth to the end', better: 'lower' },
        { key: 'turnedAway', unit: 'turned away', better: 'higher' },
        { key: 'p99AfterwardsMilliseconds', unit: 'ms (p99) afterwards', better: 'lower' },
      ],
      contenders: [
        { name: STEADY, args: script('serve', 'steady', model, test, REQUESTS, '32') },
        { name: OVERLOAD, args: script('serve', 'overload', model, test) },
      ],
      checks: (results) => [
        atMost('requests that failed', results.median(STEADY, 'failed'), 0, ''),
        atMost('1 / (requests/s)', 1 / results.median(STEADY, 'requestsPerSecond'), 1 / 5000, ' s'),
        atMost('p99', results.median(STEADY, 'p99Milliseconds'), 50, ' ms'),
        atMost('growth of memory', results.median(STEADY, 'memoryGrowth'), 1.2, '×'),
        { what: 'overload is turned away', holds: results.median(OVERLOAD, 'turnedAway') > 0 },
        atMost('neither answered nor turned away', results.median(OVERLOAD, 'otherwise'), 0, ''),
        atMost('left without an answer', results.median(OVERLOAD, 'timeouts'), 0, ''),
        atMost('requests that failed afterwards', results.median(OVERLOAD, 'failedAfterwards'), 0, ''),
      ],
    }
  },
}
