// What draws plots where there is no browser: loaded when a page is made, not before.

import type { DrawingTools } from '../report/plot-kit.js'

/**
 * What `evaluationPage` and `comparisonPage` draw with, in Node.
 *
 * @example
 * const { document } = await drawingTools()
 * document !== undefined // true
 */
export async function drawingTools(): Promise<DrawingTools> {
  const { emptyDocument, Plot } = await import('./drawing-tools.js')
  return { Plot, document: emptyDocument() }
}
