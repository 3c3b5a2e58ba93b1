// Models of words: what their documents are, training, asking, teaching, and what is refused.

import { describe, expect, it } from 'vitest'
import { train, tune } from '../../packages/abound/src/index.js'
import { classifierFromBytes, classifierToBytes } from '../../packages/abound/src/pipeline/model-bytes.js'
import { shrink } from '../../packages/abound/src/pipeline/shrink.js'
import { Rng } from '../../packages/abound/src/structures/rng.js'
import { gapsIn, learnWords, predictWords } from '../../packages/abound/src/words/predict-words.js'
import {
  sentencesOf,
  sourceOfTexts,
  type TextChunk,
  type TextSource,
  wordDocuments,
} from '../../packages/abound/src/words/running-text.js'
import { trainOnText, trainWords } from '../../packages/abound/src/words/train-words.js'

const THREE = 'The cat sat. Mr. Hill saw the cat! Why?'
const ALL = { minDf: 1, validate: false } as const

const inPieces = (pieces: readonly TextChunk[]): TextSource => ({
  async *pieces() {
    yield* pieces
  },
})

async function documentsOf(text: string, reach: { before: number; after: number }) {
  const documents = []
  for await (const sentences of sentencesOf(await sourceOfTexts(text), true))
    for (const sentence of sentences) documents.push(...wordDocuments(sentence, reach))
  return documents
}

/** A text in which the word behind `a` is told by the one before it. */
function rhymes(sentences: number, seed: number): string {
  const rng = new Rng(seed)
  const pairs = ['red a rose', 'blue a sky', 'green a leaf', 'white a cloud']
  return Array.from({ length: sentences }, () => `They saw ${pairs[rng.below(4)]} there.`).join(' ')
}

describe('the documents of a text', () => {
  it('are its words, each with what stands around it', async () => {
    expect(await documentsOf(THREE, { before: 2, after: 1 })).toEqual([
      { text: '_ cat', labels: ['the'] },
      { text: 'the _ sat', labels: ['cat'] },
      { text: 'the cat _ .', labels: ['sat'] },
      { text: '_ hill', labels: ['mr'] },
      { text: 'mr _ saw', labels: ['hill'] },
      { text: 'mr hill _ the', labels: ['saw'] },
      { text: 'hill saw _ cat', labels: ['the'] },
      { text: 'saw the _ .', labels: ['cat'] },
      { text: '_ .', labels: ['why'] },
    ])
  })

  it('look at nothing behind a word where the next word is to be told', async () => {
    const documents = await documentsOf('One two.', { before: 1, after: 0 })
    expect(documents.map(({ text }) => text)).toEqual(['_', 'one _'])
  })
})

describe('training', () => {
  it('tells words from those around them, better than naming the commonest', async () => {
    const { model, words, heldOut } = await trainWords(rhymes(200, 1))
    expect(words).toBe(1200)
    expect(heldOut!.words).toBe(120)
    expect(heldOut!.R1).toBe(1)
    expect(heldOut!.baseline.R1).toBeLessThan(0.2)
    expect(predictWords(model, 'They saw blue a _ there.', { top: 1 })[0].words[0].word).toBe('sky')
    expect(predictWords(model, 'They saw green a', { top: 1 })[0].words[0].word).toBe('leaf')
  })

  it('measures what it says it does', async () => {
    // All of the last tenth is new, but for `they`: the first five guesses of the baseline hold it.
    const text = `${'They saw it there now. '.repeat(18)}They heard those odd sounds. They fled all that noise.`
    const { heldOut } = await trainWords(text)
    expect(heldOut).toMatchObject({ words: 10, baseline: { R5: 0.2 } })
    expect(heldOut!.R1).toBeLessThanOrEqual(0.2)
  })

  it('gives the same bytes however the text is cut', async () => {
    const text = rhymes(50, 2)
    const { model } = await trainWords(text, ALL)
    const bytes = classifierToBytes(model)
    const pieces = [...text].map((letter) => ({ text: letter, last: false }))
    const again = await trainOnText(inPieces([...pieces, { text: '', last: true }]), ALL)
    expect(Buffer.from(classifierToBytes(again.model)).equals(bytes)).toBe(true)
  })

  it('takes several texts as one whose sentences end', async () => {
    const apart = await trainWords(['The cat sat', 'A dog ran. It'], ALL)
    const joined = await trainWords('The cat sat.\n\nA dog ran. It', ALL)
    expect(classifierToBytes(apart.model)).toEqual(classifierToBytes(joined.model))
    const async = await trainWords(
      (async function* () {
        yield* ['The cat sat', 'A dog ran. It']
      })(),
      ALL,
    )
    expect(classifierToBytes(async.model)).toEqual(classifierToBytes(joined.model))
  })

  it('has no class for a rare word, which yet tells others', async () => {
    const { model } = await trainWords('The cat sat. The cat ran. The dog ran.', { ...ALL, minCount: 2 })
    const labels = Array.from({ length: model.labelCount }, (_, id) => model.labelName(id))
    expect(labels.sort()).toEqual(['cat', 'ran', 'the'])
    expect(model.strongestLabels('dog _').map(({ label }) => label)).toEqual(['ran'])
  })

  it('keeps capitals where they are asked for', async () => {
    const { model } = await trainWords('Mr Hill saw Hill.', { ...ALL, lowerCase: false })
    expect(model.labelId('Hill')).toBeGreaterThanOrEqual(0)
    const same = await classifierFromBytes(classifierToBytes(model))
    await learnWords(same, 'The Cat.')
    expect(same.labelId('Cat')).toBeGreaterThan(0)
    expect(predictWords(same, 'Mr _ saw', { top: 1 })[0].words[0].word).toBe('Hill')
  })

  it.each([
    [{ learner: 'ind' }, 'ind'],
    [{ learner: 'unweighted-index' }, 'unweighted-index'],
  ] as const)('works with %j', async (given, learner) => {
    const { model } = await trainWords(rhymes(40, 3), { ...ALL, ...given })
    expect(model.learner).toBe(learner)
    expect(predictWords(model, 'They saw blue a _', { top: 1 })[0].words[0].word).toBe('sky')
  })

  it.each([
    [{ learner: 'svm' }, /learner: expected one of ff, /],
    [{ before: 0, after: 0 }, /before: 0.*after: 0.*expected a word/],
    [{ before: 12 }, /before: expected a whole number from 0 to 9, found 12/],
    [{ marginn: 1 }, /words has no option/],
  ])('refuses %j', async (given, message) => {
    await expect(trainWords('One two.', given as object)).rejects.toThrow(message)
  })

  it('refuses a text without words, or without one that is common enough', async () => {
    await expect(trainWords(' -- \n')).rejects.toThrow('there are no words to learn from')
    await expect(trainWords('One two.', { minCount: 2 })).rejects.toThrow('no word occurs 2 times')
  })
})

describe('asking', () => {
  it('answers for each gap', async () => {
    const { model } = await trainWords(rhymes(60, 4), ALL)
    const text = 'They saw red a _ there. _ saw ____ a sky there.'
    const answers = predictWords(model, text, { top: 2 })
    expect(answers.map(({ at }) => at)).toEqual([
      text.indexOf('_'),
      text.indexOf(' _ saw') + 1,
      text.indexOf('____'),
    ])
    expect(answers.map(({ words }) => words[0].word)).toEqual(['rose', 'they', 'blue'])
    expect(answers.every(({ words }) => words.length <= 2)).toBe(true)
  })

  it('asks for the same as the text itself says', async () => {
    const { model } = await trainWords(rhymes(60, 4), ALL)
    for (const text of ['So they saw blue a _ there. Yes', 'They saw', 'They _', '_', 'They saw. ', '']) {
      const [gap] = gapsIn(model, text)
      expect(model.rank(gap.text)).toEqual(model.rank(text))
    }
  })

  it('works with a shrunk model, and says what spoke for a word', async () => {
    const { model } = await trainWords(rhymes(60, 4), ALL)
    const small = await shrink(model, {})
    const text = 'They saw blue a _ there.'
    expect(predictWords(small, text, { top: 1 })[0].words[0].word).toBe('sky')
    const { words, rest, score } = model.explainInPlace(text, 'sky')
    const sum = [...words, ...rest].reduce((total, { weight }) => total + weight, 0)
    expect(sum).toBeCloseTo(score, 10)
    expect(words.map(({ from, to }) => text.slice(from, to))).toEqual(['saw', 'blue', 'a', 'there'])
  })

  it('refuses another model, and what is no text', async () => {
    const other = await train([{ text: 'wheat', labels: ['grain'] }], { learner: 'ff' })
    expect(() => predictWords(other, 'a _')).toThrow('was not trained on words')
    await expect(learnWords(other, 'a b')).rejects.toThrow('was not trained on words')
    const { model } = await trainWords('One two.', ALL)
    expect(() => predictWords(model, 3 as never)).toThrow('a text')
    expect(() => predictWords(model, 'a', { top: -1 })).toThrow('top')
  })
})

describe('teaching', () => {
  it('makes new words classes', async () => {
    const { model } = await trainWords(rhymes(60, 5), ALL)
    const learned = await learnWords(model, ['They saw black a crow there. '.repeat(20), 'They saw'])
    expect(learned).toEqual({ words: 122, newWords: 2 })
    expect(predictWords(model, 'They saw black a _ there.', { top: 1 })[0].words[0].word).toBe('crow')
    expect(predictWords(model, 'They saw red a _ there.', { top: 1 })[0].words[0].word).toBe('rose')
  })
})

describe('texts with gaps that have labels of their own', () => {
  const documents = Array.from({ length: 60 }, (_, i) => {
    const [verb, label] = [
      ['sat', 'cat'],
      ['ran', 'dog'],
      ['flew', 'crow'],
    ][i % 3]
    return { text: `the _ ${verb} over the ${['hill', 'mat', 'barn'][(i % 5) % 3]}`, labels: [label] }
  })

  it('are learned by any learner, which `auto` may choose and `tune` may find', async () => {
    const chosen = await train(documents, { gap: '3-3', budget: 0.2 })
    expect(chosen.rank('the _ flew over the hill', { top: 1 })[0].label).toBe('crow')
    const { winner } = await tune(documents, {
      learners: ['ff', 'naive-bayes'],
      given: { gap: '3-3' },
      budget: 0.2,
    })
    expect(winner.options).toMatchObject({ gap: '3-3' })
  })
})

describe('model files', () => {
  it('of other models say nothing of gaps', async () => {
    const other = await train([{ text: 'wheat', labels: ['grain'] }], { learner: 'ff' })
    const bytes = Buffer.from(classifierToBytes(other))
    expect(bytes.includes('"gap"')).toBe(false)
    const { model } = await trainWords('One two.', { ...ALL, lowerCase: false })
    expect(Buffer.from(classifierToBytes(model)).includes('"gap":"3-3-case"')).toBe(true)
  })
})
