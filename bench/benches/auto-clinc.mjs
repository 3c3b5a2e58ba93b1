// auto on CLINC150 without what is out of scope: short requests.

import { autoBench } from '../auto.mjs'
import { filtered } from '../parts.mjs'

export default autoBench(
  (place) => {
    const { name, train, test } = place.corpus('clinc150', 'CLINC150')
    const inScope = (/** @type {{ labels: string[] }} */ { labels }) => !labels.includes('oos')
    return {
      name: `${name} without "oos"`,
      train: filtered(train, place.file('clinc-train.jsonl'), inScope),
      test: filtered(test, place.file('clinc-test.jsonl'), inScope),
    }
  },
  { floor: 0.91 },
)
