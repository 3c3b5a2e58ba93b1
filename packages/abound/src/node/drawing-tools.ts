// The plotting library and a document for it to draw in; the build makes one file of them.

import * as Plot from '@observablehq/plot'
import { parseHTML } from 'linkedom'

export { Plot }

export function emptyDocument(): object {
  return parseHTML('<!doctype html><html><body></body></html>').document
}
