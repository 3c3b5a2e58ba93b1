// tf: the count.

import { defineWeighting } from '../weighting.js'

export const tf = defineWeighting({
  name: 'tf',
  norm: 'l2',
  reads: [],
  termByTerm: { logs: false, idf: false },
  weigh() {},
  typical: (count) => count,
})
