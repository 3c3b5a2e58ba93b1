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
  const [Plot, { parseHTML }] = await Promise.all([import('@observablehq/plot'), import('linkedom')])
  return { Plot, document: parseHTML('<!doctype html><html><body></body></html>').document }
}
