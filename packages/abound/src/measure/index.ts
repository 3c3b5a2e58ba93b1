// What other packages use of this room.

export { fMeasure } from './best-f1.js'
export type { Measures } from './evaluation.js'
export type { RankPoint } from './ranking-sums.js'
export type { RejectionPoint } from './rejections.js'
export { meanAndDeviation, type SignTest, signTest } from './significance.js'
