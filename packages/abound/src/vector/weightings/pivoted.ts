// pivoted: ln(m/df) · [(1 + ln d)/(1 + ln(len/u))] / [(1 − s) + s · u/ū], s = 0.3. (Singhal 1996)

import { defineWeighting, idfOf, logOf, sum } from '../weighting.js'

const SLOPE = 0.3

export const pivoted = defineWeighting({
  name: 'pivoted',
  norm: 'none',
  reads: ['df', 'meanDistinct'],
  weigh(columns, values, n, statistics) {
    const average = 1 + Math.log(sum(values, n) / n)
    const pivot = 1 - SLOPE + (SLOPE * n) / statistics.meanDistinct
    for (let i = 0; i < n; i++) {
      values[i] = (idfOf(columns[i], statistics) * ((1 + logOf(values[i])) / average)) / pivot
    }
  },
  ofFrequency: (df, documents) => Math.log(documents / df),
  typical: (count, df, documents) => (1 + Math.log(count)) * Math.log(documents / df),
})
