// A learner of our own from the library: trained, saved, loaded again, and compared with Abound's.
//
//   node main.js news.jsonl
//
// From the command line the same file is a plugin:
//
//   npx abound compare news.jsonl --learners "arow, arow --r 10, svm" --plugin ./arow.js

import { compare, extend, load, openSource, train } from 'abound'
import plugin from './arow.js'

extend(plugin)

const [, , path = 'news.jsonl'] = process.argv
/** @type {import('abound').Document[]} */
const documents = []
for await (const batch of openSource(path).documents()) documents.push(...batch)

const model = await train(documents, { learner: 'arow', passes: 2 })
await model.save('news.abound')
const again = await load('news.abound')
const [{ text = '' } = {}] = documents
console.log(`${text}: ${again.rank(String(text))[0]?.label}`)
// It is online, so it goes on learning.
again.learn({ text: 'an unheard-of thing', labels: ['news'] })
console.log(`an unheard-of thing: ${again.rank('unheard-of')[0]?.label}`)

const { contenders } = await compare({
  version: '1',
  paths: [path],
  settings: {},
  plan: { kind: 'folds', folds: 3, seed: 1 },
  contenders: ['arow', 'svm', 'frequency'].map((learner) => ({ name: learner, learner, options: {} })),
  measure: 'R1',
  threads: 1,
  results: 'compared.jsonl',
})
for (const { name, measures } of contenders) console.log(`${name} ${measures.R1?.mean?.toFixed(2)}`)
