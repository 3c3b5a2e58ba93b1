// The modules that docs/own-learners.md shows are plugins that work.

import './fresh-modules.js'

import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import * as parts from '../packages/abound/src/learners/index.js'
import * as node from '../packages/abound/src/node/internal.js'
import { topicDocuments } from './conformance/documents.js'

const { evaluate, extend, figureOf, fromBytes, toBytes, trainCorpus, corpusOf } = node
const page = readFileSync(new URL('../docs/own-learners.md', import.meta.url), 'utf8')
const names = { ...node, ...parts }

/** The default export of each module that is shown. */
const plugins = Array.from(page.matchAll(/^```js\n(.*?)^```/gms), ([, code]) => code)
  .filter((code) => code.includes('export default'))
  .map((code) => {
    const body = code.replace(/^import .*$/gm, '').replace('export default', 'return')
    return new Function(...Object.keys(names), body)(...Object.values(names)) as node.Extensions
  })

describe('the page on own learners', () => {
  it('shows a learner that learns, and is stored', async () => {
    extend(plugins[0])
    const documents = topicDocuments({ count: 60, labels: 3, length: 8 })
    const model = await trainCorpus(corpusOf(documents), { learner: 'centroid', power: 0.5 })
    expect(figureOf(await evaluate(model, documents), 'R1')).toBe(1)
    const again = await fromBytes(toBytes(model))
    expect(again.rank('label0word1')).toEqual(model.rank('label0word1'))
  })

  it('shows a weighting and a measure', async () => {
    extend(plugins[1])
    const documents = topicDocuments({ count: 60, labels: 3, length: 8 })
    const model = await trainCorpus(corpusOf(documents), { learner: 'rocchio', weighting: 'square-root' })
    expect(figureOf(await evaluate(model, documents), 'R2')).toBe(1)
  })

  it('names what the contract has', () => {
    const shown = Array.from(page.matchAll(/^\| `(\w+)`[^|]*\|/gm), ([, name]) => name)
    const contract = readFileSync(new URL('../packages/abound/src/contract.ts', import.meta.url), 'utf8')
    for (const name of [...shown, 'restore', 'takesUnlabelled'])
      expect(contract).toMatch(new RegExp(`\\b${name}\\b`))
    for (const name of page.matchAll(/`(rowOf|WeightRows|weightRowsFrom|packNumbers|LinearModel)\b/g))
      expect(parts).toHaveProperty(name[1])
  })
})
