// `abound/words`: models that tell a word from those around it.

export { type FilledGap, learnWords, predictWords, type RankedWord } from './predict-words.js'
export type { Texts } from './running-text.js'
export { type TrainedWords, trainWords } from './train-words.js'
export type { TrainWordsOptions } from './word-options.js'
