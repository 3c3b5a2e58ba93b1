// From documents to a model: what is read, kept, dropped, streamed.

import { describe, expect, it } from 'vitest'
import type { Document, State } from '../../packages/abound/src/contract.js'
import type { Classifier } from '../../packages/abound/src/pipeline/classifier.js'
import type { Corpus } from '../../packages/abound/src/pipeline/corpus.js'
import { evaluate } from '../../packages/abound/src/pipeline/evaluate.js'
import { classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { train, trainOnCorpus } from '../../packages/abound/src/pipeline/train.js'
import type { GivenOptions } from '../../packages/abound/src/pipeline/train-options.js'
import type { TrainingHooks } from '../../packages/abound/src/pipeline/training-hooks.js'
import { permutation, Rng } from '../../packages/abound/src/structures/rng.js'
import { asVectors, topicDocuments, vectorOf } from '../conformance/documents.js'
import { bestF1Threshold } from '../decide/best-f1-threshold.js'

type Looked = Parameters<NonNullable<TrainingHooks['afterFirstPass']>>[0]

function corpusOf(documents: readonly Document[], rereadable = true): Corpus & { readings: number } {
  return {
    rereadable,
    readings: 0,
    async *batches() {
      this.readings++
      for (let from = 0; from < documents.length; from += 100) yield documents.slice(from, from + 100)
    },
  }
}

/** More rows than fit into 1 MB. */
const LARGE = { count: 4400, labels: 5, length: 40, ownWords: 300, sharedWords: 300 }

async function look(corpus: Corpus, options: GivenOptions): Promise<{ model: Classifier; looked: Looked }> {
  const seen: Looked[] = []
  const model = await trainOnCorpus(corpus, options, { afterFirstPass: (shape) => void seen.push(shape) })
  expect(seen.length).toBe(1)
  return { model, looked: seen[0] }
}

describe('looking', () => {
  it('says what the work will take', async () => {
    const documents = [...topicDocuments({ count: 30, labels: 3 }), { text: 'unlabelled' }, { text: 'more' }]
    const { looked, model } = await look(corpusOf(documents), {})
    expect(looked).toMatchObject({ documents: 30, labels: 3, unlabelled: 2, streamed: false })
    expect(looked.features).toBe(model.featureCount)
    expect(model.documents).toBe(30)
  })

  it('numbers labels in the order of the documents, whatever the order of training', async () => {
    const documents = ['z', 'a', 'm'].map((label) => ({ text: 'x', labels: [label] }))
    for (const seed of [1, 2, 3]) {
      const model = await train(documents, { seed })
      expect([0, 1, 2].map((id) => model.labelName(id))).toEqual(['z', 'a', 'm'])
    }
  })

  it.each<[string, Document[], RegExp]>([
    ['no documents', [], /no documents to learn from/],
    [
      'unlabelled documents only',
      [{ text: 'x' }, { text: 'y' }],
      /none of the 2 documents has labels: expected/,
    ],
    ['no label at all', [{ text: 'x', labels: [] }], /no document has a label: expected/],
    [
      'texts among vectors',
      [...asVectors(topicDocuments({ count: 2 })), { text: 'x', labels: ['a'] }],
      /expected a ready-made/,
    ],
  ])('refuses %s', async (_, documents, message) => {
    await expect(train(documents)).rejects.toThrow(message)
  })

  it('passes on what reading throws', async () => {
    async function* failing(): AsyncGenerator<Document> {
      yield { text: 'x', labels: ['a'] }
      throw new RangeError('the disk is gone')
    }
    await expect(train(failing())).rejects.toThrow('the disk is gone')
  })
})

describe('terms', () => {
  const documents = topicDocuments({ count: 60 })

  it('in too few documents leave', async () => {
    const df = new Map<string, number>()
    for (const { text } of documents) {
      for (const word of new Set(String(text).split(' '))) df.set(word, (df.get(word) ?? 0) + 1)
    }
    const model = await train(documents, { minDf: 5 })
    expect(model.featureCount).toBe([...df.values()].filter((count) => count >= 5).length)
    expect(model.featureCount).toBeLessThan(df.size)
  })

  it.each(['df', 'chi2', 'mutual-information'] as const)('are selected by %s', async (select) => {
    const model = await train(documents, { select, selectTop: 7, learner: 'naive-bayes' })
    expect(model.featureCount).toBe(7)
    const local = await train(documents, {
      select,
      selectTop: 3,
      selectScope: 'local',
      learner: 'naive-bayes',
    })
    expect(local.featureCount).toBeGreaterThanOrEqual(3)
    expect(local.featureCount).toBeLessThanOrEqual(12)
    expect((await evaluate(model, documents)).R1).toBeGreaterThan(0.3)
  })

  it('that tell a label are those selected', async () => {
    const model = await train(documents, { select: 'chi2', selectTop: 10 })
    const { terms } = model.toParts().vectoriser
    const names = Array.from({ length: terms.count }, (_, term) => terms.string(term))
    expect(names.filter((name) => name.startsWith('shared'))).toEqual([])
  })

  it('are all kept by rocchio where there are few', async () => {
    const model = await train(documents, { select: 'rocchio' })
    expect(model.featureCount).toBe((await train(documents)).featureCount)
  })
})

describe('order', () => {
  const documents = topicDocuments({ count: 200, ownWords: 3 })

  it('is seeded', async () => {
    const learned = async (seed: number, shuffle = true): Promise<State> =>
      (await train(documents, { seed, shuffle })).toParts().model.state()
    expect(await learned(1)).toEqual(await learned(1))
    expect(await learned(1)).not.toEqual(await learned(2))
    expect(await learned(1, false)).toEqual(await learned(2, false))
  })

  it('is another in every pass', async () => {
    // The order of the first pass, kept for both.
    const order = permutation(documents.length, new Rng(1))
    const ordered = Array.from(order, (row) => documents[row])
    const scores = async (shuffle: boolean, passes: number): Promise<unknown> => {
      const model = await train(shuffle ? documents : ordered, { shuffle, passes, margin: 0.8 })
      return documents.map((one) => new Map(model.rank(one).map(({ label, score }) => [label, score])))
    }
    expect(await scores(true, 1)).toEqual(await scores(false, 1))
    expect(await scores(true, 2)).not.toEqual(await scores(false, 2))
  })
})

describe('streaming', () => {
  const documents = asVectors(topicDocuments(LARGE))

  it('reads a large corpus once to look and once for every pass', async () => {
    const corpus = corpusOf(documents)
    const { looked } = await look(corpus, { memory: 1, passes: 3 })
    expect(looked.streamed).toBe(true)
    expect(corpus.readings).toBe(4)
  })

  it('reads it once when it fits, or cannot be read again, or terms are selected', async () => {
    const fits = corpusOf(documents)
    expect((await look(fits, { memory: 100, passes: 2 })).looked.streamed).toBe(false)
    expect(fits.readings).toBe(1)
    expect((await look(corpusOf(documents, false), { memory: 1 })).looked.streamed).toBe(false)
    const texts = documents.map(({ labels, vector }) => ({
      labels: labels ?? [],
      text: Array.from(vector!.features, (id) => `w${id}`).join(' '),
    }))
    expect((await look(corpusOf(texts), { memory: 1 })).looked.streamed).toBe(true)
    expect((await look(corpusOf(texts), { memory: 1, select: 'df' })).looked.streamed).toBe(false)
  })

  it('takes ready-made vectors as they are', async () => {
    await expect(look(corpusOf(documents), { select: 'df' })).rejects.toThrow(
      'taken as they are: leave out `select`',
    )
  })

  it('is seeded, too', async () => {
    const bytes = async (): Promise<Uint8Array> =>
      classifierToBytes((await look(corpusOf(documents), { memory: 1 })).model)
    expect(Buffer.compare(await bytes(), await bytes())).toBe(0)
  })

  it.each(['ff', 'naive-bayes'])('decides by what it said before it learned (%s)', async (learner) => {
    // Nearly all of them fit into one buffer: still the second half must be scored before it is learned.
    const multi = topicDocuments({ ...LARGE, count: 4097, multi: true })
    const { model, looked } = await look(corpusOf(multi), {
      learner,
      memory: 1,
      margin: learner === 'ff' ? 0.1 : undefined,
    })
    expect(looked.streamed).toBe(true)
    const { rule } = model.toParts()
    if (rule.kind !== 'perLabel') expect.fail(rule.kind)
    expect(rule.thresholds.every(Number.isFinite)).toBe(true)
    const measures = await evaluate(model, topicDocuments({ ...LARGE, count: 300, multi: true, seed: 9 }))
    expect(measures.microF1).toBeGreaterThan(0.8)
  })

  it('leaves unlabelled documents out', async () => {
    const mixed = documents.flatMap((one, i) =>
      i % 4 === 0 ? [one, { vector: vectorOf({ 99999: 1 }) }] : [one],
    )
    const bytes = async (some: Document[]): Promise<Uint8Array> =>
      classifierToBytes((await look(corpusOf(some), { memory: 1, shuffle: false })).model)
    expect(Buffer.compare(await bytes(mixed), await bytes(documents))).toBe(0)
  })
})

describe('progress', () => {
  const documents = asVectors(topicDocuments({ ...LARGE, multi: true }))

  it.each([1, 100])('goes from reading to deciding and never back (memory %d)', async (memory) => {
    const phases: string[] = []
    let last = { phase: '', done: -1 }
    await trainOnCorpus(
      corpusOf(documents),
      { memory, passes: 2 },
      {
        progress(phase, done, total) {
          if (phase !== last.phase) phases.push(phase)
          else expect(done).toBeGreaterThanOrEqual(last.done)
          if (total > 0) expect(done).toBeLessThanOrEqual(total)
          last = { phase, done }
        },
      },
    )
    expect(phases).toEqual(memory === 1 ? ['reading', 'learning'] : ['reading', 'learning', 'deciding'])
  })
})

describe('after each pass', () => {
  const documents = topicDocuments({ count: 60, labels: 3 })
  const unseen = topicDocuments({ count: 20, labels: 3, seed: 9 })

  it('the classifier is handed out as if training had ended there', async () => {
    const rankings: unknown[] = []
    const passed: TrainingHooks['passed'] = (passes, model) => {
      rankings.push([passes, unseen.map(({ text }) => model.rank({ text: text ?? '' }))])
    }
    await trainOnCorpus(corpusOf(documents), { passes: 3, probabilities: 'none' }, { passed })
    for (const passes of [1, 2, 3]) {
      const model = await train(documents, { passes, probabilities: 'none' })
      expect(rankings[passes - 1]).toEqual([
        passes,
        unseen.map(({ text }) => model.rank({ text: text ?? '' })),
      ])
    }
    expect(rankings.length).toBe(3)
  })

  it('also where the corpus is read again for each', async () => {
    const seen: number[] = []
    const large = corpusOf(topicDocuments(LARGE))
    await trainOnCorpus(large, { passes: 2, memory: 1 }, { passed: (passes) => void seen.push(passes) })
    expect(seen).toEqual([1, 2])
    expect(large.readings).toBeGreaterThan(2)
  })

  it('is refused by learners that make no passes', async () => {
    const training = trainOnCorpus(corpusOf(documents), { learner: 'rocchio' }, { passed: () => {} })
    await expect(training).rejects.toThrow('rocchio does not learn in passes that could be looked into')
  })
})

describe('weights of documents', () => {
  const documents = [
    { text: 'wheat corn', labels: ['grain'] },
    { text: 'wheat ship', labels: ['ship'], weight: 5 },
    { text: 'oil ship', labels: ['ship'] },
  ]

  it('move the model of a learner that takes them', async () => {
    const weighted = await trainOnCorpus(corpusOf(documents), { learner: 'svm', cost: 0.1 })
    const even = documents.map(({ text, labels }) => ({ text, labels }))
    const plain = await trainOnCorpus(corpusOf(even), { learner: 'svm', cost: 0.1 })
    const shipOf = (model: typeof plain) =>
      model.rank('wheat').find(({ label }) => label === 'ship')?.score ?? 0
    expect(shipOf(weighted)).toBeGreaterThan(shipOf(plain) + 0.1)
  })

  it('are refused by one that does not, and where they are none', async () => {
    await expect(trainOnCorpus(corpusOf(documents), { learner: 'mmp' })).rejects.toThrow(
      /mmp has no use for weights of documents: expected `learner: 'svm'`/,
    )
    for (const weight of [0, -1, Number.NaN, Number.POSITIVE_INFINITY]) {
      const odd = [...documents, { text: 'a', labels: ['ship'], weight }]
      await expect(trainOnCorpus(corpusOf(odd), { learner: 'svm' })).rejects.toThrow(
        /expected a number above 0/,
      )
    }
  })
})

describe('one pass over many documents', () => {
  it('decides by what it said of the last fifth before it learned from it', async () => {
    const rng = new Rng(5)
    const word = () => 'abcdefgh'[rng.below(8)].repeat(2)
    const documents = Array.from({ length: 20_005 }, () => {
      const words = [word(), word(), word()]
      const labels = ['aa', 'bb'].filter((label) => words.includes(label) !== rng.float() < 0.1)
      return { text: words.join(' '), labels }
    })
    const options = { learner: 'mmp', weighting: 'tf', norm: 'none', probabilities: 'none', seed: 3 }
    const { rule, labels: names } = (await train(documents, { ...options, thresholds: 'cv' })).toParts()
    const order = new Rng(3).shuffle(documents.slice())
    const rest = order.splice(order.length - Math.floor(order.length / 5))
    const part = await train(order, { ...options, thresholds: 'top:1', shuffle: false })
    const labels = ['aa', 'bb']
    const scores = rest.map(({ text }) => new Map(part.rank(text).map(({ label, score }) => [label, score])))
    const best = labels.map((label) =>
      bestF1Threshold(
        scores.map((own) => own.get(label)!),
        rest.map((document) => (document.labels.includes(label) ? 1 : 0)),
      ),
    )
    if (rule.kind !== 'perLabel') throw new Error(`expected a threshold for each label, found ${rule.kind}`)
    const found = labels.map((label) => rule.thresholds[names.findString(label)])
    for (const [i, threshold] of found.entries()) expect(threshold).toBeCloseTo(best[i], 12)
  })
})
