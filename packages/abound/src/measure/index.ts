// `abound/measures`: evaluations of any program's scores, tests of significance, and what a measure is.

export { type BootstrapOptions, bootstrapInterval, type Interval } from './bootstrap.js'
export type { CalibrationMeasures } from './calibration.js'
export { compareDocuments, compareLabels, type DocumentComparison } from './comparison.js'
export type { DetailOptions, EvaluationDetails } from './details.js'
export type { DocumentOutcomes } from './document-outcomes.js'
export { Evaluation, type EvaluationOptions, type Measures } from './evaluation.js'
export { defineMeasure, type EvaluationTotals, figureOf, type Measure } from './measure.js'
export { MEASURES } from './measures/index.js'
export type { LabelMeasures } from './per-label.js'
export type { Figure, RankPoint } from './ranking-sums.js'
export { type RejectionMeasures, type RejectionPoint, Rejections } from './rejections.js'
export { type MeanAndDeviation, meanAndDeviation, type SignTest, signTest } from './significance.js'
