// Shrinking a classifier: what stays as it was, what is refused, and files that lie.

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { decodeContainer, encodeContainer } from '../../packages/abound/src/modelfile/container.js'
import type { Classifier } from '../../packages/abound/src/pipeline/classifier.js'
import { continueTraining } from '../../packages/abound/src/pipeline/continue-training.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { classifierFromBytes, classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { shrink } from '../../packages/abound/src/pipeline/shrink.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import type { GivenOptions } from '../../packages/abound/src/pipeline/train-options.js'
import { joinParts } from '../../packages/abound/src/structures/bytes.js'
import { topicDocuments } from '../conformance/documents.js'

const DOCUMENTS = topicDocuments({ count: 90, ownWords: 40, multi: true })
const made = (options: GivenOptions): Promise<Classifier> =>
  train(DOCUMENTS, { thresholds: 'train', ...options })
const size = (model: Classifier): number => classifierToBytes(model).length

describe('a shrunk model', () => {
  it('of rules and stumps scores to the bit as before, with the words they ask for', async () => {
    for (const learner of ['boost', 'ripper']) {
      const model = await made({ learner, ...(learner === 'boost' ? { rounds: 6 } : {}) })
      const small = await shrink(model)
      expect(small.featureCount).toBeLessThan(model.featureCount)
      for (const document of DOCUMENTS) expect(small.rank(document)).toStrictEqual(model.rank(document))
    }
  })

  it('keeps every word where weights heed how many are known', async () => {
    for (const weighting of ['inquery', 'pivoted']) {
      const model = await made({ learner: 'rocchio', weighting })
      const small = await shrink(model, { bits: 32, prune: 1e9 })
      expect(small.figures().weights).toBe(0)
      expect(small.featureCount).toBe(model.featureCount)
      const loaded = await classifierFromBytes(classifierToBytes(small).slice())
      const { vectoriser } = loaded.toParts()
      const { vectoriser: before } = model.toParts()
      for (const document of DOCUMENTS) {
        vectoriser.vectorise(document)
        before.vectorise(document)
        expect(vectoriser.values.subarray(0, vectoriser.size)).toEqual(before.values.subarray(0, before.size))
      }
    }
  })

  it('leaves the values of other words as they were, and gives scores their size back', async () => {
    const model = await made({ learner: 'svm', norm: 'none' })
    const small = await shrink(model, { bits: 32, prune: 0.02 })
    expect(small.featureCount).toBeLessThan(model.featureCount)
    const { terms, df } = model.toParts().vectoriser.parts()
    const kept = small.toParts().vectoriser.parts()
    for (let f = 0; f < kept.terms.count; f++)
      expect(kept.df[f]).toBe(df[terms.findString(kept.terms.string(f))])
    // Without a norm a kept weight says what it said.
    for (const { term, weight } of small.strongestTerms(model.labelName(0), 50)) {
      const was = model.strongestTerms(model.labelName(0), 1e6).find((one) => one.term === term)
      expect(weight).toBeCloseTo(was?.weight ?? Number.NaN, 5)
    }
    const normed = await made({ learner: 'svm' })
    const thin = await shrink(normed, { size: Math.round(size(await shrink(normed)) * 0.8) })
    expect(thin.featureCount).toBeLessThan(normed.featureCount)
    const mean = (of: Classifier): number => {
      const sizes = DOCUMENTS.map((one) => Math.abs(of.rank(one, { top: 1 })[0].score))
      return sizes.reduce((sum, one) => sum + one, 0) / sizes.length
    }
    expect(mean(thin) / mean(normed)).toBeGreaterThan(0.85)
    expect(mean(thin) / mean(normed)).toBeLessThan(1.15)
  })

  it('is smaller with fewer bits, and keeps fewer weights at a smaller size', async () => {
    const model = await made({ learner: 'svm' })
    const sizes = await Promise.all(
      ([32, 16, 8] as const).map(async (bits) => size(await shrink(model, { bits }))),
    )
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a))
    let last = Number.POSITIVE_INFINITY
    for (const share of [1, 0.9, 0.8, 0.7]) {
      const small = await shrink(model, { size: Math.round(sizes[2] * share) })
      expect(size(small)).toBeLessThanOrEqual(sizes[2] * share)
      expect(small.figures().weights).toBeLessThanOrEqual(last)
      last = small.figures().weights
    }
  })

  it('remembers what it was, also when it is shrunk again', async () => {
    const model = await made({ learner: 'naive-bayes' })
    const { weights } = model.figures()
    const small = await shrink(model)
    const smaller = await shrink(small, { size: size(small) - 500 })
    for (const one of [small, smaller, await classifierFromBytes(classifierToBytes(smaller).slice())])
      expect(one.shrunk).toEqual({ bits: 8, features: model.featureCount, weights })
  })

  it('cannot be trained on', async () => {
    const small = await shrink(await made({ learner: 'boost', rounds: 2 }))
    await expect(continueTraining(small, corpusOf(DOCUMENTS), { rounds: 4 })).rejects.toThrow(
      /shrunk model only answers/,
    )
    const ff = await shrink(await made({ learner: 'ff' }))
    expect(() => ff.learn(DOCUMENTS[0])).toThrow(/teach the model that it was made of/)
  })
})

describe('shrinking refuses', () => {
  it('what it cannot do, and says why', async () => {
    const svm = await made({ learner: 'svm' })
    await expect(shrink(svm, { size: 100 })).rejects.toThrow(
      /cannot be made as small as 100 bytes: what is left/,
    )
    await expect(shrink(svm, { size: 0 })).rejects.toThrow(/expected a number of bytes/)
    await expect(shrink(svm, { size: Number.NaN })).rejects.toThrow(/expected a number of bytes/)
    await expect(shrink(svm, { bits: 4 as 8 })).rejects.toThrow(/expected 8, 16 or 32/)
    await expect(shrink(svm, { prune: -1 })).rejects.toThrow(/at least 0/)
    const experts = await made({ learner: 'sleeping-experts' })
    await expect(shrink(experts)).rejects.toThrow(
      /sleeping-experts cannot be made smaller: every word has two/,
    )
    const ranked = await made({ learner: 'unweighted-index', classifiers: true })
    await expect(shrink(ranked)).rejects.toThrow(/its classifiers/)
    const boost = await made({ learner: 'boost', rounds: 2 })
    await expect(shrink(boost, { prune: 1 })).rejects.toThrow(/boost has no weights to drop/)
    await expect(shrink(boost, { size: 100 })).rejects.toThrow(/with only the words that its rules ask for/)
  })
})

type Parts = { header: Record<string, unknown>; sections: Record<string, NumberArray> }

function changed(bytes: Uint8Array, change: (parts: Parts) => void): Uint8Array {
  const { header, sections } = decodeContainer(bytes.slice(), 'model')
  const parts = { header: structuredClone(header), sections: { ...sections } }
  change(parts)
  return joinParts(encodeContainer(parts.header, parts.sections, 2))
}

describe('the file of a shrunk model', () => {
  it('is used where it lies once it is loaded', async () => {
    for (const [learner, name] of [
      ['svm', 'weights'],
      ['ff', 'edges'],
    ]) {
      const bytes = classifierToBytes(await shrink(await made({ learner })))
      const { arrays } = (await classifierFromBytes(bytes)).toParts().model.state()
      for (const part of ['codes', 'labels', 'scales'])
        expect(arrays[`${name}.${part}`].buffer).toBe(bytes.buffer)
    }
  })

  it('is of version 2, which readers of version 1 refuse by name; others stay version 1', async () => {
    const model = await made({ learner: 'svm' })
    expect(new DataView(classifierToBytes(model).buffer).getUint32(8, true)).toBe(1)
    expect(new DataView(classifierToBytes(await shrink(model)).buffer).getUint32(8, true)).toBe(2)
  })

  const lies: [string, (parts: Parts) => void][] = [
    ['no lengths of words', ({ sections }) => void delete sections['terms.lengths']],
    ['lengths that do not fit', ({ sections }) => void (sections['terms.lengths'] = Uint8Array.of(1, 2))],
    [
      'words that are all the same',
      ({ sections }) => {
        sections['terms.bytes'] = new Uint8Array(sections['terms.lengths'].length).fill(97)
        sections['terms.lengths'] = new Uint8Array(sections['terms.lengths'].length).fill(1)
      },
    ],
    ['no labels', ({ sections }) => void delete sections['labels.bytes']],
    ['no document frequencies', ({ sections }) => void delete sections['terms.df']],
    ['a number that is none', ({ header }) => void ((header.shrunk as Record<string, unknown>).bits = 'few')],
    ['no object', ({ header }) => void (header.shrunk = 8)],
    ['no word of being shrunk', ({ header }) => void delete header.shrunk],
    ['no weights', ({ sections }) => void delete sections[codes(sections)]],
    ['weights of bytes', ({ sections }) => void (sections[codes(sections)] = new Uint8Array(3))],
  ]
  const codes = (sections: Parts['sections']): string =>
    Object.keys(sections).find((name) => name.endsWith('.codes'))!

  it.each(lies)('with %s is refused', async (_, lie) => {
    for (const learner of ['svm', 'ff', 'unweighted-index', 'naive-bayes']) {
      const bytes = changed(classifierToBytes(await shrink(await made({ learner }))), lie)
      await expect(classifierFromBytes(bytes, 'small.abound')).rejects.toThrow(InputError)
    }
  })

  it('with any section or number changed is refused, or answers with numbers', async () => {
    const files = await Promise.all(
      ['svm', 'ff', 'mmp', 'naive-bayes', 'boost'].map(async (learner) =>
        classifierToBytes(await shrink(await made({ learner, probabilities: 'none' }))),
      ),
    )
    const number = fc.oneof(
      fc.integer({ min: -2, max: 300 }),
      fc.constantFrom(2 ** 31, 2 ** 32, 1e30, Number.NaN),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...files),
        fc.nat(),
        fc.nat(),
        number,
        fc.boolean(),
        async (file, which, at, value, cut) => {
          const bytes = changed(file, ({ sections }) => {
            const names = Object.keys(sections)
            const name = names[which % names.length]
            const copy = sections[name].slice()
            if (copy.length > 0) copy[at % copy.length] = value
            sections[name] = cut ? copy.subarray(0, at % (copy.length + 1)) : copy
          })
          try {
            const model = await classifierFromBytes(bytes)
            for (const { score } of model.rank(DOCUMENTS[0])) expect(Number.isNaN(score)).toBe(false)
            model.explain(DOCUMENTS[0], model.labelName(0))
          } catch (error) {
            expect(error).toBeInstanceOf(InputError)
          }
        },
      ),
      { numRuns: 300 },
    )
  })
})
