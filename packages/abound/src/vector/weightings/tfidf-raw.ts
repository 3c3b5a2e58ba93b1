// tfidf-raw: d · ln(m/df).

import { defineWeighting, idfOf } from '../weighting.js'

export const tfidfRaw = defineWeighting({
  name: 'tfidf-raw',
  norm: 'l2',
  reads: ['df'],
  termByTerm: { logs: false, idf: true },
  weigh(columns, values, n, statistics) {
    for (let i = 0; i < n; i++) values[i] *= idfOf(columns[i], statistics)
  },
  ofFrequency: (df, documents) => Math.log(documents / df),
  typical: (count, df, documents) => count * Math.log(documents / df),
})
