// Abound's vectoriser over UTF-8 bytes: words, in one thread.

import { built } from '../build.mjs'
import { timePasses } from './passes.mjs'

const { Vectoriser } = /** @type {typeof import('../../packages/abound/src/vector/vectoriser.js')} */ (
  await built('vector/vectoriser.js')
)
const { resolveTrainOptions } =
  /** @type {typeof import('../../packages/abound/src/pipeline/train-options.js')} */ (
    await built('pipeline/train-options.js')
  )

const { vectorOptions } = resolveTrainOptions({ tokens: 'words' })

timePasses(
  process.argv.slice(2),
  (bytes) => bytes,
  () => new Vectoriser(vectorOptions),
  ({ terms }) => Array.from({ length: terms.count }, (_, term) => terms.string(term)),
)
