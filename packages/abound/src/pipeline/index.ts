// What other packages use of this room.

export { Classifier } from './classifier.js'
export { contextOf, type RunContext } from './context.js'
export { corpusOf } from './corpus.js'
export { chooseDecisions, FEWEST_DOCUMENTS, MANY_DOCUMENTS, StreamDecider } from './decisions.js'
export { addToEvaluation, evaluate, startEvaluation } from './evaluate.js'
export { type FirstPass, firstPass, refuseEmpty } from './first-pass.js'
export { classifierToBytes, partsFromBytes } from './model-bytes.js'
export { assemble, settleTerms, trainOnCorpus } from './train.js'
export { type GivenOptions, type ResolvedOptions, resolveTrainOptions } from './train-options.js'
export type { Trained } from './train-rows.js'
export type { TrainingHooks } from './training-hooks.js'
export { transduceCorpora } from './transduce.js'
