// Checks a corpus in which labels were replaced (make-wrong.mjs): how many of them are among the first labels that are
// listed as probably wrong or missing, as many as 2 % and 4 % of the documents, and how many of those are listed at all.
//
//   check-wrong.mjs DATA NUMBERS

import { readFileSync } from 'node:fs'
import { built } from '../build.mjs'

const { checkCorpus, openSource } = /** @type {typeof import('../../packages/abound/src/node/index.js')} */ (
  await built('node/index.js')
)
const [data, numbers] = process.argv.slice(2)
const wrong = new Set(JSON.parse(readFileSync(numbers, 'utf8')))
const source = openSource(data)
const { findings, train } = await checkCorpus({
  name: data,
  rereadable: true,
  batches: () => source.documents(),
})
const listed = findings
  .filter(({ kind }) => kind === 'wrong-label' || kind === 'missing-label')
  .map(({ documents }) => documents[0].document)
const among = (/** @type {number} */ share) =>
  new Set(listed.slice(0, Math.round(share * train.documents)).filter((document) => wrong.has(document))).size
console.log(
  JSON.stringify({
    planted: wrong.size,
    listed: listed.length,
    found2: among(0.02) / wrong.size,
    found4: among(0.04) / wrong.size,
    foundAll: among(1) / wrong.size,
  }),
)
