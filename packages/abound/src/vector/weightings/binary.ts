// binary: 1.

import { defineWeighting } from '../weighting.js'

export const binary = defineWeighting({
  name: 'binary',
  norm: 'none',
  reads: [],
  range: 1,
  weigh(_columns, values, n) {
    for (let i = 0; i < n; i++) values[i] = 1
  },
  typical: () => 1,
})
