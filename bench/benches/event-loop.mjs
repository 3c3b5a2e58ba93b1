// A service that trains while it answers: how long its event loop is held.

import { atMost, script } from '../harness.mjs'

const LEARNERS = ['svm', 'boost']

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'How late the event loop of a service is (examples/fastify-service) while it trains from an async generator and ranks ' +
    'a text every 20 ms: from the first document until the model serves. Nothing else runs in the process.',
  rounds: 3,
  async plan(place) {
    const { name, train } = place.news()
    return {
      corpus: name,
      measures: [
        { key: 'p99Milliseconds', unit: 'ms late (p99)', better: 'lower' },
        { key: 'mostMilliseconds', unit: 'ms late (most)', better: 'lower' },
        { key: 'trainingSeconds', unit: 's of training', better: 'lower' },
      ],
      contenders: LEARNERS.map((learner) => ({ name: learner, args: script('event-loop', learner, train) })),
      checks: (results) =>
        LEARNERS.map((learner) =>
          atMost(`${learner}, p99`, results.median(learner, 'p99Milliseconds'), 50, ' ms'),
        ),
    }
  },
}
