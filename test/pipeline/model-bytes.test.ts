// Model files whose checksums are right but whose contents are not: refused before any use.

import { describe, expect, it } from 'vitest'
import type { NumberArray } from '../../packages/abound/src/contract.js'
import { InputError } from '../../packages/abound/src/errors.js'
import { decodeContainer, encodeContainer } from '../../packages/abound/src/modelfile/container.js'
import {
  classifierFromBytes,
  classifierToBytes,
  classifierToParts,
} from '../../packages/abound/src/pipeline/model-bytes.js'
import { train } from '../../packages/abound/src/pipeline/train.js'
import { joinParts } from '../../packages/abound/src/structures/bytes.js'
import { topicDocuments } from '../conformance/documents.js'

type Parts = { header: Record<string, unknown>; sections: Record<string, NumberArray> }

const bytesOf = async (learner: 'ff' | 'naive-bayes' | 'frequency'): Promise<Uint8Array> =>
  classifierToBytes(await train(topicDocuments({ count: 60, multi: true }), { learner, thresholds: 'train' }))

/** The same file with something changed, and its checksums right. */
function changed(bytes: Uint8Array, change: (parts: Parts) => void): Uint8Array {
  const { header, sections } = decodeContainer(bytes.slice(), 'model')
  const parts = { header: structuredClone(header), sections: { ...sections } }
  change(parts)
  return joinParts(encodeContainer(parts.header, parts.sections))
}

const object = (header: Record<string, unknown>, name: string): Record<string, unknown> =>
  header[name] as Record<string, unknown>

const DAMAGES: [string, (parts: Parts) => void][] = [
  ['an unknown learner', ({ header }) => void (header.learner = 'oracle')],
  ['no learner', ({ header }) => void delete header.learner],
  ['no options', ({ header }) => void delete header.options],
  ['an unknown option', ({ header }) => void (object(header, 'options').magic = 1)],
  ['options that are a list', ({ header }) => void (header.options = [])],
  ['an unknown option of the run', ({ header }) => void (object(header, 'run').magic = 1)],
  ['a wrong option of the run', ({ header }) => void (object(header, 'run').seed = 'x')],
  ['no options of the text', ({ header }) => void delete header.text],
  ['an unknown weighting', ({ header }) => void (object(header, 'text').weighting = 'bm25')],
  ['no number of documents', ({ header }) => void delete header.documents],
  ['a number of documents that is none', ({ header }) => void (header.documents = 'many')],
  ['no documents', ({ header }) => void (header.documents = 0)],
  ['a negative number of documents', ({ header }) => void (header.documents = -1)],
  ['a number of the learner that is none', ({ header }) => void (object(header, 'learned').labelCount = '4')],
  ['a decision that is not known', ({ header }) => void (object(header, 'decision').kind = 9)],
  ['a missing vocabulary', ({ sections }) => void delete sections['terms.bytes']],
  [
    'a vocabulary of the wrong type',
    ({ sections }) => void (sections['terms.offsets'] = new Float64Array(3)),
  ],
  ['a broken hash table', ({ sections }) => void (sections['terms.slots'] = new Uint32Array(6))],
  ['missing labels', ({ sections }) => void delete sections['labels.slots']],
  ['fewer document frequencies than words', ({ sections }) => void (sections['terms.df'] = Uint8Array.of(1))],
  [
    'document frequencies of 0',
    ({ sections }) => void (sections['terms.df'] = new Uint8Array(sections['terms.df'].length)),
  ],
  [
    'document frequencies that are NaN',
    ({ sections }) =>
      void (sections['terms.df'] = new Float64Array(sections['terms.df'].length).fill(Number.NaN)),
  ],
  ['missing term counts', ({ sections }) => void delete sections['terms.occurrences']],
  [
    'more label counts than labels',
    ({ sections }) => void (sections['labels.documents'] = new Uint8Array(99)),
  ],
  [
    'thresholds that are NaN',
    ({ sections }) => void (sections['decision.thresholds'] = Float64Array.of(Number.NaN)),
  ],
  [
    'nothing learned',
    ({ sections }) => {
      for (const name of Object.keys(sections)) if (name.startsWith('learned.')) delete sections[name]
    },
  ],
]

describe.each(['ff', 'naive-bayes', 'frequency'] as const)('a file of %s with', (learner) => {
  it.each(DAMAGES)('%s is refused', async (_, damage) => {
    const bytes = changed(await bytesOf(learner), damage)
    await expect(classifierFromBytes(bytes, 'news.abound')).rejects.toThrow(InputError)
    await expect(classifierFromBytes(bytes, 'news.abound')).rejects.toThrow(/^news\.abound(:| is damaged:) /)
  })

  it('no change is taken', async () => {
    const bytes = await bytesOf(learner)
    const same = changed(bytes, () => {})
    expect(Buffer.compare(same, bytes)).toBe(0)
    expect((await classifierFromBytes(same)).learner).toBe(learner)
  })
})

describe('a file of ff', () => {
  it('that speaks of labels without a name is refused', async () => {
    const bytes = changed(
      await bytesOf('ff'),
      ({ header }) => void (object(header, 'learned').labelCount = 40),
    )
    await expect(classifierFromBytes(bytes)).rejects.toThrow(/more labels or words than the file names/)
  })

  it('that speaks of words without a name is refused', async () => {
    const bytes = changed(await bytesOf('ff'), ({ sections }) => {
      for (const name of ['plus.lengths', 'plus.totals', 'plus.counts']) {
        const old = sections[`learned.${name}`]
        sections[`learned.${name}`] = Float64Array.from({ length: old.length + 1 }, (_, i) => old[i] ?? 0)
      }
      sections['learned.plus.lengths'] = Uint32Array.from(sections['learned.plus.lengths'])
    })
    await expect(classifierFromBytes(bytes)).rejects.toThrow(/more labels or words than the file names/)
  })

  it('cut anywhere is refused', async () => {
    const bytes = await bytesOf('ff')
    for (let length = 0; length < bytes.length; length += 97) {
      await expect(classifierFromBytes(bytes.slice(0, length), 'cut')).rejects.toThrow(InputError)
    }
  })

  it('is the parts end to end', async () => {
    const model = await train(topicDocuments({ count: 60 }))
    expect(Buffer.compare(joinParts(classifierToParts(model)), classifierToBytes(model))).toBe(0)
  })
})
