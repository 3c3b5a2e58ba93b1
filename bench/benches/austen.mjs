// Word prediction on Jane Austen's novels with ff (Madani, Connor & Greiner 2009, figure 10).

import { atLeast, atMost, script } from '../harness.mjs'

const ROWS = 'ff on rows in memory'
const TRAIN = 'train() on ready-made vectors'
/** What the promised time is for. */
const INSTANCES = 720_000

/** @type {import('../harness.mjs').Bench} */
export default {
  about:
    'Each word of the six novels is predicted from the three before it and the three after (15 Boolean features), ' +
    'ff at its defaults, one pass over a random nine tenths; the paper has R1 .272, R5 .480. CPU times are those of ' +
    'learning alone: the trainer’s on rows in memory, or the whole call of train(), which checks the vectors, numbers ' +
    'their features and keeps the rows. Peak memory has the instances in it.',
  rounds: 1,
  async plan(place) {
    const name = 'Jane Austen’s novels'
    const folder = place.corpusFolder('janeausten', name)
    return {
      corpus: name,
      measures: [
        { key: 'r1', unit: 'R1', better: 'higher' },
        { key: 'r5', unit: 'R5', better: 'higher' },
        { key: 'learnCpuSeconds', unit: 's of CPU to learn', better: 'lower' },
        { key: 'microsecondsPerInstance', unit: 'µs of CPU an instance', better: 'lower' },
      ],
      contenders: [
        { name: ROWS, args: script('austen', 'rows', folder) },
        { name: TRAIN, against: ROWS, args: script('austen', 'train', folder) },
      ],
      checks: (results) => {
        const [{ instances, labels, features, learned, edges }] = results.runs(ROWS)
        const seconds = (results.median(ROWS, 'microsecondsPerInstance') * INSTANCES) / 1e6
        return [
          {
            what: `${instances} instances, ${learned} of them learned, ${labels} labels, ${features} features, ${edges} edges`,
            holds: instances > INSTANCES,
          },
          ...[ROWS, TRAIN].flatMap((way) => [
            atLeast(`R1, ${way}`, results.median(way, 'r1'), 0.27),
            atLeast(`R5, ${way}`, results.median(way, 'r5'), 0.48),
          ]),
          atMost(`CPU to learn ${INSTANCES} instances, ${ROWS}`, seconds, 10, ' s'),
        ]
      },
    }
  },
}
