// Going on from a model: the same as one longer training, and only on the same documents with the same options.

import { describe, expect, it } from 'vitest'
import type { Document } from '../../packages/abound/src/contract.js'
import type { Classifier } from '../../packages/abound/src/pipeline/classifier.js'
import { continueTraining } from '../../packages/abound/src/pipeline/continue-training.js'
import { corpusOf } from '../../packages/abound/src/pipeline/corpus.js'
import { classifierFromBytes, classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { train, trainOnCorpus } from '../../packages/abound/src/pipeline/train.js'
import type { GivenOptions } from '../../packages/abound/src/pipeline/train-options.js'
import type { TrainingHooks } from '../../packages/abound/src/pipeline/training-hooks.js'
import { asVectors, topicDocuments } from '../conformance/documents.js'

const DOCUMENTS = topicDocuments({ count: 120, labels: 5, multi: true, ownWords: 30 })
const HELD_OUT = topicDocuments({ count: 40, labels: 5, multi: true, ownWords: 30, seed: 2 })

const boosted = (rounds: number, documents: readonly Document[] = DOCUMENTS): Promise<Classifier> =>
  train(documents, { learner: 'boost', rounds })

const onwards = (
  model: Classifier,
  given: GivenOptions,
  documents: readonly Document[] = DOCUMENTS,
  hooks: TrainingHooks = {},
): Promise<Classifier> => continueTraining(model, corpusOf(documents), given, hooks)

describe('going on from a model', () => {
  it('ends where one longer training would have, to the byte', async () => {
    const whole = classifierToBytes(await boosted(20))
    const loaded = await classifierFromBytes(classifierToBytes(await boosted(8)))
    expect(classifierToBytes(await onwards(loaded, { rounds: 20 }))).toEqual(whole)
    const inSteps = await onwards(await onwards(await boosted(3), { rounds: 11 }), { rounds: 20 })
    expect(classifierToBytes(inSteps)).toEqual(whole)
  })

  it('does so with text options, selected terms, thresholds and vectors', async () => {
    const options = { learner: 'boost', ngrams: 2, minDf: 2, select: 'chi2', selectTop: 60 } as const
    const more = await onwards(await train(DOCUMENTS, { ...options, rounds: 4 }), { rounds: 9, ngrams: '2' })
    expect(classifierToBytes(more)).toEqual(
      classifierToBytes(await train(DOCUMENTS, { ...options, rounds: 9 })),
    )
    const shared = await onwards(await boosted(4), { rounds: 9, thresholds: 'share' })
    const once = await train(DOCUMENTS, { learner: 'boost', rounds: 9, thresholds: 'share' })
    expect(classifierToBytes(shared)).toEqual(classifierToBytes(once))
    const vectors = asVectors(DOCUMENTS)
    const ready = await onwards(await boosted(4, vectors), { rounds: 9 }, vectors)
    expect(classifierToBytes(ready)).toEqual(classifierToBytes(await boosted(9, vectors)))
  })

  it('leaves the model that it came from as it was', async () => {
    const model = await boosted(5)
    const before = classifierToBytes(model)
    await onwards(model, { rounds: 12 })
    expect(classifierToBytes(model)).toEqual(before)
  })

  it('passes over unlabelled documents, as training did', async () => {
    const mixed = [{ text: 'nobody knows' }, ...DOCUMENTS, { text: 'nobody' }]
    const more = await onwards(await boosted(4, mixed), { rounds: 9 }, mixed)
    expect(classifierToBytes(more)).toEqual(classifierToBytes(await boosted(9, mixed)))
  })

  it('refuses learners that cannot', async () => {
    await expect(onwards(await train(DOCUMENTS, { learner: 'mmp' }), {})).rejects.toThrow(
      'mmp learns document by document: `abound learn` goes on from its model',
    )
    await expect(onwards(await train(DOCUMENTS, { learner: 'rocchio' }), {})).rejects.toThrow(
      'rocchio cannot go on from a model: train it again on all documents',
    )
  })

  it('refuses options that contradict the model', async () => {
    const model = await boosted(3)
    const refused = (given: GivenOptions, why: string) =>
      expect(onwards(model, given), JSON.stringify(given)).rejects.toThrow(why)
    await refused({ learner: 'ff' }, "`learner: 'ff'`: the model was made by boost")
    await refused({ ngrams: 2 }, '`ngrams: 2`: the model was trained with 1; leave it out to go on')
    await refused({ weighting: 'tf' }, "`weighting: 'tf'`: the model was trained with binary")
    await refused({ seed: 5 }, '`seed: 5`: the model was trained with 1')
    await refused({ variant: 'discrete-mh' }, "`variant: 'discrete-mh'`: the model was trained with real-mh")
    await refused({ margin: 1 }, 'boost has no option `margin`')
    await refused({ rounds: 'many' }, 'rounds: expected a whole number')
    const same = { learner: 'boost', ngrams: 1, weighting: 'usual', seed: 1, variant: 'real-mh', rounds: 4 }
    expect((await onwards(model, same)).options).toMatchObject({ rounds: 4, weighting: 'binary' })
    const described = { labelTexts: new Map([['label0', 'x']]) }
    await expect(continueTraining(model, corpusOf(DOCUMENTS), {}, {}, described)).rejects.toThrow(
      'descriptions of labels',
    )
  })

  it('refuses other documents, as far as their numbers tell', async () => {
    const model = await boosted(3)
    const refused = (documents: readonly Document[], why: string) =>
      expect(onwards(model, { rounds: 5 }, documents)).rejects.toThrow(why)
    await refused(DOCUMENTS.slice(1), 'found 119 with labels where it has seen 120')
    await refused([], 'found 0 with labels where it has seen 120')
    const stranger = { text: 'x', labels: ['tea'] }
    await refused([...DOCUMENTS.slice(1), stranger], 'found one with the label "tea", which it does not know')
    const other = [...DOCUMENTS.slice(1), { text: 'x', labels: ['label0', 'label1', 'label2', 'label3'] }]
    await refused(other, 'where it has seen')
  })
})

describe('the curve of rounds', () => {
  const followed = async (
    heldOut: boolean,
    given: GivenOptions = {},
  ): Promise<Readonly<Record<string, number>>[]> => {
    const points: Readonly<Record<string, number>>[] = []
    await trainOnCorpus(
      corpusOf(DOCUMENTS),
      { learner: 'boost', rounds: 12, ...given },
      { curve: (point) => points.push(point) },
      heldOut ? { heldOut: corpusOf(HELD_OUT) } : {},
    )
    return points
  }

  it('has a point for each round, from training alone and not from the splits of thresholds', async () => {
    const points = await followed(false, { thresholds: 'cv' })
    expect(points.map(({ round }) => round)).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12])
    expect(points.at(-1)!.trainError).toBeLessThan(points[0].trainError)
    expect(points[0]).not.toHaveProperty('heldOutError')
  })

  it('has the error on held-out documents where there are any', async () => {
    const points = await followed(true)
    expect(points.at(-1)!.heldOutError).toBeLessThan(points[0].heldOutError)
    expect(points.map(({ trainError }) => trainError)).toEqual(
      (await followed(false)).map(({ trainError }) => trainError),
    )
  })

  it('is the whole curve after going on', async () => {
    const points: Readonly<Record<string, number>>[] = []
    await onwards(await boosted(5), { rounds: 12 }, DOCUMENTS, { curve: (point) => points.push(point) })
    expect(points).toEqual(await followed(false))
  })

  it('is refused where there are no rounds', async () => {
    const corpus = corpusOf(DOCUMENTS)
    await expect(trainOnCorpus(corpus, { learner: 'mmp' }, { curve: () => {} })).rejects.toThrow(
      'mmp learns document by document, not in rounds',
    )
  })

  it('tells the rule of each round', async () => {
    const words: string[] = []
    await train(
      DOCUMENTS,
      { learner: 'boost', rounds: 3 },
      {
        progress: (phase, done, total, unit, latest) =>
          phase === 'learning' && words.push(`${done}/${total} ${unit} ${latest}`),
      },
    )
    expect(words).toHaveLength(3)
    for (const [i, word] of words.entries())
      expect(word).toMatch(new RegExp(`^${i + 1}/3 rounds if .*topic\\dword\\d`))
  })
})
