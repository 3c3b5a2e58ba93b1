// R1 of a model on the documents of one label, and on the others.
//
//   rank-group.mjs MODEL LABEL FILE

import { built } from '../build.mjs'
import { readDocuments } from './documents.mjs'

const { load } = /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (
  await built('node/index.js')
)

const [path, group, data] = process.argv.slice(2)
const model = await load(path)
const right = { group: 0, others: 0 }
const all = { group: 0, others: 0 }
for (const { text, labels } of readDocuments(data)) {
  const part = labels.includes(group) ? 'group' : 'others'
  all[part]++
  const [best] = model.rank({ text }, { top: 1 })
  if (best !== undefined && labels.includes(best.label)) right[part]++
}
console.log(JSON.stringify({ r1Group: right.group / all.group, r1Others: right.others / all.others }))
