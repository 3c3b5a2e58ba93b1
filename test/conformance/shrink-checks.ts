// Shrinking: whatever the learner, what is left answers, adds up, is stored to the bit and learns no more.

import { expect } from 'vitest'
import {
  type Classifier,
  fromBytes,
  InputError,
  type Learner,
  shrink,
  toBytes,
} from '../../packages/abound/src/internal.js'
import { expectSound, ranking, sameBytes } from './asserting.js'
import { type Check, QUERIES, trainOn } from './check.js'
import { asVectors, topicDocuments } from './documents.js'

const unshrinkable = ({ modelKind }: Learner): string | undefined =>
  modelKind === 'ratio'
    ? 'all of its weights count'
    : modelKind === 'own'
      ? 'its model is of a kind of its own'
      : undefined

/** How many of these have the same first label. */
function agreeing(a: Classifier, b: Classifier, inputs: Parameters<Classifier['rank']>[0][]): number {
  return inputs.filter((one) => ranking(a, one)[0]?.label === ranking(b, one)[0]?.label).length
}

export const SHRINK_CHECKS: readonly Check[] = [
  {
    name: 'shrinks to a model that answers alike, adds up, is stored to the bit and learns no more',
    skip: unshrinkable,
    async run(learner) {
      const documents = topicDocuments({ count: 80, multi: true })
      for (const given of [documents, asVectors(documents)]) {
        const model = await trainOn(learner, given)
        const before = toBytes(model)
        const small = await shrink(model)
        expect(sameBytes(toBytes(model), before)).toBe(true)
        expect(toBytes(small).length).toBeLessThan(before.length)
        expect(sameBytes(toBytes(await shrink(await fromBytes(before.slice()))), toBytes(small))).toBe(true)
        expect(agreeing(small, model, given)).toBeGreaterThan(0.95 * given.length)
        await expectSound(small, given === documents ? [...QUERIES, ...given.slice(0, 5)] : given.slice(0, 5))
        expect(small.online).toBe(false)
        expect(() => small.learn(given[0])).toThrow(/a shrunk model only answers/)
        expect(small.labelCount).toBe(model.labelCount)
        for (let id = 0; id < model.labelCount; id++)
          expect(small.documentsOf(id)).toBe(model.documentsOf(id))
      }
    },
  },
  {
    name: 'shrinks to a size, again and again, or says what is least',
    skip: unshrinkable,
    async run(learner) {
      const model = await trainOn(learner, topicDocuments({ count: 60, ownWords: 40, multi: true }))
      const whole = toBytes(await shrink(model)).length
      let last = model
      for (const share of [0.9, 0.75]) {
        const size = Math.round(whole * share)
        const made = await shrink(last, { size }).catch((error: unknown) => error)
        if (made instanceof InputError) {
          expect(made.message).toMatch(/^the model cannot be made as small as \d+ bytes: .* takes \d+$/)
          break
        }
        last = made as Classifier
        expect(toBytes(last).length).toBeLessThanOrEqual(size)
        expect(last.shrunk?.features).toBe(model.featureCount)
        await expectSound(last, QUERIES)
      }
      await expect(shrink(model, { size: 1 })).rejects.toThrow(/cannot be made as small as 1 bytes/)
    },
  },
]
