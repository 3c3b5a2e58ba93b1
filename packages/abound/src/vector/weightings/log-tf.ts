// log-tf: 1 + ln d.

import { defineWeighting, logOf } from '../weighting.js'

export const logTf = defineWeighting({
  name: 'log-tf',
  norm: 'l2',
  reads: [],
  termByTerm: { logs: true, idf: false },
  weigh(_columns, values, n) {
    for (let i = 0; i < n; i++) values[i] = 1 + logOf(values[i])
  },
  typical: (count) => 1 + Math.log(count),
})
