// Writes the words of a model as a JSON array.
//
//   make-vocabulary.mjs MODEL TO

import { writeFileSync } from 'node:fs'
import { built } from '../build.mjs'

const { load } = /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (
  await built('node/index.js')
)

const [from, to] = process.argv.slice(2)
const { terms } = (await load(from)).toParts().vectoriser
writeFileSync(to, JSON.stringify(Array.from({ length: terms.count }, (_, term) => terms.string(term))))
