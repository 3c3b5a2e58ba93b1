// load() of a model file.

import { built } from '../build.mjs'
import { timeLoads } from './loads.mjs'

const { load } = /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (
  await built('node/index.js')
)

await timeLoads(
  () => load(process.argv[2]),
  ({ featureCount }) => featureCount,
)
