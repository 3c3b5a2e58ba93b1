// The reference: plain loops, on any platform.

import type { Engine } from '../contract.js'
import { plainArrays } from './plain-arrays.js'
import { plainJointPass } from './plain-joint-pass.js'
import { PlainTermRow } from './plain-term-row.js'

export const plainEngine: Engine = {
  name: 'plain',
  arrays: plainArrays,
  words: (source) => ({
    isOf: (table) => table === source.table,
    addIds: (bytes, from, to, grow, out) => source.addIds(bytes, from, to, grow, out),
  }),
  termRow: () => new PlainTermRow(),
  jsonTexts: () => undefined,
  denseScorer: () => undefined,
  listScorer: () => undefined,
  memory: () => undefined,
  jointPass: plainJointPass,
}
