// Learning on with old examples mixed in.

import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import { sampleOf } from '../../packages/abound/src/pipeline/corpus.js'
import { classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { topicDocuments } from '../conformance/documents.js'

const all = topicDocuments({ count: 600, labels: 5, length: 12, sharedWords: 40 })
const labelOf = ({ labels }: Document): string => labels![0]
const names = [...new Set(all.map(labelOf))]

describe('learn with replay', () => {
  const newName = names.at(-1)!
  const old = all.filter((document) => labelOf(document) !== newName)
  const fresh = all.filter((document) => labelOf(document) === newName)

  it.each(['ff', 'mmp'] as const)('teaches a new label and keeps the old ones (%s)', async (learner) => {
    const model = await train(old, { learner })
    model.learn(fresh, { replay: old })
    const right = (documents: readonly Document[]): number =>
      documents.filter((document) => model.rank(document, { top: 1 })[0]?.label === labelOf(document)).length
    expect(right(fresh) / fresh.length).toBeGreaterThan(0.9)
    expect(right(old) / old.length).toBeGreaterThan(0.9)
  })

  it('counts only what is new', async () => {
    const model = await train(old, { learner: 'ff' })
    model.learn(fresh, { replay: old })
    expect(model.documents).toBe(all.length)
    expect(model.documentsOf(model.labelId(newName))).toBe(fresh.length)
    expect(model.documentsOf(0)).toBe(
      old.filter((document) => labelOf(document) === model.labelName(0)).length,
    )
  })

  it('is seeded', async () => {
    const bytes = async (seed: number): Promise<string> => {
      const model = await train(old, { learner: 'ff' })
      model.learn(fresh, { replay: old, seed })
      return Buffer.from(classifierToBytes(model)).toString('base64')
    }
    expect(await bytes(3)).toBe(await bytes(3))
    expect(await bytes(3)).not.toBe(await bytes(4))
  })
})

describe('sampleOf', () => {
  async function* batches(count: number): AsyncGenerator<Document[]> {
    for (let i = 0; i < count; i += 7) {
      yield Array.from({ length: Math.min(7, count - i) }, (_, j) => ({ id: String(i + j), text: '' }))
    }
  }

  it('gives all when they fit', async () => {
    const sample = await sampleOf(batches(20), 50, 1)
    expect(sample.map(({ id }) => id)).toEqual(Array.from({ length: 20 }, (_, i) => String(i)))
  })

  it('gives each document the same chance', async () => {
    const times = new Uint32Array(30)
    for (let seed = 0; seed < 2000; seed++) {
      const sample = await sampleOf(batches(30), 10, seed)
      expect(sample.length).toBe(10)
      for (const { id } of sample) times[Number(id)]++
    }
    // Each is drawn 2000 · 10/30 ≈ 667 times, give or take five standard deviations.
    for (const count of times) expect(Math.abs(count - 2000 / 3)).toBeLessThan(5 * Math.sqrt(2000 * (2 / 9)))
  })
})
