// The door to the pages. What makes them is loaded with the first page, so that a program that makes none does not pay
// for it; the library that draws plots is brought by the caller.

import type { ComparisonReport } from './comparison-page.js'
import type { EvaluationReport } from './evaluation-page.js'
import type { ExplanationReport } from './explanation-page.js'
import type { DrawingTools } from './plot-kit.js'

/**
 * The page as one HTML file that fetches nothing. Plots are drawn with `tools`: in Node what `drawingTools()` gives, in
 * a browser `{ Plot, document }` with Observable Plot and its own document.
 *
 * @example
 * const { learner, options, featureCount: features, labelCount: labels } = model
 * const page = await evaluationPage({
 *   title: 'News',
 *   made: { version: '0.1.0', date: '2026-01-01' },
 *   model: { learner, options, documents: 4, features, labels },
 *   data: { name: 'news.jsonl', documents: 4 },
 *   measures: await evaluate(model, documents),
 * }, tools)
 * page // '<!doctype html>…'
 */
export async function evaluationPage(report: EvaluationReport, tools: DrawingTools): Promise<string> {
  return (await import('./evaluation-page.js')).renderEvaluation(report, tools)
}

/**
 * The page as one HTML file that fetches nothing; see `evaluationPage` for `tools`.
 *
 * @example
 * const result = compareCells({
 *   version: '0',
 *   data: { paths: [], fingerprint: '' },
 *   split: { kind: 'test', names: ['test'] },
 *   measure: 'R1',
 *   contenders: [],
 *   cells: [],
 * })
 * const report = { title: 'News', made: { version: '0', date: '2026-01-01' }, result }
 * await comparisonPage(report, tools) // '<!doctype html>…'
 */
export async function comparisonPage(report: ComparisonReport, tools: DrawingTools): Promise<string> {
  return (await import('./comparison-page.js')).renderComparison(report, tools)
}

/**
 * The page as one HTML file that fetches nothing.
 *
 * @example
 * const explained = { ...model.explainInPlace('corn', 'grain'), terms: model.explain('corn', 'grain') }
 * const made = { version: '0.1.0', date: '2026-01-01' }
 * const page = await explanationPage({ title: 'Why', made, lead: 'news.abound', labels: [explained] })
 * page // '<!doctype html>…'
 */
export async function explanationPage(report: ExplanationReport): Promise<string> {
  return (await import('./explanation-page.js')).renderExplanation(report)
}
