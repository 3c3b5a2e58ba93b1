// tfidf: (1 + ln d) · ln(m/df).

import { defineWeighting, idfOf, logOf } from '../weighting.js'

export const tfidf = defineWeighting({
  name: 'tfidf',
  norm: 'l2',
  reads: ['df'],
  termByTerm: { logs: true, idf: true },
  weigh(columns, values, n, statistics) {
    for (let i = 0; i < n; i++) values[i] = (1 + logOf(values[i])) * idfOf(columns[i], statistics)
  },
  ofFrequency: (df, documents) => Math.log(documents / df),
  typical: (count, df, documents) => (1 + Math.log(count)) * Math.log(documents / df),
})
