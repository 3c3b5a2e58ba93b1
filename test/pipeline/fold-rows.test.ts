// Rows of a fold against rows that a vectoriser makes that was trained on the rest alone.

import { describe, expect, it } from 'vitest'
import type { Dataset, Document } from '../../packages/abound/src/contract.js'
import { CHUNK_MASK, CHUNK_SHIFT } from '../../packages/abound/src/engine/chunks.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { firstPass } from '../../packages/abound/src/pipeline/first-pass.js'
import { rowsAsMetByRest, rowsOfFold, rowWeights } from '../../packages/abound/src/pipeline/fold-rows.js'
import { labelsOf, subset, weighRows } from '../../packages/abound/src/pipeline/rows.js'
import { settleTerms } from '../../packages/abound/src/pipeline/train.js'
import { resolveTrainOptions } from '../../packages/abound/src/pipeline/train-options.js'
import { WEIGHTINGS } from '../../packages/abound/src/vector/weightings/index.js'
import { topicDocuments } from '../conformance/documents.js'

/** A number as letters. */
const word = (i: number): string => String.fromCharCode(97 + (i % 26), 97 + Math.floor(i / 26))
const ownWord = (i: number): string => `own${word(i)}`

/** Each has a word of its own, and one that it shares with the next. */
const documents: Document[] = topicDocuments({ count: 60, labels: 5 }).map((document, i) => ({
  ...document,
  text: `${document.text} ${ownWord(i)} shared${word(i >> 1)}`,
}))

async function rowsOf(texts: readonly Document[], text: object) {
  const options = resolveTrainOptions({ learner: 'svm', ...text })
  const seen = await firstPass(corpusOf(texts), options, {}, false)
  const data = weighRows(seen.rows!, seen.vectoriser, settleTerms(seen, options))
  data.labelCount = seen.labels.count
  return { data, vectoriser: seen.vectoriser }
}

/** A row as term → value. */
function entriesOf(data: Dataset, row: number, term: (column: number) => string): Map<string, number> {
  const { offsets, columns, values } = data.chunks[row >>> CHUNK_SHIFT]
  const r = row & CHUNK_MASK
  const out = new Map<string, number>()
  for (let e = offsets[r]; e < offsets[r + 1]; e++) out.set(term(columns[e]), values[e])
  return out
}

const rows = Uint32Array.from(documents.keys())
const heldOut = rows.filter((row) => row % 5 === 0)
const train = rows.filter((row) => row % 5 !== 0)
const BY_TERM = WEIGHTINGS.filter(({ reads }) => !reads.some((name) => name.startsWith('mean')))

describe.each(BY_TERM.map(({ name }) => name))('rows of a fold, %s', (weighting) => {
  it.each([1, 2])('are those of a model that has seen the other folds alone (minDf %i)', async (minDf) => {
    const all = await rowsOf(documents, { weighting, minDf })
    const rest = await rowsOf(
      Array.from(train, (row) => documents[row]),
      { weighting, minDf },
    )
    const term = (column: number) => all.vectoriser.terms.string(column)
    const restTerm = (column: number) => rest.vectoriser.terms.string(column)
    const foldRows = rowsOfFold(all.data, train, rowWeights(all.vectoriser))
    const expectSame = (found: Map<string, number>, expected: Map<string, number>) => {
      expect([...found.keys()].sort()).toEqual([...expected.keys()].sort())
      for (const [name, value] of found) expect(value).toBeCloseTo(expected.get(name)!, 5)
    }
    const made = foldRows(heldOut)
    let dropped = 0
    for (const [i, row] of heldOut.entries()) {
      rest.vectoriser.vectorise(documents[row])
      const { columns, values, size } = rest.vectoriser
      const expected = Array.from(
        values.subarray(0, size),
        (value, e) => [restTerm(columns[e]), value] as const,
      )
      expectSame(entriesOf(made.data, made.rows[i], term), new Map(expected))
      expect(labelsOf(made.data, made.rows[i])).toEqual(labelsOf(all.data, row))
      dropped += entriesOf(all.data, row, term).size - size
    }
    expect(dropped).toBeGreaterThan(0)
    const own = foldRows(train)
    for (const i of train.keys())
      expectSame(entriesOf(own.data, own.rows[i], term), entriesOf(rest.data, i, restTerm))
  })
})

describe('rows of a fold', () => {
  it('are ready-made vectors as they are', async () => {
    const { data } = await rowsOf(documents, {})
    const fold = rowsOfFold(data, train, undefined)(heldOut)
    expect(fold.data).toBe(data)
    expect(fold.rows).toBe(heldOut)
  })

  it('held out apart lose the terms that only they have, and keep their length', async () => {
    const { data, vectoriser } = await rowsOf(documents, { weighting: 'tfidf' })
    const term = (column: number) => vectoriser.terms.string(column)
    const met = rowsAsMetByRest(subset(data, heldOut), vectoriser)
    for (const [i, row] of heldOut.entries()) {
      const found = entriesOf(met.data, met.rows[i], term)
      expect(Math.hypot(...found.values())).toBeCloseTo(1, 5)
      const left = [...entriesOf(data, row, term).keys()].filter((name) => !found.has(name))
      expect(left).toEqual([ownWord(row)])
    }
  })
})
