// inquery: 0.6 · [d/(d + 0.5 + 1.5 · len/len̄)] · [ln((m + 0.5)/df)/ln(m + 1)]: the part above 0.4, which absent
// terms have too.

import { defineWeighting, sum } from '../weighting.js'

export const inquery = defineWeighting({
  name: 'inquery',
  norm: 'none',
  reads: ['df', 'meanLength'],
  absent: 0.4,
  weigh(columns, values, n, { documents, df, meanLength }) {
    const long = 0.5 + (1.5 * sum(values, n)) / meanLength
    for (let i = 0; i < n; i++) {
      const idf = Math.log((documents + 0.5) / df[columns[i]]) / Math.log(documents + 1)
      values[i] = 0.6 * (values[i] / (values[i] + long)) * idf
    }
  },
  ofFrequency: (df, documents) => Math.log((documents + 0.5) / df) / Math.log(documents + 1),
  typical: (count, df, documents) =>
    (count / (count + 2)) * (Math.log((documents + 0.5) / df) / Math.log(documents + 1)),
})
