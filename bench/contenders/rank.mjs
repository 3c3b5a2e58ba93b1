// rank() in one process on texts in memory.
//
//   rank.mjs utf8|string MODEL FILE

import { createHash } from 'node:crypto'
import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'
import { timed } from './passes.mjs'

const { load } = /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (
  await built('node/index.js')
)

const [form, path, data] = process.argv.slice(2)
const model = await load(path)
const encoder = new TextEncoder()
const inputs = readDocuments(data).map(({ text }) => ({
  text: form === 'utf8' ? encoder.encode(text) : text,
}))

const labels = createHash('sha256')
for (const input of inputs) labels.update(`${model.rank(input, { top: 1 })[0]?.label}\n`)
const { passes, seconds } = timed(() => {
  for (const input of inputs) model.rank(input, { top: 1 })
})
console.log(
  JSON.stringify({
    documents: inputs.length,
    documentsPerSecond: (inputs.length * passes) / seconds,
    firstLabels: labels.digest('hex').slice(0, 16),
  }),
)
