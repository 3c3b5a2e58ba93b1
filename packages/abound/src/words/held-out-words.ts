// How well words are told that a model has not learned from, beside naming the commonest words whatever stands around.

import type { Classifier } from '../pipeline/classifier.js'
import type { WordDocument } from './running-text.js'

/** Shares of the words: told with the first guess, and with the first five. */
interface WordFigures {
  readonly R1: number
  readonly R5: number
}

/** Figures on held-out words; words that are no class count as not told. */
export interface HeldOutFigures extends WordFigures {
  readonly words: number
  /** Of the words that were commonest in training. */
  readonly baseline: WordFigures
}

const GUESSES = 5

/** Adds up what a model tells of words. */
export class WordMeasure {
  words = 0
  private readonly model: Classifier
  private readonly common: readonly string[]
  /** Words by the number of the guess that told them. */
  private readonly told = new Float64Array(GUESSES)
  private readonly toldByCommon = new Float64Array(GUESSES)

  constructor(model: Classifier) {
    this.model = model
    this.common = commonestLabels(model)
  }

  add({ text, labels: [word] }: WordDocument): void {
    this.words++
    const ranked = this.model.rank(text, { top: GUESSES })
    count(
      this.told,
      ranked.findIndex(({ label }) => label === word),
    )
    count(this.toldByCommon, this.common.indexOf(word))
  }

  figures(): HeldOutFigures {
    return {
      words: this.words,
      ...shares(this.told, this.words),
      baseline: shares(this.toldByCommon, this.words),
    }
  }
}

function count(told: Float64Array, guess: number): void {
  if (guess >= 0) told[guess]++
}

function shares(told: Float64Array, words: number): WordFigures {
  return { R1: told[0] / words, R5: told.reduce((sum, count) => sum + count, 0) / words }
}

function commonestLabels(model: Classifier): string[] {
  const ids = Array.from({ length: model.labelCount }, (_, id) => id)
  ids.sort((a, b) => model.documentsOf(b) - model.documentsOf(a) || a - b)
  return ids.slice(0, GUESSES).map((id) => model.labelName(id))
}
