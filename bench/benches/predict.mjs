// Ranking labels: from a file by the command, and in one process on texts in memory.

import { createHash } from 'node:crypto'
import { abound, script } from '../harness.mjs'

const COMMAND = 'abound predict MODEL DATA'

/** @type {import('../harness.mjs').Bench} */
export default {
  about: 'The best label of each document: the whole command on a gzipped file, and `rank()` in one process.',
  rounds: 5,
  async plan(place) {
    const { name, test } = place.news()
    const model = await place.newsModel()
    return {
      corpus: `${name}, test`,
      measures: [{ key: 'documentsPerSecond', unit: 'documents/s', better: 'higher' }],
      contenders: [
        { name: COMMAND, args: abound('predict', model, test), figures: fromLines },
        { name: 'rank(), strings', against: COMMAND, args: script('rank', 'string', model, test) },
        { name: 'rank(), UTF-8 bytes', against: COMMAND, args: script('rank', 'utf8', model, test) },
      ],
      checks: (results) => [
        { what: 'the same first labels from all of them', holds: results.agree('firstLabels') },
      ],
    }
  },
}

/** @param {import('../harness.mjs').Ended} ended */
function fromLines({ stdout, seconds }) {
  const lines = stdout.trimEnd().split('\n')
  const labels = createHash('sha256')
  for (const line of lines) labels.update(`${JSON.parse(line).labels[0]?.label}\n`)
  return {
    documents: lines.length,
    documentsPerSecond: lines.length / seconds,
    firstLabels: labels.digest('hex').slice(0, 16),
  }
}
