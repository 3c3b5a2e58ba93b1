// `abound/reports`: pages of evaluations, comparisons and explanations, with what draws their plots in Node.

import './use-engine.js'

export type { ComparisonReport } from '../report/comparison-page.js'
export type { EvaluationReport } from '../report/evaluation-page.js'
export type { ExplainedLabel, ExplanationReport } from '../report/explanation-page.js'
export type { DataFacts, ModelFacts } from '../report/facts-section.js'
export { type Mistake, WorstMistakes } from '../report/mistakes.js'
export type { MadeBy } from '../report/page.js'
export { comparisonPage, evaluationPage, explanationPage } from '../report/pages.js'
export type { DrawingTools } from '../report/plot-kit.js'
export { drawingTools } from './drawing.js'
